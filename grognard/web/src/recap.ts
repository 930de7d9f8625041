/** What others did since my last own order. */

import { signal } from "@preact/signals";
import type { Line } from "./api";
import { HEADS } from "./log";
import { weighty } from "./motion";
import { lines, state } from "./play";

/** The recap that was read. */
const seen = signal("");
const moment = () => `${state.value!.game} ${state.value!.seat} ${state.value!.recap}`;
export const recapRead = () => { seen.value = moment(); };
/** So many lines are told; the others are in the log. */
const MOST = 6;

/** What cost something before what only moved, and how many lines more there are; nothing when it was read. */
export function recap(): { told: Line[]; more: number } {
  const here = state.value!;
  const fresh = here.recap === 0 || seen.value === moment() ? [] : lines.value.slice(here.recap).filter((l) => l.seat !== here.seat && l.text && !HEADS.has(l.kind));
  const told = weighty(fresh, MOST);
  return { told, more: fresh.length - told.length };
}
