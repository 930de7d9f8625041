/** The right column: selection, the title's panels, and the tabs. */

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Line, type Piece, get, post } from "./api";
import { onceGiven } from "./deck";
import { ChartCards, RulesTab, sought } from "./aids";
import { Chat, unread, useChat } from "./chat";
import { Icon } from "./icons";
import { Ask, inspect, InspectCard } from "./inspect";
import { goThere, selectedPlace } from "./map";
import { OddsCard } from "./odds";
import { PanelView } from "./panels";
import { PieceFace } from "./piece";
import { heard, lines, lit, odds, picked, placeName, previewed, readLine, replay, rules, showEntry, sideName, state, title, watching } from "./play";
import { HEADS, rows } from "./log";
import { recap, recapRead } from "./recap";
import { openRule, Rule } from "./rule";

export const tab = signal("Log");
const TABS = ["Log", "Forces", "Charts", "Rules", "Notes", "Chat"];

export function Side({ high }: { high: boolean }) {
  const here = state.value!;
  useChat(!watching.value);
  const tabs = watching.value ? TABS.slice(0, 4) : TABS;
  return (
    <aside class={`side ${high ? "high" : ""}`} aria-label="Panels">
      <div class="side-top">
      <Selection />
      <InspectCard />
      {odds.value && <OddsCard odds={odds.value} />}
      {openRule.value && rules.value[openRule.value] && (
        <section class="card rule-card"><header><h2>{rules.value[openRule.value]![0]}</h2><code>{openRule.value}</code><button class="quiet small" aria-label="Close the rule" onClick={() => { openRule.value = ""; }}><Icon name="close" size={14} /></button></header><p>{rules.value[openRule.value]![1]}</p>
          <button class="quiet small" onClick={() => { sought.value = openRule.value; tab.value = "Rules"; }}>In the rules</button></section>
      )}
      <Recap />
      {here.panels.filter((p) => p.side).map((panel) => <PanelView key={panel.title} panel={panel} />)}
      </div>
      <div class="tabs" role="tablist" aria-label="More">{tabs.map((name) => <button key={name} id={`tab-${name}`} role="tab" aria-selected={tab.value === name} aria-controls="tab-body" tabIndex={tab.value === name ? 0 : -1} onClick={() => { tab.value = name; }}
        onKeyDown={(e) => { const step = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0; if (step) { tab.value = tabs[(tabs.indexOf(tab.value) + step + tabs.length) % tabs.length]!; document.getElementById(`tab-${tab.value}`)?.focus(); } }}>{name}{name === "Chat" && unread.value > 0 && <i class="unread">{unread.value}<span class="unseen"> new</span></i>}</button>)}</div>
      <p class="unseen" aria-live="polite">{unread.value > 0 ? `${unread.value} new in the chat` : ""}</p>
      {tab.value !== "Log" && <p class="unseen" aria-live="polite">{heard.value.slice(-3).map((l) => l.text).join(". ")}</p>}
      <div key={tab.value} class="tab" role="tabpanel" id="tab-body" aria-labelledby={`tab-${tab.value}`} tabIndex={0}>
        {tab.value === "Log" && <Log />}
        {tab.value === "Forces" && <Forces />}
        {tab.value === "Charts" && here.panels.filter((p) => !p.side && p.kind !== "battle").map((panel) => <PanelView key={panel.title} panel={panel} />)}
        {tab.value === "Charts" && <ChartCards />}
        {tab.value === "Rules" && <RulesTab />}
        {tab.value === "Notes" && <Notes />}
        {tab.value === "Chat" && <Chat />}
      </div>
    </aside>
  );
}

/** What is picked or touched: the piece large, its words, and what the preview says of it. */
function Selection() {
  const here = state.value!;
  const stack = here.pieces.filter((p) => p.at === selectedPlace.value);
  const piece = here.pieces.find((p) => picked.value.has(p.id)) ?? (stack.length === 1 ? stack[0] : undefined);
  const seen = previewed.value;
  const counter = title.value?.looks.piece === "counter";
  if (!piece && !selectedPlace.value) return null;
  if (!piece) return <section class="card selection"><h2>{placeName(selectedPlace.value)}</h2>{stack.length ? <ul>{stack.map((p) => <InStack key={p.id} piece={p} />)}</ul> : <p class="quiet">No one is here.</p>}<Ask place={selectedPlace.value} /></section>;
  return (
    <section class="card selection">
      <div class="portrait">
        <svg viewBox="-44 -48 92 96" width="76" height="80" aria-hidden="true"><PieceFace piece={piece} title={title.value} side={76} detail={3} /></svg>
        <div><h2>{piece.name || (piece.known === "full" ? piece.label || (counter ? piece.note : "") || piece.id : "Unknown block")}</h2>
          <p>{about(piece, counter)}</p>
          <p class="tags"><span class="tag">{placeName(piece.at)}</span>{piece.tags.map((t) => <span key={t} class={`tag ${t}`}>{t}</span>)}</p></div>
      </div>
      <Ask piece={piece.known === "full" ? piece.id : undefined} place={piece.at} />
      {seen && (seen.path.length > 1 || seen.lines.length > 0 || seen.barred) && (
        <div class="inset">
          {seen.path.length > 1 && <b>{seen.path.map(placeName).join(" › ")}</b>}
          <ul>{seen.lines.map((l, i) => <li key={i}>{l.text} <Rule number={l.rule} /></li>)}
            {seen.debts.map((d, i) => <li key={`d${i}`} class="owes">{d.sentence} <Rule number={d.rule} /></li>)}
            {seen.barred && <li>There is no way back: {onceGiven(seen.barred)}.</li>}</ul>
        </div>
      )}
    </section>
  );
}

/** What is said of a piece below its name: not its name again. */
function about(piece: Piece, counter: boolean): string {
  if (counter && /^\d+$/.test(piece.strength)) return `${piece.strength} point${piece.strength === "1" ? "" : "s"}`;
  const note = (piece.note ?? "").replace(`${piece.name}, `, "");
  const said = [counter ? piece.strength : "", note === piece.name ? "" : note].filter(Boolean).join(" · ");
  return said || (piece.known === "none" ? "Its owner alone knows what it is." : "");
}

/** A piece of the stack: one whose face is seen can be asked about. */
function InStack({ piece }: { piece: Piece }) {
  const words = [piece.name || piece.note || "Unknown block", piece.most ? "" : piece.strength].filter(Boolean).join(", ");
  if (piece.known !== "full" || watching.value) return <li>{words}</li>;
  return <li><button class="plain link" title="About the unit" onClick={() => void inspect({ piece: piece.id })}>{words}</button></li>;
}

/** What happened since my last own order. */
function Recap() {
  const { told, more } = recap();
  if (!told.length) return null;
  return (
    <section class="card recap"><header><h2>Since your last turn</h2><button class="quiet small" aria-label="Seen" onClick={recapRead}><Icon name="close" size={14} /></button></header>
      <ul class="log">{told.map((l) => <LogLine key={l.n} line={l} fresh={false} />)}</ul>
      {more > 0 && <p class="quiet">and {more} more in the log</p>}
      <button onClick={() => void showEntry(state.value!.recap_entry, true)}><Icon name="history" size={15} /> Watch it</button>
    </section>
  );
}

/** Show the last line: of the tab, or on a phone of the whole column, where panels follow below. */
function scrollTo(last: Element): void {
  const [tab, column] = [last.closest(".tab")!, last.closest(".side")!];
  if (tab.scrollHeight > tab.clientHeight) tab.scrollTop = tab.scrollHeight;
  else if (column.scrollHeight > column.clientHeight) column.scrollTop += last.getBoundingClientRect().bottom - column.getBoundingClientRect().bottom;
}

function Log() {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => { if (end.current) scrollTo(end.current); }, [lines.value.length, replay.value && state.value?.version]);
  const since = state.value?.recap ?? 0;
  const told = replay.value ? lines.value.slice(0, state.value!.version) : lines.value;
  const all = rows(told);
  const [shown, setShown] = useState(PART);
  return (
    <>
      {all.length > shown && <button class="quiet small" onClick={() => setShown(shown + PART)}>Earlier</button>}
      <ol class="log" aria-live="polite" aria-label="Log">
        {all.slice(-shown).map((row) => {
          if (row.kind === "seat") return <li key={`s${row.n}`} class="label by"><i class={`side-mark side-${row.seat}`} /> {sideName(row.seat)}</li>;
          if (row.kind === "idle") return <li key={`i${row.n}${row.seat}`} class="quiet">Nothing that could be seen.</li>;
          return <LogLine key={row.line.n} line={row.line} fresh={row.line.n >= since && since > 0} />;
        })}
        <li ref={end} />
      </ol>
    </>
  );
}

/** So many lines are shown at first; each touch shows as many more. */
const PART = 300;

/** The last word keeps its dice and its rule's number with it: neither begins a line. */
const lastWord = (text: string) => text.slice(text.lastIndexOf(" ") + 1);
const head = (text: string) => text.slice(0, text.lastIndexOf(" ") + 1);

function LogLine({ line, fresh }: { line: Line; fresh: boolean }) {
  if (!line.text) return null;
  if (HEADS.has(line.kind)) return <li class="label">{line.text}</li>;
  const there = () => { if (line.places[0]) goThere(line.places[0]); };
  return (
    <li class={fresh ? "fresh" : ""} onMouseEnter={() => { lit.value = line.places; }} onMouseLeave={() => { lit.value = []; }}>
      {/* A button would be a box of its own: what follows it would begin a new line. */}
      <span class="plain" role="button" tabIndex={0} onFocus={() => { lit.value = line.places; }} onBlur={() => { lit.value = []; }} onClick={there} onKeyDown={(e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); e.stopPropagation(); there(); } }}>{head(readLine(line))}<span class="with">{lastWord(readLine(line))}</span></span><span class="with">{"\u00a0"}{line.dice?.map((d, i) => <span key={i} class="die" aria-label={`die ${d}`}>{d}</span>)} <Rule number={line.rule} /></span>
    </li>
  );
}

/** The order of battle, as far as it lies open: side by side, each unit with its place. */
function Forces() {
  const sides = new Map<string, Piece[]>();
  for (const piece of state.value?.pieces ?? []) sides.set(piece.power, [...(sides.get(piece.power) ?? []), piece]);
  const points = (pieces: Piece[]) => pieces.reduce((sum, p) => sum + (Number(p.strength) || 0), 0);
  return (
    <>{[...sides].sort(([, a], [, b]) => Number(b.some((p) => p.own)) - Number(a.some((p) => p.own))).map(([power, pieces]) => {
      const known = pieces.filter((p) => p.known === "full").sort((a, b) => a.face.localeCompare(b.face) || a.symbol.localeCompare(b.symbol) || Number(b.strength) - Number(a.strength) || a.id.localeCompare(b.id));
      const rest = pieces.filter((p) => p.known !== "full");
      return (
        <details key={power} class="forces" open={known.some((p) => p.own)}>
          <summary><b>{sideName(power)}</b><span>{pieces.length} unit{pieces.length === 1 ? "" : "s"}{known.length ? `, ${points(known)} points in sight` : ""}</span></summary>
          <table class="chart"><tbody>
            {known.map((p) => <tr key={p.id}><th scope="row">{p.name || p.note || p.id}</th><td class="n">{p.most ? `${p.strength} of ${p.most}` : p.strength}</td><td class="n"><button class="plain link" onClick={() => { goThere(p.at); selectedPlace.value = p.at; }}>{p.at.replaceAll("_", " ")}</button></td></tr>)}
            {rest.map((p, i) => <tr key={`r${i}`}><th scope="row" class="quiet">{p.known === "remembered" ? p.note : "unseen block"}</th><td class="n">{p.strength}</td><td class="n"><button class="plain link" onClick={() => { goThere(p.at); selectedPlace.value = p.at; }}>{p.at.replaceAll("_", " ")}</button></td></tr>)}
          </tbody></table>
        </details>
      );
    })}</>
  );
}

function Notes() {
  const here = state.value!;
  const [text, setText] = useState("");
  const [read, setRead] = useState(false);
  useEffect(() => { setRead(false); void get<{ text: string }>(`/api/games/${here.game}/notes?seat=${here.seat}`).then((n) => { setText(n.text); setRead(true); }); }, [here.game, here.seat]);
  return <textarea class="notes" readOnly={!read} aria-label="Private notes" placeholder="Only you read these." value={text} onInput={(e) => setText(e.currentTarget.value)} onBlur={() => void post(`/api/games/${here.game}/notes`, { seat: here.seat, text })} />;
}
