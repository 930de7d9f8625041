/** A game: top bar, map, deck, side. The map is the page. */

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Deck, lineFocus } from "./deck";
import { goTo, hint, MapView } from "./map";
import { board, choices, connected, curtain, drop, give, hidden, leave, mySeats, myTurn, overlay, preview, rules, showOverlay, sitDown, state, title, touch, turnBack } from "./play";
import { openRule, Rule, Side } from "./side";
import { go } from "./route";
import { post } from "./api";

const finding = signal(false);
export const skin = signal(localStorage.getItem("skin") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

export function Table({ game, seat }: { game: string; seat: string }) {
  const [failed, setFailed] = useState("");
  useEffect(() => {
    setFailed("");
    sitDown(game, seat).catch((error: Error) => setFailed(error.message));
    return leave;
  }, [game, seat]);
  useEffect(() => { document.documentElement.dataset.skin = skin.value; localStorage.setItem("skin", skin.value); }, [skin.value]);
  useHotSeat(game, seat);
  useKeys();
  if (failed) return <main class="page"><h1>This game cannot be opened</h1><p>{failed}</p><p><a href="/">Back to the start</a></p></main>;
  if (!state.value || !board.value || state.value.seat !== seat) return <main class="page"><p>Setting up the table…</p></main>;
  if (curtain.value) return <Curtain seat={seat} />;
  return (
    <div class="table">
      <TopBar />
      <main class="board"><MapView /><Tools /><Deck /></main>
      <Side />
      {hint.value && <div class="hint" role="tooltip"><b>🔒 <Rule number={hint.value.rule} /></b> {hint.value.sentence}</div>}
      {finding.value && <Find />}
    </div>
  );
}

function TopBar() {
  const here = state.value!;
  const turn = here.turn;
  return (
    <header class="top">
      <a class="home" href="/" onClick={(e) => { e.preventDefault(); go("/"); }}>Grognard</a>
      <span class="name">{title.value?.name}</span>
      <span class="turn"><b>{turn.name}</b>{turn.phases.length ? <span class="phases">{turn.phases.map((p, i) => <span key={p} class={i === turn.phase ? "on" : ""}>{p}</span>)}</span> : null}</span>
      <span class="seats">{here.sitting.map((s) => (
        <button key={s.name} class={`seat ${s.name} ${here.deciding.some(([d]) => d === s.name) ? "deciding" : ""}`} disabled={s.who !== "you" || s.name === here.seat} onClick={() => go(`/g/${here.game}/${s.name}`)}>{s.name}<small>{s.who}</small></button>))}
      </span>
      {!connected.value && <span class="offline" role="status">Reconnecting…</span>}
    </header>
  );
}

function Tools() {
  const here = state.value!;
  return (
    <nav class="tools" aria-label="Map tools">
      <button title="Find a unit, place or rule (/)" onClick={() => { finding.value = true; }}>⌕<span>Find</span></button>
      {here.overlays.map((name) => <button key={name} aria-pressed={overlay.value?.name === name} onClick={() => void showOverlay(name)}>◫<span>{name}</span></button>)}
      <button aria-pressed={hidden.value} onClick={() => { hidden.value = !hidden.value; }}>◻<span>Hide pieces</span></button>
      <button onClick={() => { skin.value = skin.value === "dark" ? "light" : "dark"; }}>◐<span>{skin.value === "dark" ? "Light" : "Dark"}</span></button>
      {here.kind === "live" && <button onClick={() => void post<{ game: string }>(`/api/games/${here.game}/fork`, { seat: here.seat }).then((f) => go(`/g/${f.game}/${here.seat}`))}>⑂<span>Analyse</span></button>}
      <a class="tool" href={`/api/games/${here.game}/export?seat=${here.seat}`}>⇩<span>Export</span></a>
    </nav>
  );
}

function Find() {
  const [text, setText] = useState("");
  const low = text.toLowerCase();
  const close = () => { finding.value = false; };
  const pieces = low ? (state.value?.pieces ?? []).filter((p) => p.id.toLowerCase().includes(low)).slice(0, 6) : [];
  const places = low ? (board.value?.hexes ?? []).filter((h) => h.name.toLowerCase().includes(low)).slice(0, 6) : [];
  const found = low ? Object.entries(rules.value).filter(([n, [t, s]]) => n.startsWith(low) || t.toLowerCase().includes(low) || s.toLowerCase().includes(low)).slice(0, 8) : [];
  return (
    <div class="find" role="dialog" aria-label="Find">
      <input autofocus value={text} onInput={(e) => setText(e.currentTarget.value)} onKeyDown={(e) => { if (e.key === "Escape") close(); }} placeholder="A unit, a place, a rule" aria-label="Find" ref={(el) => el?.focus()} />
      <ul>
        {pieces.map((p) => <li key={p.id}><button onClick={() => { goTo.value = ""; goTo.value = p.at; close(); }}>{p.id} <small>{p.at}</small></button></li>)}
        {places.map((h) => <li key={h.name}><button onClick={() => { goTo.value = ""; goTo.value = h.name; close(); }}>{h.name.replaceAll("_", " ")}</button></li>)}
        {found.map(([n, [t]]) => <li key={n}><button onClick={() => { openRule.value = n; close(); }}><code>{n}</code> {t}</button></li>)}
      </ul>
    </div>
  );
}

/** Two sides on one screen: nothing is shown until the right person says so. */
function useHotSeat(game: string, seat: string) {
  useEffect(() => {
    const here = state.value;
    if (!here || here.game !== game || mySeats.value.length < 2 || here.kind === "analysis" || here.outcome) return;
    const deciding = here.deciding.map(([s]) => s);
    if (deciding.length && !deciding.includes(seat)) {
      const next = deciding.find((s) => mySeats.value.includes(s));
      if (next) { curtain.value = true; go(`/g/${game}/${next}`); }
    }
  }, [state.value?.version, state.value?.seat]);
}

function Curtain({ seat }: { seat: string }) {
  return (
    <main class="page curtain">
      <h1>{seat}, it is your turn</h1>
      <p>Take the chair. The other side should look away.</p>
      <button class="primary" onClick={() => { curtain.value = false; }}>Open the curtain</button>
    </main>
  );
}

function useKeys() {
  useEffect(() => {
    const onKey = (e: KeyboardEvent) => {
      const typing = (e.target as Element).closest("input, textarea");
      if ((e.ctrlKey || e.metaKey) && e.key.toLowerCase() === "z") { e.preventDefault(); void turnBack(e.shiftKey ? "redo" : "undo"); return; }
      if ((e.ctrlKey || e.metaKey) && e.key === "Backspace") { e.preventDefault(); void turnBack("reset"); return; }
      if (typing || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "Escape") drop();
      else if (e.key === "Enter" && preview.value) void give(preview.value);
      else if (e.key === "/") { e.preventDefault(); finding.value = true; }
      else if (e.key === ":" || e.key === " ") { e.preventDefault(); lineFocus.value += 1; }
      else if (e.key.toLowerCase() === "h") hidden.value = !hidden.value;
      else if (/^[1-9]$/.test(e.key) && myTurn.value) {
        const words = choices.value.filter((c) => !c.piece && !c.place);
        const word = words[Number(e.key) - 1];
        if (word) void touch(word);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
