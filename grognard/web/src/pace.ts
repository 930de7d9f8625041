/** The pace at which others' orders are shown: one after another, as they would be played on a board. */

import { batch, signal } from "@preact/signals";
import type { Line, State } from "./api";

export const PACES = ["slow", "normal", "fast", "at once"] as const;
export type Pace = (typeof PACES)[number];
const TIMES: Record<Pace, number> = { slow: 2, normal: 1, fast: 0.4, "at once": 0 };

const known = (text: string | null): Pace => PACES.find((one) => one === text) ?? "normal";
export const pace = signal<Pace>(known(localStorage.getItem("pace")));

export function setPace(to: Pace): void {
  pace.value = to;
  localStorage.setItem("pace", to);
  if (to === "at once") skip();
}

/** Milliseconds for which what was told stays before the next is shown. */
export function lasting(events: Line[], waiting: number): number {
  const weight = (line: Line) => (!line.text ? 0 : line.dice?.length ? 1500 : line.places.length > 1 ? 800 : 600);
  const longest = Math.max(0, ...events.map(weight));
  const more = Math.max(0, events.filter((line) => line.text).length - 1) * 150;
  // A long turn is shown faster than a short one: no one waits for a minute.
  return (longest + Math.min(more, 1000)) / Math.max(1, waiting / 10);
}

/** Some lines of the log, with the state that they led to or before it. */
interface Waiting { state: State | null; events: Line[] }
const line: Waiting[] = [];
/** How many moments of others' turns wait to be shown. */
export const pending = signal(0);
let timer = 0;
let show: (state: State | null, events: Line[]) => void = () => undefined;

/** Who shows what has waited. */
export const shownBy = (act: typeof show) => { show = act; };

function next(): void {
  timer = 0;
  const first = line.shift();
  pending.value = line.length;
  if (!first) return;
  show(first.state, first.events);
  const time = lasting(first.events, line.length) * TIMES[pace.value];
  timer = window.setTimeout(next, time);
}

/** Each line by itself, with those before it that say nothing. */
export function parts(events: Line[]): Line[][] {
  const found: Line[][] = [];
  let silent: Line[] = [];
  for (const event of events) {
    silent.push(event);
    if (event.text) { found.push(silent); silent = []; }
  }
  return silent.length ? [...found, silent] : found;
}

/** Show what led to a state line by line, and then the state, when their time has come. */
export function queue(state: State, events: Line[]): void {
  const told = parts(events);
  line.push(...told.slice(0, -1).map((some) => ({ state: null, events: some })), { state, events: told.at(-1) ?? [] });
  pending.value = line.length;
  if (!timer) next();
}

/** Is something still to be shown, or does what was shown last still stand? */
export const underWay = () => timer !== 0 || line.length > 0;

/** Show all that waits now. */
export function skip(): void {
  window.clearTimeout(timer);
  timer = 0;
  batch(() => { for (const { state, events } of line.splice(0)) show(state, events); pending.value = 0; });
}

/** Forget all that waits: another table is looked at. */
export function forget(): void {
  window.clearTimeout(timer);
  timer = 0;
  line.length = 0;
  pending.value = 0;
}
