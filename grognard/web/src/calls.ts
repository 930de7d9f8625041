/** Calls to the table: what the browser says aloud when a turn of mine has come. The words are the server's, from my own view. */

import { signal } from "@preact/signals";
import { get } from "./api";
import { go, path } from "./route";

interface Notice { game: string; seat: string; where: string; text: string }

const EVERY = 30_000;
export const able = "Notification" in window;
export const calling = signal(able && Notification.permission === "granted" && localStorage.getItem("calls") === "on");
export const blocked = signal(able && Notification.permission === "denied");
/** The seats whose turn was told already; a turn that has passed is forgotten. */
let told = new Set<string>();

/** Switch the calls on or off; the first time the browser asks the person. */
export async function callMe(on: boolean): Promise<void> {
  const granted = on && (await Notification.requestPermission()) === "granted";
  blocked.value = Notification.permission === "denied";
  calling.value = granted;
  localStorage.setItem("calls", granted ? "on" : "off");
  if (granted) await listen();
}

const chair = (game: string, seat: string) => `/g/${game}/${seat}`;

/** A turn of mine is over: the next one is told, however soon it comes. */
export function passed(game: string, seat: string): void {
  told.delete(chair(game, seat));
}

/** Ask whose turn it is, and say what is new about it to whoever does not look at that table. */
export async function listen(): Promise<void> {
  if (!calling.value) return;
  const found = await get<Notice[]>("/api/notices").catch(() => null);
  if (!found) return;
  const key = (n: Notice) => chair(n.game, n.seat);
  for (const n of found.filter((n) => !told.has(key(n)) && (document.hidden || path.value !== key(n)))) {
    const said = new Notification(`Your turn: ${n.where}`, { body: n.text, tag: key(n) });
    said.onclick = () => { window.focus(); go(key(n)); said.close(); };
  }
  told = new Set(found.map(key));
}

setInterval(() => void listen(), EVERY);
