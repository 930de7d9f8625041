/** The right column: selection, the title's panels, and the tabs. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Line, type Panel, get, post } from "./api";
import { goTo, selectedPlace, touchPiece } from "./map";
import { PieceFace } from "./piece";
import { give, lines, lit, offered, rules, state, title } from "./play";

export const openRule = signal("");
const tab = signal("Log");
const TABS = ["Log", "Forces", "Panels", "Notes", "Chat"];

/** A rule number that opens its sentence. */
export function Rule({ number }: { number: string }) {
  if (!number) return null;
  const known = rules.value[number];
  return <button class="rule" title={known ? known[1] : ""} onClick={() => { openRule.value = openRule.value === number ? "" : number; }}>{number}</button>;
}

export function Side() {
  const here = state.value!;
  return (
    <aside class="side" aria-label="Panels">
      <Selection />
      {openRule.value && rules.value[openRule.value] && (
        <section class="card"><h3>{openRule.value} {rules.value[openRule.value]![0]}</h3><p>{rules.value[openRule.value]![1]}</p></section>
      )}
      {here.proposals.map(([id, kind, seat, text]) => (
        <section class="card proposal" key={id}>
          <p>{text || `${seat} proposes ${kind}`}</p>
          {here.to_answer.includes(id) && <div class="row"><button class="primary" onClick={() => void give(`accept ${id}`)}>Agree</button><button onClick={() => void give(`decline ${id}`)}>Refuse</button></div>}
        </section>
      ))}
      <nav class="tabs" role="tablist">{TABS.map((name) => <button key={name} role="tab" aria-selected={tab.value === name} onClick={() => { tab.value = name; }}>{name}</button>)}</nav>
      <div class="tab" role="tabpanel">
        {tab.value === "Log" && <Log />}
        {tab.value === "Forces" && <Forces />}
        {tab.value === "Panels" && here.panels.map((panel, i) => <PanelView key={i} panel={panel} />)}
        {tab.value === "Notes" && <Notes />}
        {tab.value === "Chat" && <Chat />}
      </div>
    </aside>
  );
}

function Selection() {
  const at = selectedPlace.value;
  const here = (state.value?.pieces ?? []).filter((p) => p.at === at);
  if (!at) return null;
  return (
    <section class="card selection">
      <h3>{at.replaceAll("_", " ")}</h3>
      <div class="tray">
        {here.map((piece) => (
          <button key={piece.id} class={`tray-piece ${offered.value.pieces.has(piece.id) ? "offer" : ""}`} onClick={() => void touchPiece(piece)} title={piece.note ?? piece.id}>
            <svg viewBox="-36 -36 72 72" width="64" height="64"><PieceFace piece={piece} title={title.value} side={62} detail={3} /></svg>
            <span>{piece.id}</span>
          </button>
        ))}
        {!here.length && <p class="quiet">No one is here.</p>}
      </div>
    </section>
  );
}

function Log() {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines.value.length]);
  const recap = state.value?.recap ?? 0;
  const shown = lines.value.slice(-400);
  return (
    <ol class="log" aria-live="polite" aria-label="Log">
      {shown.map((line) => <LogLine key={line.n} line={line} fresh={line.n >= recap} />)}
      <li ref={end} />
    </ol>
  );
}

function LogLine({ line, fresh }: { line: Line; fresh: boolean }) {
  return (
    <li class={fresh ? "fresh" : ""} onMouseEnter={() => { lit.value = line.places; }} onMouseLeave={() => { lit.value = []; }}>
      <button class="plain" onClick={() => { if (line.places[0]) { goTo.value = ""; goTo.value = line.places[0]!; } }}>{line.text}</button>
      {line.dice?.map((d, i) => <span key={i} class="die">{d}</span>)} <Rule number={line.rule} />
    </li>
  );
}

function Forces() {
  const groups = new Map<string, number>();
  for (const piece of state.value?.pieces ?? []) {
    const key = `${piece.power} ${piece.symbol || "unknown"}`;
    groups.set(key, (groups.get(key) ?? 0) + 1);
  }
  return <table class="chart"><tbody>{[...groups].sort().map(([name, count]) => <tr key={name}><th>{name}</th><td>{count}</td></tr>)}</tbody></table>;
}

function PanelView({ panel }: { panel: Panel }) {
  return (
    <section class="card">
      <h3>{panel.title}</h3>
      {panel.text && <p>{panel.text}</p>}
      {panel.rows && (
        <table class="chart">
          {panel.columns && <thead><tr>{panel.columns.map((c) => <th key={c}>{c}</th>)}</tr></thead>}
          <tbody>{panel.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => (j === 0 ? <th key={j}>{String(cell)}</th> : <td key={j}>{String(cell)}</td>))}</tr>)}</tbody>
        </table>
      )}
    </section>
  );
}

function Notes() {
  const here = state.value!;
  const [text, setText] = useState("");
  useEffect(() => { void get<{ text: string }>(`/api/games/${here.game}/notes?seat=${here.seat}`).then((n) => setText(n.text)); }, [here.game, here.seat]);
  return <textarea class="notes" aria-label="Private notes" value={text} onInput={(e) => setText(e.currentTarget.value)} onBlur={() => void post(`/api/games/${here.game}/notes`, { seat: here.seat, text })} />;
}

function Chat() {
  const here = state.value!;
  const [said, setSaid] = useState<{ n: number; who: string; text: string }[]>([]);
  const [text, setText] = useState("");
  const load = () => get<{ n: number; who: string; text: string }[]>(`/api/games/${here.game}/chat?seat=${here.seat}`).then(setSaid);
  useEffect(() => { void load(); }, [here.game, here.seat, here.version]);
  return (
    <div class="chat">
      <ul>{said.map((s) => <li key={s.n}><b>{s.who}</b> {s.text}</li>)}</ul>
      <form onSubmit={(e) => { e.preventDefault(); if (text.trim()) void post(`/api/games/${here.game}/chat`, { seat: here.seat, text }).then(() => { setText(""); void load(); }); }}>
        <input value={text} onInput={(e) => setText(e.currentTarget.value)} aria-label="Say something" maxLength={2000} /><button>Say</button>
      </form>
    </div>
  );
}
