/** What the host has promised, kept by this browser: it says so when that changes. And the nonces of my seats. */

import { signal } from "@preact/signals";
import { post, type State } from "./api";
import { sha256 } from "./sha256";

export interface Pinned { commitment: string; heads: Record<string, string> }

/** What was promised and is not so any more, in a sentence; empty while all is well. */
export const broken = signal("");

const place = (here: State) => `pins:${here.game}:${here.seat}`;

export function pinned(here: State): Pinned {
  const kept = localStorage.getItem(place(here));
  return kept ? JSON.parse(kept) as Pinned : { commitment: "", heads: {} };
}

/** What is wrong with what the server says now, by what it said before. */
export function contradiction(before: Pinned, now: Pick<State, "commitment" | "head">): string {
  if (before.commitment && before.commitment !== now.commitment) {
    return "The host's promise about the set-up and the dice is not the one that was given at the start.";
  }
  const [at, head] = now.head ?? [0, ""];
  const last = Math.max(-1, ...Object.keys(before.heads).map(Number));
  if (head && at < last) return `The journal is shorter than it was: ${at} entries for all, and there were ${last}.`;
  const then = before.heads[at];
  if (head && then && then !== head) return "The journal is not the one that it was: something in it was changed.";
  return "";
}

/** Keep what is new, and say when it does not fit what was kept. */
export function pin(here: State): void {
  if (!here.seat || !here.commitment) return;
  const kept = pinned(here);
  broken.value = contradiction(kept, here);
  if (broken.value) return;
  const [at, head] = here.head ?? [0, ""];
  if (kept.commitment && kept.heads[at] === head) return;
  const heads = head ? { ...kept.heads, [at]: head } : kept.heads;
  try {
    localStorage.setItem(place(here), JSON.stringify({ commitment: here.commitment, heads }));
  } catch { /* There is no room: what was kept stays. */ }
}

const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The nonce of a seat, drawn here once. */
export function nonceOf(game: string, seat: string): string {
  const key = `nonce:${game}:${seat}`;
  const kept = localStorage.getItem(key) ?? hex(crypto.getRandomValues(new Uint8Array(16)));
  localStorage.setItem(key, kept);
  return kept;
}

const sent = new Set<string>();
/** Milliseconds in which a table is drawn first: the answer to a pledge is a state of its own. */
const DRAWN = 250;

/** Promise a nonce for each seat of mine, and give it when all have promised. */
export function pledge(here: State): void {
  if (!here.seat || here.kind !== "live" || here.outcome || !here.nonces) return;
  const all = here.nonces.every(([promised]) => promised);
  for (const { name } of here.sitting.filter((s) => s.who === "you" && !s.bot)) {
    const [promised, given] = here.nonces[here.seats.indexOf(name)] ?? ["", ""];
    const nonce = nonceOf(here.game, name);
    const promise = sha256(bytesOf(nonce));
    const what = !promised ? { promise } : all && !given && promised === promise ? { nonce } : null;
    const key = `${here.game} ${name} ${JSON.stringify(what)}`;
    if (!what || sent.has(key)) continue;
    sent.add(key);
    setTimeout(() => post(`/api/games/${here.game}/nonce`, { seat: name, ...what }).catch(() => sent.delete(key)), DRAWN);
  }
}
