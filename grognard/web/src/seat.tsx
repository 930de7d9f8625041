/** My seat: who plays it, how I am called to it, and new links for seats whose holders lost theirs. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get, post, sentenceOf, textOf } from "./api";
import { able, blocked, calling, callMe } from "./calls";
import { Icon } from "./icons";
import { LinkToSend } from "./link";
import { PageTop } from "./pages";
import { type Judged, judge } from "./check";
import { broken, nonceOf, pinned } from "./pins";
import { botFor, sideName, state, title } from "./play";

export const seatOpen = signal(false);
/** The link of a seat that I gave up: it is shown once, where the table was. */
export const gaveUp = signal<{ game: string; seat: string; link: string } | null>(null);

const where = (what: string) => `/api/games/${state.value!.game}/${what}`;
const mine = () => ({ seat: state.value!.seat });

/** Let a bot play my seat, or with "me" take it back. */
export const hand = (to: string) => post<{ link: string | null }>(where("hand"), { ...mine(), to });

export function SeatPanel() {
  const box = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState("");
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("button:not(.quiet)")?.focus(), []);
  const close = () => { seatOpen.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const attempt: Attempt = (act) => { setTrouble(""); act().catch((error: Error) => setTrouble(sentenceOf(error))); };
  const here = state.value!;
  return (
    <div class="find key-list seat-panel" role="dialog" aria-label="My seat" ref={box} onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="head"><h2>My seat: {sideName(here.seat)}</h2><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      {trouble && <p class="refusal" role="alert"><Icon name="lock" size={15} /> {trouble}</p>}
      <WhoPlays attempt={attempt} />
      <Calls attempt={attempt} />
      <Others attempt={attempt} />
      <Promises />
    </div>
  );
}

type Attempt = (act: () => Promise<unknown>) => void;

function WhoPlays({ attempt }: { attempt: Attempt }) {
  const [sure, setSure] = useState(false);
  const bots = title.value?.bots.length ? title.value.bots : ["random"];
  const giveUp = async () => {
    const { game, seat } = state.value!;
    const { link } = await hand("link");
    gaveUp.value = { game, seat, link: link! };
    seatOpen.value = false;
  };
  return (
    <section><h3 class="label">Who plays it</h3>
      {botFor.value ? <p>The {botFor.value} bot plays for you. <button class="primary" onClick={() => attempt(() => hand("me"))}><Icon name="undo" size={15} /> Take it back</button></p>
        : <p>Let a bot play for you until you take the seat back: {bots.map((bot) => <button key={bot} onClick={() => attempt(() => hand(`bot:${bot}`))}><Icon name="bot" size={15} /> {bot}</button>)}</p>}
      <p>Give the seat to someone else: {sure ? <><b>You leave the table at once. Whoever opens the link has the seat.</b> <button onClick={() => attempt(giveUp)}>Yes, make the link</button> <button onClick={() => setSure(false)}>No</button></>
        : <button onClick={() => setSure(true)}><Icon name="link" size={15} /> Hand it over by a link</button>}</p>
    </section>
  );
}

function Calls({ attempt }: { attempt: Attempt }) {
  const here = state.value!;
  const [url, setUrl] = useState("");
  const [kept, setKept] = useState("");
  const [said, setSaid] = useState("");
  useEffect(() => attempt(() => get<{ url: string }>(where(`hook?seat=${encodeURIComponent(here.seat)}`)).then((hook) => { setKept(hook.url); setUrl((typed) => typed || hook.url); })), [here.game, here.seat]);
  const keep = async (to: string) => {
    await post(where("hook"), { ...mine(), url: to });
    setKept(to); setUrl(to); setSaid(to ? "Kept. It is called when it is your turn." : "Removed.");
  };
  const test = async () => {
    setSaid("Calling…");
    const { status } = await post<{ status: number }>(where("hook/test"), mine()).catch((error) => { setSaid(""); throw error; });
    setSaid(status < 400 ? `It answered: ${status}, all is well.` : `It answered: ${status}, which says no.`);
  };
  return (
    <section><h3 class="label">Call me when it is my turn</h3>
      {able && <button class="switch" role="switch" aria-checked={calling.value} disabled={blocked.value} onClick={() => attempt(() => callMe(!calling.value))}><Icon name="bell" /><span>In this browser</span><i class="knob" /></button>}
      {blocked.value && <p class="quiet">Your browser blocks notices from this page; its settings allow them again.</p>}
      <form onSubmit={(e) => { e.preventDefault(); attempt(() => keep(url.trim())); }}>
        <label>At a web address (webhook) <input type="url" value={url} maxLength={300} placeholder="https://" onInput={(e) => { setUrl(e.currentTarget.value); setSaid(""); }} /></label>
        <div class="row"><button disabled={!url.trim() || url.trim() === kept}>{kept ? "Change" : "Add"}</button>
          <button type="button" disabled={!kept} onClick={() => attempt(test)}>Test</button>
          <button type="button" disabled={!kept} onClick={() => attempt(() => keep(""))}>Remove</button>
          <span role="status">{said}</span></div>
      </form>
    </section>
  );
}

/** The seats of others that people hold: whoever lost the way back gets a new link when all others agree. */
function Others({ attempt }: { attempt: Attempt }) {
  const here = state.value!;
  const [made, setMade] = useState<{ seat: string; link: string } | null>(null);
  const [from, setFrom] = useState<{ seat: string; at: number } | null>(null);
  const held = here.sitting.filter((s) => s.who !== "you" && s.taken && !s.bot);
  const agree = async (of: string) => {
    const asked = await post<{ link: string | null; until: number | null }>(where("reissue"), { ...mine(), of });
    if (asked.link) setMade({ seat: of, link: asked.link });
    else if (asked.until) setFrom({ seat: of, at: asked.until });
  };
  if (!held.length && !made) return null;
  return (
    <section><h3 class="label">A new link for another seat</h3>
      {from && <p role="status">All agreed. {sideName(from.seat)} can object until
        {" "}{new Date(from.at * 1000).toLocaleString()}; ask again after that.</p>}
      {held.map(({ name, asked, claimed }) => {
        const mineToo = asked.includes(here.seat) && !claimed;
        return <p key={name}><b>{sideName(name)}</b> {asked.length ? `${asked.map((s) => (s === here.seat ? "You" : sideName(s))).join(" and ")} asked for a new link.${claimed ? " Its holder can still object." : mineToo ? " The others must agree." : ""}` : "Its holder lost the way back? All others must agree."}
          {!mineToo && <button onClick={() => attempt(() => agree(name))}>{claimed ? "Ask again" : asked.length ? "Agree" : "Ask for a new link"}</button>}</p>;
      })}
      {made && <div class="links"><p>All agreed. Send it to whoever plays {sideName(made.seat)}; it is shown only now.</p><LinkToSend name={sideName(made.seat)} link={made.link} /></div>}
    </section>
  );
}

/** What the host promised and this browser keeps: to be compared with the journal at the end. */
function Promises() {
  const here = state.value!;
  const kept = pinned(here);
  const count = Object.keys(kept.heads).length;
  const given = (here.nonces ?? []).every(([, nonce]) => nonce);
  const file = `data:application/json,${encodeURIComponent(JSON.stringify({ game: here.game, ...kept }))}`;
  return (
    <section><h3 class="label">What the host has promised</h3>
      {broken.value && <p class="refusal" role="alert">{broken.value}</p>}
      <p>Set-up and dice: <code>{kept.commitment.slice(0, 16)}</code>. {given
        ? "Every seat has given to the dice: no one could choose them."
        : "Not every seat has given its number to the dice yet."}</p>
      <p>The journal as of entry {here.head?.[0] ?? 0}: <code>{(here.head?.[1] ?? "").slice(0, 16)}</code>; {count} kept.
        {" "}<a download={`promises-${here.game}.json`} href={file}>Keep them in a file</a></p>
      <Check />
    </section>
  );
}

/** Once the secret is shown: compare the whole journal with what this browser has kept on the way. */
export function Check() {
  const here = state.value!;
  const [judged, setJudged] = useState<Judged | null>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  if (here.kind !== "live" || !here.outcome?.final) return here.kind === "live" ? <p class="quiet">When the game is over, the whole journal can be checked here against what was kept.</p> : null;
  const check = async () => {
    setBusy(true); setTrouble("");
    try {
      setJudged(judge(await textOf(where(`export?seat=${encodeURIComponent(here.seat)}`)), pinned(here), nonceOf(here.game, here.seat)));
    } catch (error) { setTrouble(sentenceOf(error)); }
    setBusy(false);
  };
  return (
    <div class="check-journal"><button disabled={busy} onClick={() => void check()}><Icon name="log" size={15} /> Check the journal</button>
      {trouble && <p class="refusal" role="alert">{trouble}</p>}
      {judged && <div role="status" class={judged.fits ? "fits" : "refusal"}><b>{judged.fits ? "All promises were kept." : "A promise was broken."}</b>
        <ul>{judged.said.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
        <p class="quiet">To have every order and every die judged again, save the game and open it on another server.</p></div>}
    </div>
  );
}

/** Where the table was, for whoever holds the seat no more. */
export function SeatGone({ game, seat }: { game: string; seat: string }) {
  const link = gaveUp.value?.game === game && gaveUp.value.seat === seat ? gaveUp.value.link : "";
  return (
    <><PageTop here="" /><main class="page"><h1>This seat is no longer yours</h1>
      {link ? <div class="links"><p>Whoever opens this link has it. Send it now: it is not shown again.</p><LinkToSend name={sideName(seat)} link={link} /></div>
        : <p>Someone else sits here now. If that is a mistake, the others at the table can agree on a new link for you.</p>}
      <p><a href="/">Back to the start</a></p></main></>
  );
}
