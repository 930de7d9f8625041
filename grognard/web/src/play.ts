/** The table's memory: what the server said, what is picked, what is previewed. One Decision drives it. */

import { batch, computed, signal } from "@preact/signals";
import { type Board, type Choice, type Line, type Reason, type State, type Title, get, once, post, Refusal } from "./api";

export const state = signal<State | null>(null);
export const lines = signal<Line[]>([]);
export const title = signal<Title | null>(null);
export const board = signal<Board | null>(null);
export const rules = signal<Record<string, [string, string]>>({});
export const prefix = signal<string[]>([]);
export const choices = signal<Choice[]>([]);
export const chosenPlace = signal("");
export const preview = signal("");
export const refusal = signal<Reason | null>(null);
export const lit = signal<string[]>([]);
export const hidden = signal(false);
export const busy = signal(false);
export const connected = signal(false);
export const overlay = signal<{ name: string; sets: { style: string; places: string[] }[] } | null>(null);
export const curtain = signal(false);

let socket: WebSocket | null = null;
let wanted = { game: "", seat: "" };
let tries = 0;

export const decision = computed(() => state.value?.decision ?? null);
export const mySeats = computed(() => (state.value?.sitting ?? []).filter((s) => s.who === "you").map((s) => s.name));
export const myTurn = computed(() => (state.value?.deciding ?? []).some(([seat]) => seat === state.value?.seat) && !!decision.value?.offers.length);

/** The pieces and places that the next choice lights up. */
export const offered = computed(() => {
  const pieces = new Set<string>();
  const places = new Map<string, Choice>();
  for (const choice of choices.value) {
    if (choice.piece) pieces.add(choice.piece);
    if (choice.place) places.set(choice.place, choice);
  }
  return { pieces, places };
});

export async function sitDown(game: string, seat: string): Promise<void> {
  wanted = { game, seat };
  const first = await get<State>(`/api/games/${game}/state?seat=${encodeURIComponent(seat)}`);
  const [page, map, sentences, log] = await Promise.all([
    once<Title>(`/api/titles/${first.title}`), once<Board>(`/api/boards/${first.title}`),
    once<Record<string, [string, string]>>(`/api/titles/${first.title}/rules`),
    get<Line[]>(`/api/games/${game}/events?seat=${encodeURIComponent(seat)}&since=0`),
  ]);
  batch(() => {
    title.value = page; board.value = map; rules.value = sentences; lines.value = log; overlay.value = null;
    take(first);
  });
  connect();
}

export function leave(): void {
  wanted = { game: "", seat: "" };
  socket?.close();
  socket = null;
  state.value = null;
}

function connect(): void {
  socket?.close();
  const { game, seat } = wanted;
  if (!game) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const since = lines.value.length;
  const here = new WebSocket(`${scheme}://${location.host}/ws/games/${game}?seat=${encodeURIComponent(seat)}&since=${since}`);
  socket = here;
  here.onopen = () => { connected.value = true; tries = 0; };
  here.onmessage = (message) => {
    const told = JSON.parse(message.data) as { state: State; events: Line[] };
    batch(() => { hear(told.events); take(told.state); });
  };
  here.onclose = () => {
    if (socket !== here) return;
    connected.value = false;
    tries += 1;
    setTimeout(() => { if (wanted.game === game && wanted.seat === seat) connect(); }, Math.min(10_000, 300 * 2 ** tries));
  };
}

function hear(events: Line[]): void {
  const fresh = events.filter((e) => e.n >= lines.value.length);
  if (fresh.length) lines.value = [...lines.value, ...fresh];
}

/** Take over a new state; what was picked is dropped when the game has moved on. */
export function take(next: State): void {
  const before = state.value;
  if (before && before.game === next.game && before.seat === next.seat && next.version < before.version) return;
  state.value = next;
  if (!before || before.version !== next.version || before.seat !== next.seat || before.entries !== next.entries) drop();
}

/** Forget what is picked and show the first level again. */
export function drop(): void {
  batch(() => { prefix.value = []; choices.value = []; chosenPlace.value = ""; preview.value = ""; });
  void wake();
}

/** With one verb open there is nothing to choose at the first level: go down to its pieces at once. */
async function wake(): Promise<void> {
  const now = decision.value;
  if (!now || !now.offers.length) return;
  const verbs = now.offers.filter((o) => !o.final);
  if (verbs.length) await pick([verbs[0]!.text]);
}

/** Walk down the offer tree. */
export async function pick(path: string[]): Promise<void> {
  const here = state.value;
  if (!here) return;
  try {
    const found = await post<Choice[]>(`/api/games/${here.game}/next`, { seat: here.seat, prefix: path });
    if (state.value !== here && state.value?.version !== here.version) return;
    batch(() => { prefix.value = path; choices.value = found; preview.value = ""; chosenPlace.value = ""; refusal.value = null; });
  } catch (error) { complain(error); }
}

/** Touch a piece, place or word of the tree: a final one is previewed first, and played on the second touch. */
export async function touch(choice: Choice): Promise<void> {
  const order = [...prefix.value, choice.text].join(" ");
  if (!choice.final) { await pick([...prefix.value, choice.text]); return; }
  if (preview.value === order || (!choice.place && !choice.piece)) { await give(order); return; }
  batch(() => { preview.value = order; chosenPlace.value = choice.place ?? ""; });
}

export async function give(order: string): Promise<boolean> {
  const here = state.value;
  if (!here || busy.value || !order.trim()) return false;
  busy.value = true;
  try {
    const next = await post<State>(`/api/games/${here.game}/orders`, { seat: here.seat, order, version: here.version });
    batch(() => { refusal.value = null; take(next); });
    return true;
  } catch (error) {
    complain(error);
    return false;
  } finally { busy.value = false; }
}

export async function turnBack(what: "undo" | "redo" | "reset"): Promise<void> {
  const here = state.value;
  if (!here) return;
  try { take(await post<State>(`/api/games/${here.game}/${what}`, { seat: here.seat })); drop(); } catch (error) { complain(error); }
}

export async function why(order: string): Promise<Reason | null> {
  const here = state.value;
  if (!here) return null;
  return post<Reason | null>(`/api/games/${here.game}/why`, { seat: here.seat, order }).catch(() => null);
}

export async function showOverlay(name: string): Promise<void> {
  const here = state.value;
  if (!here) return;
  if (overlay.value?.name === name) { overlay.value = null; return; }
  const found = await get<{ sets: { style: string; places: string[] }[] }>(`/api/games/${here.game}/overlay/${name}?seat=${encodeURIComponent(here.seat)}`);
  overlay.value = { name, sets: found.sets };
}

function complain(error: unknown): void {
  if (error instanceof Refusal) {
    if (error.state) take(error.state);
    refusal.value = error.reason;
  } else refusal.value = { rule: "!", sentence: "The server could not be reached. The order was not given." };
}
