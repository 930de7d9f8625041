/** An optional account: the same games from another browser. Without one, the browser itself holds its seats. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { get, post, sentenceOf } from "./api";

/** The name of the account that this browser's games belong to, as the server says; empty when there is none. */
const signedIn = signal("");

/** What the account holds changes the list of games. */
export function Account({ games, onChange }: { games: number; onChange: () => void }) {
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  async function attempt(act: () => Promise<string>) {
    setTrouble("");
    setBusy(true);
    try { signedIn.value = await act(); onChange(); } catch (error) { setTrouble(sentenceOf(error)); } finally { setBusy(false); }
  }
  useEffect(() => { void get<{ name: string }>("/api/account").then(({ name }) => { signedIn.value = name; }).catch(() => {}); }, []);
  const leave = () => attempt(async () => { await post("/api/account/logout", {}); return ""; });
  return (
    <section class="account" aria-labelledby="account"><h3 id="account">Account</h3>
      {signedIn.value && <Browsers key={signedIn.value} />}
      {signedIn.value ? <p>Signed in as <b>{signedIn.value}</b>. <button disabled={busy} onClick={() => void leave()}>Sign out</button></p>
        : <details><summary>Play from another browser too</summary><Credentials games={games} busy={busy} attempt={attempt} /></details>}
      {trouble && <p class="refusal" role="alert">{trouble}</p>}
    </section>
  );
}

interface Browser { id: string; since: number; agent: string; here: boolean }

/** Where else I am signed in, and an end to it. */
function Browsers() {
  const [found, setFound] = useState<Browser[]>([]);
  const load = () => get<Browser[]>("/api/account/sessions").then(setFound).catch(() => undefined);
  useEffect(() => { void load(); }, []);
  const end = (id: string) => void post("/api/account/sessions/end", { id }).then(load, () => undefined);
  const others = found.filter((b) => !b.here);
  if (!others.length) return null;
  return (
    <details><summary>Signed in in {others.length} other {others.length === 1 ? "browser" : "browsers"}</summary>
      <ul>{others.map((b) => (
        <li key={b.id}>{b.agent || "A browser"}, since {new Date(b.since * 1000).toLocaleDateString()}
          {" "}<button onClick={() => end(b.id)}>Sign it out</button></li>
      ))}</ul>
      <button onClick={() => end("")}>Sign out all others</button>
    </details>
  );
}

function Credentials({ games, busy, attempt }: { games: number; busy: boolean; attempt: (act: () => Promise<string>) => Promise<void> }) {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [sure, setSure] = useState(false);
  function send(e: SubmitEvent) {
    e.preventDefault();
    const fresh = (e.submitter as HTMLButtonElement | null)?.value === "new";
    // Who signs in has the account's games, and the way back to this browser's own is gone.
    if (!fresh && games && !sure) { setSure(true); return; }
    setSure(false);
    void attempt(async () => (await post<{ name: string }>(fresh ? "/api/account" : "/api/account/login", { name, password })).name);
  }
  return (
    <form onSubmit={send}>
      <p class="quiet">Nobody needs one. It holds the games of this browser behind a name and a password.</p>
      <label>Name <input required minLength={2} maxLength={40} pattern="[\p{L}\p{N}_ .\-]+" title="Letters, digits, spaces, dots and hyphens" autocomplete="username" value={name} onInput={(e) => setName(e.currentTarget.value)} /></label>
      <label>Password, at least 8 characters <input required type="password" minLength={8} maxLength={200} autocomplete="current-password" value={password} onInput={(e) => setPassword(e.currentTarget.value)} /></label>
      {sure && <p role="alert">{games === 1 ? "The game" : `The ${games} games`} listed here would be lost to this browser. A new account keeps {games === 1 ? "it" : "them"}.</p>}
      <div class="row"><button class={sure ? "sure" : ""} disabled={busy} value="old">{sure ? "Sign in all the same" : "Sign in"}</button> <button disabled={busy} value="new">Make an account</button></div>
    </form>
  );
}
