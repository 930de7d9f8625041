/** The end of a game: why it ended, what it cost by turns, the whole of it to keep, and once more with sides changed. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { get, post, sentenceOf, type Line } from "./api";
import { Icon } from "./icons";
import { LinkToSend } from "./link";
import { HEADS } from "./log";
import { give, lines, plain, showEntry, sideName, state, title, withNames } from "./play";
import { go } from "./route";
import { Rule } from "./rule";
import { Check } from "./seat";

export const endingOpen = signal(false);

export interface Turn { name: string; lost: number }
const LOST = /lost|eliminated|starved|overran|attrition|sunk|destroyed/;

/** How many lines of each turn, or month, tell of a loss. */
export function losses(told: Line[]): Turn[] {
  const found: Turn[] = [];
  for (const line of told) {
    if (HEADS.has(line.kind) && line.kind !== "weather" && line.kind !== "player_turn") found.push({ name: line.text, lost: 0 });
    else if (line.text && LOST.test(line.kind)) {
      if (!found.length) found.push({ name: "The beginning", lost: 0 });
      found.at(-1)!.lost += 1;
    }
  }
  return found;
}

/** The count of each side at the end of a turn, and the entry of the journal there. */
export interface Counted { turn: string; entry: number; count: Record<string, number> }
export interface TurningPoint { turn: string; entry: number; side: string; by: number }
const MOST_POINTS = 3;

/** The turns in which the count moved most, with the entry at which each began; the last word is the greatest. */
export function turningPoints(rows: Counted[]): TurningPoint[] {
  const found: TurningPoint[] = [];
  rows.slice(1).forEach((row, i) => {
    const before = rows[i]!;
    for (const [side, now] of Object.entries(row.count)) found.push({ turn: row.turn, entry: before.entry, side, by: now - (before.count[side] ?? 0) });
  });
  const best = found.filter((one) => one.by).sort((a, b) => Math.abs(b.by) - Math.abs(a.by));
  const once = best.filter((one, i) => best.findIndex((other) => other.turn === one.turn) === i).slice(0, MOST_POINTS);
  return once.sort((a, b) => a.entry - b.entry);
}

/** Who sits where in a rematch: each seat has who had the next one. */
export function swapped(sitting: { name: string; who: string; bot: string }[]): Record<string, string> {
  const who = sitting.map((s) => (s.bot ? `bot:${s.bot}` : s.who === "you" ? "me" : "invite"));
  const mine = who.filter((one) => one === "me").length;
  return Object.fromEntries(sitting.map(({ name }, i) => {
    const next = who[(i + 1) % who.length]!;
    return [name, next === "me" && mine > 1 ? "hotseat" : next];
  }));
}

export function Ending() {
  const here = state.value!;
  const box = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState("");
  const [links, setLinks] = useState<Record<string, string> | null>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>("button")?.focus(), []);
  const close = () => { endingOpen.value = false; (document.querySelector(".map") as HTMLElement | null)?.focus(); };
  const over = here.outcome;
  if (!over) return null;
  const again = async () => {
    const sitting = swapped(here.sitting);
    try {
      const begun = await post<{ game: string; seats: string[]; links: Record<string, string> }>("/api/games", { title: here.title, scenario: here.scenario, options: here.options, sitting });
      if (Object.keys(begun.links).length) setLinks({ ...begun.links, "": `/g/${begun.game}/${begun.seats[0]}` });
      else { endingOpen.value = false; go(`/g/${begun.game}/${begun.seats[0]}`); }
    } catch (error) { setTrouble(sentenceOf(error)); }
  };
  return (
    <div class="find key-list seat-panel ending" role="dialog" aria-label="How it went" ref={box} onKeyDown={(e) => { if (e.key === "Escape") { e.stopPropagation(); close(); } }}>
      <div class="head"><h2>{over.winners.length ? `Victory: ${over.winners.map(sideName).join(" and ")}` : "Drawn"}</h2><button class="quiet" aria-label="Close" onClick={close}><Icon name="close" /></button></div>
      {trouble && <p class="refusal" role="alert">{trouble}</p>}
      <section><h3 class="label">Why it ended</h3><p>{withNames(over.reason, over.rule)} <Rule number={over.rule} /></p>
        {here.milestones.length > 0 && <table class="chart"><tbody>{here.milestones.map(([name, counts]) => <tr key={name}><th scope="row">{name}</th>{Object.entries(counts).map(([side, count]) => <td key={side} class="n">{words(sideName(side))} {count}</td>)}</tr>)}</tbody></table>}
      </section>
      {!over.final && here.decision?.standing.includes("propose") && <section><p>Both sides may still agree to play on. When it is finished for good, the count of all turns, the whole journal and the dice are open. <button onClick={() => void give("propose finish")}>Finish for good</button></p></section>}
      <Course />
      <Losses turns={losses(lines.value)} />
      <section><h3 class="label">Keep it, or play once more</h3>
        <p><a class="button" href={`/api/games/${here.game}/export?seat=${encodeURIComponent(here.seat)}`}><Icon name="export" size={15} /> Save the game</a>
          <button onClick={() => { endingOpen.value = false; void showEntry(0, true); }}><Icon name="history" size={15} /> Watch it from the start</button>
          {here.kind === "live" && !links && <button class="primary" onClick={() => void again()}><Icon name="reset" size={15} /> Once more, sides changed</button>}</p>
        {links && <div class="links">{Object.entries(links).filter(([seat]) => seat).map(([seat, link]) => <LinkToSend key={seat} name={sideName(seat)} link={link} />)}
          <p><button class="primary" onClick={() => { endingOpen.value = false; go(links[""]!); }}>To the new table</button></p></div>}
      </section>
      {here.kind === "live" && here.outcome?.final && <section><h3 class="label">Was it fair?</h3><Check /></section>}
    </div>
  );
}

const COURSE = { width: 480, height: 120, edge: 6 };

/** The count by turns as lines, and where it turned. */
function Course() {
  const here = state.value!;
  const [rows, setRows] = useState<Counted[]>([]);
  const over = !!here.outcome?.final && here.kind !== "analysis";
  useEffect(() => { if (over) void get<Counted[]>(`/api/games/${here.game}/course?seat=${encodeURIComponent(here.seat)}`).then(setRows, () => setRows([])); }, [here.game, over]);
  const sides = Object.keys(rows[0]?.count ?? {});
  if (rows.length < 2 || !sides.length) return null;
  const all = rows.flatMap((row) => sides.map((side) => row.count[side] ?? 0));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const { width, height, edge } = COURSE;
  const x = (i: number) => edge + ((width - 2 * edge) * i) / (rows.length - 1);
  const y = (n: number) => height - edge - ((height - 2 * edge) * (n - low)) / (high - low);
  const seat = (side: string) => here.seats.find((one) => sideName(one) === side) ?? "";
  return (
    <section><h3 class="label">The count by turns</h3>
      <figure class="course"><svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sides.map((side) => `${side}: ${rows[0]!.count[side]} at first, ${rows.at(-1)!.count[side]} at the end`).join("; ")}>
        <line class="zero" x1="0" x2={width} y1={y(0)} y2={y(0)} />
        {sides.map((side, n) => <g key={side} class={`course-line side-${seat(side)} nth-${n}`}><polyline points={rows.map((row, i) => `${x(i).toFixed(1)},${y(row.count[side] ?? 0).toFixed(1)}`).join(" ")} />
          {rows.map((row, i) => <circle key={i} cx={x(i)} cy={y(row.count[side] ?? 0)} r="3.5"><title>{`${row.turn}: ${side} ${row.count[side]}`}</title></circle>)}</g>)}
      </svg><figcaption>{sides.map((side, n) => <span key={side} class={`side-${seat(side)} nth-${n}`}><i /> {side} {rows.at(-1)!.count[side]}</span>)} · {rows[0]!.turn} to {rows.at(-1)!.turn}</figcaption></figure>
      <TurningPoints points={turningPoints(rows)} />
    </section>
  );
}

function TurningPoints({ points }: { points: TurningPoint[] }) {
  if (!points.length) return null;
  const watch = (entry: number) => { endingOpen.value = false; void showEntry(entry, true); };
  return (
    <><h3 class="label">Turning points</h3>
      <ul class="turning">{points.map((point) => <li key={point.turn}><button onClick={() => watch(point.entry)}><Icon name="history" size={15} /> {point.turn}: {point.side} {point.by > 0 ? `gain ${point.by}` : `lose ${-point.by}`}</button></li>)}</ul></>
  );
}

/** What a count is of, in words. */
const words = (name: string) => { const said = plain(name); return said[0]!.toUpperCase() + said.slice(1); };

/** A bar for each turn: how often something was lost in it. */
function Losses({ turns }: { turns: Turn[] }) {
  const most = Math.max(0, ...turns.map((turn) => turn.lost));
  if (!most) return null;
  const counter = title.value?.looks.piece === "counter";
  return (
    <section><h3 class="label">Losses by turn</h3>
      <figure class="losses"><div>{turns.map((turn, i) => <span key={i} title={`${turn.name}: ${turn.lost}`}><i style={{ height: `${(100 * turn.lost) / most}%` }} /></span>)}</div>
        <figcaption>{turns[0]!.name} to {turns.at(-1)!.name}; at most {most} {counter ? (most === 1 ? "loss" : "losses") : most === 1 ? "lost step or block" : "lost steps or blocks"} in one, as far as you could see.</figcaption></figure>
    </section>
  );
}
