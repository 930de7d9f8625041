/** The deck: prompt, order line, undo, end. Its order never changes. */

import { effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Choice } from "./api";
import { dragging } from "./drag";
import { completions } from "./geometry";
import { endingOpen } from "./ending";
import { Icon } from "./icons";
import { Passed } from "./idle";
import { goThere, selectedPlace } from "./map";
import {
  botFor, busy, choices, complain, chosenPlace, decision, drop, endings, give, isPlace, myTurn, nextWay, odds, offered, ordered, pick, picked, placeName, plain, prefix, preview, previewed, readLine, refusal, replay, showEntry, sideName, state, title, touch, turnBack, verbName, verbs, watching, withNames, wordName, words, written,
} from "./play";
import { weighty } from "./motion";
import { pace, PACES, pending, setPace, skip } from "./pace";
import { Proposals } from "./propose";
import { recap, recapRead } from "./recap";
import { Replay } from "./replay";
import { go } from "./route";
import { Rule } from "./rule";
import { hand } from "./seat";
import { drags, Handle, sheetUp } from "./sheet";
import { tab } from "./side";

/** Put the cursor into the order line. */
export function focusLine(): void {
  document.querySelector<HTMLInputElement>(".line input")?.focus();
}

/** What stands between an order and its undo, with seats and places by their names. */
const barrier = (why: string) => plain(withNames(why, "E."));
/** What makes an order final, said before it is given. */
export const onceGiven = (barred: string) => barrier(barred).replace("has been rolled", "is rolled").replace("have been rolled", "are rolled").replace("has been shown", "is shown").replace("has ended", "ends");

/** That a new phase begins is seen; the button of undo says it to whoever asks. */
const PHASE_ENDED = "a phase has ended";

/** Is there a finger rather than a mouse and keys? */
const touched = matchMedia("(pointer: coarse)").matches;

export function Deck() {
  const now = decision.value;
  const here = state.value!;
  if (watching.value) return <section class="deck watching" aria-label="Watching"><div class="deck-top"><span class="seat-chip">Watching{here.turn.phases[here.turn.phase] ? ` · ${here.turn.phases[here.turn.phase]}` : ""}</span><div class="prompt" role="status" aria-live="polite"><Prompt /></div><span class="count">Public facts only{here.watch > 0 ? `, ${here.watch} orders late` : ""}</span></div></section>;
  if (replay.value) return <section class="deck" aria-label="Replay"><Replay /></section>;
  if (botFor.value && !here.outcome) return <section class="deck watching" aria-label="Orders"><div class="deck-top"><span class={`seat-chip side-${here.seat}`}>{sideName(here.seat)}</span><div class="prompt" role="status" aria-live="polite"><span class="wait">The {botFor.value} bot plays for you.</span></div><button class="primary" onClick={() => void hand("me").catch(complain)}><Icon name="undo" size={15} /> Take it back</button></div></section>;
  // Whose phase it is: that of whoever is asked, and in a question that of the player whose turn brought it.
  const asked = myTurn.value || here.outcome ? here.seat : here.deciding[0]?.[0] ?? here.seat;
  const acting = now?.kind === "question" && here.turn.who && here.seats.includes(here.turn.who) ? here.turn.who : asked;
  return (
    <section class={`deck ${sheetUp.value}`} aria-label="Orders" {...drags}>
      <Handle />
      <div class="deck-top">
        <span class={`seat-chip side-${acting}`}>{sideName(acting)}{here.turn.phases[here.turn.phase] && !here.outcome ? ` ${here.turn.phases[here.turn.phase]}` : ""}</span>
        <div class="prompt" role="status" aria-live="polite"><Prompt /></div>
        <Count />
        {!!now?.debts.length && <Debts />}
      </div>
      <Proposals />
      {refusal.value && (
        <p class="refusal" role="alert"><Icon name="lock" size={15} /> <span>{refusal.value.sentence}</span> <Rule number={refusal.value.rule} />
          <button class="quiet small" onClick={() => { refusal.value = null; }} aria-label="Close"><Icon name="close" size={14} /></button></p>
      )}
      <Passed />
      <Told />
      <PathLine />
      <Strip />
      {here.outcome && !myTurn.value ? <div class="deck-row"><button class="primary" onClick={() => { endingOpen.value = true; }}><Icon name="flag" size={15} /> How it went</button><button onClick={() => go("/")}>Another game</button><button onClick={() => void showEntry(0, true)}><Icon name="history" size={15} /> Watch it from the start</button></div> : <div class="deck-row">
        <OrderLine />
        <Commit />
        <span class="sep" />
        <button class="undo" title={now?.undo ? "Take back the last order (Ctrl Z)" : now?.undo_barred ? barrier(now.undo_barred) : "Nothing to take back"} disabled={!now?.undo} onClick={() => void turnBack("undo")}><Icon name="undo" /><span>Undo</span>{now?.undo ? <kbd>{now.undo}</kbd> : null}</button>
        <button class="tool redo" title="Give again (Ctrl Shift Z)" aria-label="Redo" disabled={!now?.redo} onClick={() => void turnBack("redo")}><Icon name="redo" /></button>
        <button class="tool reset" title="Reset my turn (Ctrl Backspace)" aria-label="Reset my turn" disabled={!now?.undo} onClick={() => void turnBack("reset")}><Icon name="reset" /></button>
        {now && myTurn.value && !here.outcome && !now.undo && now.undo_barred && now.undo_barred !== PHASE_ENDED && <span class="barred">Undo stops here: {barrier(now.undo_barred)}.</span>}
        <span class="sep" />
        <End />
      </div>}
    </section>
  );
}

/** The heaviest of what others did, where there is no column that tells it. */
function Told() {
  const { told, more } = recap();
  const [first] = weighty(told, 1);
  if (!first || !myTurn.value) return null;
  const read = () => { recapRead(); tab.value = "Log"; sheetUp.value = "high"; };
  return <p class="told"><Icon name="history" size={15} /> <span>{readLine(first)}{told.length + more > 1 ? `, and ${told.length + more - 1} more` : ""}</span><button class="quiet small" onClick={read}>Read</button></p>;
}

/** So many units are named one by one. */
const FEW = 3;

/** What is asked; while a piece is picked, what to do with it. */
function Prompt() {
  const here = state.value!;
  const now = decision.value;
  if (here.outcome) {
    const { winners, level, reason, rule } = here.outcome;
    const names = winners.map(sideName).join(" and ");
    const drawn = withNames(reason, rule).replace(/^Drawn: /, "");
    return names
      ? <span class="outcome"><b>Victory: {names}</b> · {level} · {withNames(reason, rule)} <Rule number={rule} /></span>
      : <span class="outcome"><b>Drawn</b> · {drawn} <Rule number={rule} /></span>;
  }
  if (!myTurn.value) {
    const waiting = here.deciding.filter(([seat]) => seat !== here.seat);
    if (pending.value) return <Others />;
    return <span class="wait">{waiting.length ? waiting.map(([seat, text]) => plain(text.replace(`${seat}: `, `Waiting for ${sideName(seat)}: `)) || `Waiting for ${sideName(seat)}.`).join(" · ") : "Waiting."}</span>;
  }
  const named = [...picked.value].filter((w) => w !== ".");
  const says = title.value?.looks.verbs?.[prefix.value[0] ?? ""]?.says;
  if (!named.length && !verbs.value.length && endings.value.length === 1 && !now!.debts.length) return <span>{plain(now!.prompt)} <b>Nothing more can be done.</b></span>;
  if (!named.length) return <><span>{plain(now!.prompt)}</span>{prefix.value[0] && says && <small class="asked"><b>{cap(verbName(prefix.value[0]))}:</b> {uncap(says)}</small>}</>;
  const level = words.value[0]?.choice.level;
  const what = level ? `choose ${title.value?.looks.levels?.[level] ?? `the ${plain(level)}`}.` : "choose.";
  const verb = prefix.value[0]!;
  const { acts, goal = "pick a lit hex" } = title.value?.looks.verbs?.[verb] ?? {};
  const units = [...offered.value.pieces.keys()].map(wordName);
  const given = dragging.value ? (preview.value ? "let go to play it." : "drop it on a lit hex.") : preview.value ? touched ? "touch again to play it." : "touch again or press Enter to play it." : "";
  const wanted = offered.value.places.size ? units.length ? `${goal}, or another unit.` : `${goal}.` : words.value.length ? what : units.length ? acts ? "choose the unit." : `choose the unit: ${some(units)}.` : "choose.";
  const [first, ...rest] = named.map(wordName);
  // Whoever attacks with a whole army counts it; who is in it is marked on the map.
  const all = <b title={named.map(wordName).join("; ")}>{named.length > FEW ? `${named.length} units` : named.map(wordName).join(named.length > 1 && [first, ...rest].some((w) => w!.includes(",")) ? "; " : ", ")}</b>;
  const others = rest.length ? rest.join(", ") : !given && !offered.value.places.size ? some(units) : "";
  const told = acts ? <><b>{first}</b> {acts}{others && <> <b>{others}</b></>}</> : verb === "attack" ? <>{cap(verbName(verb))} with {all}</> : <>{cap(verbName(verb))} {all}</>;
  return <><span>{told}{preview.value && <Aim named={named} />}: {given || wanted}</span>{(words.value.length > 0 || now!.kind === "question") && <small class="asked">{plain(now!.prompt)}</small>}</>;
}

/** The place or the word that completes what is previewed, if the prompt has not named it. */
function Aim({ named }: { named: string[] }) {
  const last = preview.value.split(" ").at(-1)!.split("+").at(-1)!.split(">").at(-1)!;
  if (named.includes(last) || preview.value.indexOf(" ") < 0) return null;
  return isHex(last) ? <> {title.value?.looks.verbs?.[prefix.value[0]!]?.where ?? (prefix.value[0] === "attack" ? "on" : "to")} <b>{placeName(last)}</b></> : <>, <b>{words.value.find((o) => o.choice.text === last)?.choice.name ?? wordName(last)}</b></>;
}

/** What others did is being shown: faster, slower, or all of it now. */
function Others() {
  const at = PACES.indexOf(pace.value);
  return (
    <span class="wait others">The others play: {pending.value} more to see.
      <button class="quiet small" disabled={at === 0} onClick={() => setPace(PACES[at - 1]!)}>Slower</button>
      <button class="quiet small" disabled={at >= PACES.length - 2} onClick={() => setPace(PACES[at + 1]!)}>Faster</button>
      <button class="small" onClick={skip}><Icon name="step" size={14} /> Skip</button></span>
  );
}

/** So many names are read out; of more their number is told. */
const READ = 3;
const some = (names: string[]) => (names.length > READ ? `${names.length} may go` : names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${names.at(-1)}` : names.join(""));
const cap = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const uncap = (text: string) => text[0]!.toLowerCase() + text.slice(1);

function Count() {
  const { pieces, places } = offered.value;
  if (!myTurn.value || (!pieces.size && !places.size)) return null;
  const enemies = [...places.keys()].filter((name) => state.value!.pieces.some((p) => p.at === name && !p.own)).length;
  const parts = [pieces.size ? `${pieces.size} unit${pieces.size > 1 ? "s" : ""}` : "", places.size - enemies ? `${places.size - enemies} hex${places.size - enemies > 1 ? "es" : ""}` : "", enemies ? `${enemies} attack${enemies > 1 ? "s" : ""}` : ""];
  return <span class="count">{parts.filter(Boolean).join(" · ")}{picked.value.size || places.size ? "" : " may act"}</span>;
}

function Debts() {
  const debts = decision.value!.debts;
  const [open, setOpen] = useState(false);
  return (
    <span class="debts">
      <button class="debt" aria-expanded={open} onClick={() => setOpen(!open)}><Icon name="wrench" size={15} /> <span>{debts.length === 1 ? "1 debt" : `${debts.length} debts`}<span class="wide">: {debts[0]!.sentence}</span></span></button>
      {open && <ul class="menu">{debts.map((d, i) => (
        <li key={i}><button class="plain" onClick={() => { goThere(d.place); selectedPlace.value = d.place; }}>{d.sentence}</button> <Rule number={d.rule} /></li>))}</ul>}
    </span>
  );
}

/** The path of the preview and what follows from it. */
function PathLine() {
  const seen = previewed.value;
  if (!seen || (!seen.path.length && !seen.barred && !seen.debts.length)) return null;
  const way = seen.ways.indexOf(seen.order) + 1;
  return (
    <p class="path-line">
      {seen.path.length > 1 && <b>{seen.path.map(placeName).join(" › ")}</b>}
      {seen.ways.length > 1 && <button class="by-way" title="Go by other hexes (W)" onClick={() => void nextWay(1)}>{way ? `Way ${way} of ${seen.ways.length}` : `${seen.ways.length} ways`}</button>}
      {seen.barred && <span class="final">No way back: {onceGiven(seen.barred)}.</span>}
      <OddsLine />
      {seen.debts.map((d, i) => <span key={i} class="owes"><Icon name="wrench" size={13} /> {d.sentence} <Rule number={d.rule} /></span>)}
    </p>
  );
}

/** The odds in a line, where there is no column for them. */
function OddsLine() {
  const now = odds.value;
  if (!now) return null;
  const mean = (chances: number[]) => chances.reduce((sum, chance, n) => sum + chance * n, 0).toFixed(1);
  const words = now.rows ? `${now.title ?? ""}: ${now.rows.slice(0, 4).map((r) => `${r.text} ${Math.round(r.chance * 100)} %`).join(", ")}`
    : Object.entries(now.losses ?? {}).map(([side, chances]) => `${sideName(side)} lose ${mean(chances)}`).join(", ");
  return <span class="odds-line">{words}</span>;
}

/** The verbs of the Decision, the words of the open level, and on a phone its targets. */
function Strip() {
  if (!myTurn.value) return null;
  // One order that goes on is open already; one that is whole by itself must be seen to be chosen.
  const many = verbs.value.length > 1 || verbs.value.some((o) => o.final);
  const targets = [...offered.value.places.values()];
  const away = [...offered.value.pieces.values()].filter(({ choice }) => !onMap(choice.piece!));
  const hostile = (place: string) => state.value!.pieces.some((p) => p.at === place && !p.own);
  const nearest = [...targets].sort((a, b) => Number(hostile(b.choice.place!)) - Number(hostile(a.choice.place!)) || (a.choice.cost ?? 0) - (b.choice.cost ?? 0));
  const chips = prefix.value.length > 1 ? nearest.slice(0, 40) : [];
  const boxes = targets.filter(({ choice }) => !isHex(choice.place!));
  if (!many && !words.value.length && !chips.length && !away.length && !boxes.length) return null;
  return (
    <div class="strip" role="group" aria-label="Choices">
      {many && verbs.value.map((o) => <button key={o.text} class="verb" title={title.value?.looks.verbs?.[o.text]?.says} aria-pressed={prefix.value[0] === o.text} onClick={() => void (o.final ? touch({ choice: { text: o.text, final: true }, tokens: [o.text] }) : pick([o.text]))}>{cap(verbName(o.text))}</button>)}
      <span class={words.value.some((o) => o.choice.says) ? "explained" : "words"}>{words.value.map((offer, i) => <button key={offer.choice.text} class="offer" aria-pressed={preview.value === written(offer.tokens)} onClick={() => void touch(offer)}>{i < 9 ? <kbd>{i + 1}</kbd> : null}{cap(title.value?.looks.sides?.[offer.choice.text]?.name ?? offer.choice.name ?? plain(offer.choice.text))}{offer.choice.cost !== undefined ? ` (${offer.choice.cost})` : ""}{offer.choice.says && <small class="means">{offer.choice.says}</small>}</button>)}</span>
      {away.slice(0, 30).map((offer) => <button key={offer.choice.text} class="offer" aria-pressed={preview.value === written(offer.tokens)} onClick={() => void touch(offer)}>{wordName(offer.choice.text)}{offer.choice.cost !== undefined ? ` (${offer.choice.cost})` : ""}</button>)}
      {boxes.map((offer) => <button key={offer.choice.text} class="offer" aria-pressed={preview.value === written(offer.tokens)} onClick={() => void touch(offer)}>{plain(offer.choice.text)}{offer.choice.cost !== undefined ? ` (${offer.choice.cost})` : ""}</button>)}
      {chips.filter(({ choice }) => isHex(choice.place!)).map((offer) => {
        const { choice } = offer;
        const attack = state.value!.pieces.some((p) => p.at === choice.place && !p.own);
        return <button key={choice.text} class={`chip ${attack ? "attack" : ""}`} aria-pressed={preview.value === written(offer.tokens)} onClick={() => { goThere(choice.place!); void touch(offer); }}><i>{choice.cost ?? "·"}</i>{placeName(choice.text)}</button>;
      })}
    </div>
  );
}

const isHex = isPlace;
const onMap = (id: string) => { const piece = state.value!.pieces.find((p) => p.id === id); return !!piece && isHex(piece.at); };

/** The one amber button: it says what it does, and whether there is a way back. */
function Commit() {
  const order = preview.value;
  const verb = order.split(" ")[0] ?? "";
  const goal = order.split(" ").filter((w) => w !== ".").at(-1)!.split(">").at(-1)!;
  const dice = previewed.value?.barred === "a die has been rolled";
  const fights = chosenPlace.value !== "" && verb === "move" && state.value!.pieces.some((p) => p.at === chosenPlace.value && !p.own);
  const text = !order ? "Pick" : dice ? "Roll, no way back" : fights ? `Attack ${plain(goal)}` : `${cap(verbName(verb))}${goal && goal !== verb ? ` ${words.value.find((o) => o.choice.text === goal)?.choice.name ?? plain(goal)}` : ""}`;
  return <button class="primary commit" disabled={!order || busy.value} onClick={() => void give(order)}><Icon name={dice ? "dice" : fights ? "swords" : "enter"} /> {text}</button>;
}

/** The end that was asked for at a moment of the game; another moment asks anew. */
const askedFor = signal("");
// Whoever has looked at something else is asked anew.
effect(() => { if (replay.value || ordered.value >= 0) askedFor.value = ""; });
const ending = (text: string) => `${text} ${state.value!.seat} ${state.value!.version}`;
/** End the phase; asks once more while units may still act. */
export function endPhase(text: string): void {
  const asks = verbs.value.length > 0 && !title.value?.looks.optional?.includes(decision.value?.step ?? "");
  if (text === "pass" || askedFor.value === ending(text) || !asks) void give(text); else askedFor.value = ending(text);
}

/** What an ending is called: by the title where the phase goes on after it, else by the phase. */
const endName = (text: string, phase: string) => title.value?.looks.ends?.[decision.value?.step ?? ""] ?? `${cap(text)}${text === "end" ? ` ${phase.toLowerCase()}` : ""}`;

function End() {
  const here = state.value!;
  const phase = here.turn.phases[here.turn.phase] ?? "";
  if (!endings.value.length) {
    return myTurn.value && decision.value?.debts.length ? <button class="end" disabled title={decision.value.debts[0]!.sentence}><Icon name="lock" size={15} /> End {phase.toLowerCase()}</button> : null;
  }
  const left = verbs.value.map((o) => title.value?.looks.verbs?.[o.text]?.left).find(Boolean) ?? "Units may still act";
  return <>{endings.value.map((o) => <button key={o.text} class={`end ${askedFor.value === ending(o.text) ? "sure" : ""}`} onClick={() => endPhase(o.text)}>{askedFor.value === ending(o.text) ? `Sure? ${left}` : endName(o.text, phase)}</button>)}</>;
}

/** Any order can be typed; the line completes from the offers. */
function OrderLine() {
  const [typed, setTyped] = useState("");
  const [near, setNear] = useState<string[]>([]);
  const [at, setAt] = useState(-1);
  const latest = useRef(0);
  const completing = useRef(new AbortController());
  const byHand = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  // What is picked on the map is written here; what someone types stays while nothing is picked.
  useLayoutEffect(() => {
    const picked = previewed.value?.order || preview.value || (prefix.value.length > 1 ? written(prefix.value) + " " : "");
    if (picked || !byHand.current) clear(picked);
  }, [preview.value, previewed.value, prefix.value]);

  function clear(text = "") {
    byHand.current = false;
    latest.current += 1;
    setTyped(text); setNear([]); setAt(-1);
  }

  async function complete(text: string) {
    byHand.current = text !== "";
    setTyped(text);
    setAt(-1);
    const turn = ++latest.current;
    // What was asked for a word that is no longer there holds up nothing.
    completing.current.abort();
    completing.current = new AbortController();
    const tokens = text.split(" ");
    const last = tokens.pop() ?? "";
    const here = state.value;
    if (!here) return;
    if (!tokens.length) { setNear(completions(last, [...(decision.value?.offers ?? []).map((o) => o.text), ...(decision.value?.standing ?? [])])); return; }
    const words = await fetch(`/api/games/${here.game}/next`, {
      method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ seat: here.seat, prefix: tokens, standing: !decision.value?.offers.some((o) => o.text === tokens[0]) && (decision.value?.standing.includes(tokens[0]!) ?? false) }),
      signal: completing.current.signal,
    }).then(async (found) => (found.ok ? ((await found.json()) as Choice[]).map((c) => c.text) : [])).catch(() => [] as string[]);
    if (turn === latest.current) setNear(completions(last, words));
  }

  function put(word: string) {
    const tokens = input.current!.value.split(" ");
    tokens[tokens.length - 1] = word;
    input.current!.value = tokens.join(" ") + " ";
    void complete(input.current!.value);
    input.current!.focus();
  }

  return (
    <div class="line">
      <span class="caret" aria-hidden="true">›</span>
      <input ref={input} value={typed} placeholder="Type an order" aria-label="Order line" autocomplete="off" spellcheck={false}
        role="combobox" aria-expanded={near.length > 0} aria-controls="completions" aria-autocomplete="list" aria-activedescendant={at >= 0 ? `completion-${at}` : undefined}
        onInput={(e) => void complete(e.currentTarget.value)} onBlur={() => setNear([])}
        onKeyDown={(e) => {
          if (e.key === "Enter") { if (at >= 0 && near[at]) put(near[at]!); else void give(e.currentTarget.value.trim()).then((ok) => { if (ok) clear(); }); }
          else if (e.key === "Tab" && near.length) { e.preventDefault(); put(near[Math.max(0, at)]!); }
          else if (e.key === "ArrowDown") { e.preventDefault(); setAt(Math.min(near.length - 1, at + 1)); }
          else if (e.key === "ArrowUp") { e.preventDefault(); setAt(Math.max(-1, at - 1)); }
          else if (e.key === "Escape") { if (typed) { clear(); drop(); } else (document.querySelector(".map") as HTMLElement | null)?.focus(); }
        }} />
      {choices.value.length > 0 && prefix.value.length > 1 && !near.length && !preview.value && <span class="keys"><kbd>Tab</kbd> next <kbd>Esc</kbd> drop</span>}
      <ul id="completions" class="near" role="listbox" aria-label="Completions" hidden={!near.length}>{near.map((word, i) => (
        <li key={word} id={`completion-${i}`} role="option" aria-selected={i === at} onMouseDown={(e) => { e.preventDefault(); put(word); }}>{word}</li>))}
      </ul>
    </div>
  );
}
