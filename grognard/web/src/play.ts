/** The table's memory: what the server said, what is picked, what is previewed. One Decision drives it. */

import { batch, computed, signal } from "@preact/signals";
import {
  type Board, type Choice, type Level, type Line, type Odds, type OverlayData, type Preview, type Reason, type State, type Title, get, once, post, weigh, Refusal,
} from "./api";
import { listen, passed } from "./calls";
import { broken, pin, pledge } from "./pins";
import { forget, pace, queue, shownBy, skip, underWay } from "./pace";
import { moment } from "./route";
import { Wire } from "./wire";

export const state = signal<State | null>(null);
export const lines = signal<Line[]>([]);
/** The lines that came last: what moves and rolls follows them. */
export const heard = signal<Line[]>([]);
export const title = signal<Title | null>(null);
export const board = signal<Board | null>(null);
export const rules = signal<Record<string, [string, string]>>({});
export const prefix = signal<string[]>([]);
export const choices = signal<Choice[]>([]);
/** Targets that would leave a debt, with its sentences. */
export const owing = signal<Record<string, string[]>>({});
/** In a set: what the order could go on with if the set were closed now. */
export const beyond = signal<Choice[]>([]);
/** The last token is a set that may still grow. */
const growing = signal(false);
export const chosenPlace = signal("");
export const preview = signal("");
export const previewed = signal<Preview | null>(null);
export const odds = signal<Odds | null>(null);
export const refusal = signal<Reason | null>(null);
export const lit = signal<string[]>([]);
export const hidden = signal(false);
export const busy = signal(false);
/** How many orders were given here. */
export const ordered = signal(0);
export const connected = signal(true);
export const overlays = signal<{ name: string; data: OverlayData }[]>([]);
/** The moment that was chosen, and whether the table shows it yet. */
export const replay = signal<{ entry: number; last: number; playing: boolean; shown: boolean } | null>(null);
export const forkedFrom = signal<Record<string, string>>(JSON.parse(sessionStorage.getItem("forks") ?? "{}"));

const ENDS = ["end", "commit", "pass"];
const MOST_OVERLAYS = 3;
let socket: WebSocket | null = null;
let wire: Wire | null = null;
let wanted = { game: "", seat: "" };
let live: State | null = null;
let tries = 0;
let nextTry = 0;
/** How often something was picked: an answer about what was picked before is not taken. */
let asked = 0;

/** The bot that plays my seat until I take it back. */
export const botFor = computed(() => (state.value?.sitting ?? []).find((s) => s.who === "you" && s.name === state.value?.seat)?.bot ?? "");
/** Does this browser hold the seat no more? */
export const gone = signal(false);

export const decision = computed(() => (replay.value || botFor.value ? null : state.value?.decision ?? null));
export const mySeats = computed(() => (state.value?.sitting ?? []).filter((s) => s.who === "you" && !s.bot).map((s) => s.name));
/** Who was let see each game on this screen, where several seats share it; another who comes finds the curtain closed. */
const seen = signal<Record<string, string>>({});
const chair = (game: string) => seen.value[game] ?? localStorage.getItem(`chair:${game}`) ?? "";
/** Where nothing is hidden from anyone there is nothing to hide by a curtain. */
const veiled = () => title.value?.fog !== false;
const shared = (here: State) => veiled() && here.kind === "live" && !here.outcome && here.sitting.filter((s) => s.who === "you").length > 1;
/** Does the curtain hide a seat? It is closed before the table is there. */
export function curtained(game: string, seat: string): boolean {
  const here = state.value;
  const known = here?.game === game && here.seat === seat;
  return seat !== "" && chair(game) !== "" && chair(game) !== seat && (known ? shared(here) : veiled());
}
export const curtain = computed(() => !!state.value && curtained(state.value.game, state.value.seat));

export function openCurtain(game: string, seat: string): void {
  localStorage.setItem(`chair:${game}`, seat);
  seen.value = { ...seen.value, [game]: seat };
}

export const myTurn = computed(() => !!decision.value?.offers.length && (state.value?.deciding ?? []).some(([seat]) => seat === state.value?.seat));
export const verbs = computed(() => (decision.value?.offers ?? []).filter((o) => !ENDS.includes(o.text)));
export const endings = computed(() => (decision.value?.offers ?? []).filter((o) => ENDS.includes(o.text)));

export interface Offer { choice: Choice; tokens: string[] }

/** The pieces that the order names so far. */
export const picked = computed(() => new Set(prefix.value.slice(1).flatMap((token) => token.split("+"))));

/** The text of an order: a set is closed in the tree by a full stop, in the text by the next word. */
export const written = (tokens: string[]) => tokens.filter((token) => token !== ".").join(" ");

/** The tokens that a choice of the open level leads to: a member joins its set, anything else stands for itself. */
function following(choice: Choice): string[] {
  const path = prefix.value;
  if (choice.set && growing.value) return [...path.slice(0, -1), `${path.at(-1)}+${choice.text}`];
  return [...path, choice.text];
}

/** The pieces and places that the next choice lights up. */
export const offered = computed(() => {
  const pieces = new Map<string, Offer>();
  const places = new Map<string, Offer>();
  const take = (choice: Choice, tokens: string[]) => {
    if (choice.piece && !pieces.has(choice.piece)) pieces.set(choice.piece, { choice, tokens });
    if (choice.place && !places.has(choice.place)) places.set(choice.place, { choice, tokens });
  };
  for (const choice of choices.value) take(choice, following(choice));
  for (const choice of beyond.value) take(choice, [...prefix.value, ".", choice.text]);
  return { pieces, places };
});

/** The words and numbers of the level that is open. */
export const words = computed((): Offer[] => [
  ...choices.value.map((choice) => ({ choice, tokens: [...prefix.value, choice.text] })),
  ...beyond.value.map((choice) => ({ choice, tokens: [...prefix.value, ".", choice.text] })),
].filter(({ choice }) => !choice.piece && !choice.place && choice.text !== "."));

/** A verb as its button calls it. */
export const verbName = (verb: string) => title.value?.looks.verbs?.[verb]?.name ?? plain(verb);
/** A word of an order as the prompt says it: a counter by its nation and kind, anything else as it is read. */
export function wordName(word: string): string {
  const piece = title.value?.looks.piece === "counter" ? state.value?.pieces.find((p) => p.id === word) : undefined;
  if (piece?.note && !piece.name) return `${piece.note} ${piece.strength}`;
  const block = state.value?.pieces.find((p) => p.id === word);
  if (block?.name) return block.name;
  const said = isPlace(word) ? placeName(word) : plain(word);
  return title.value?.looks.faces?.[said.replaceAll(" ", "_")] ? said.replace(/\b\w/g, (first) => first.toUpperCase()) : said;
}

export const sideName = (seat: string) => title.value?.looks.called?.[state.value?.scenario ?? ""]?.[seat] ?? title.value?.looks.sides?.[seat]?.name ?? seat;
/** A word of an order as it is read: a piece without the place that its name carries, a place without underscores, a nation at home once. */
export const plain = (text: string) => text.replaceAll("_", " ").replace(/@\w+/g, "").replace(/\b(\w+)\/\1\b/g, "$1");
/** The town of a hex that goes by a number. */
const towns = computed(() => new Map((board.value?.places ?? []).filter((p) => /^\d+$/.test(p.at)).map((p) => [p.at, p.name])));
export const placeName = (at: string) => (towns.value.has(at) ? `${towns.value.get(at)} ${at}` : plain(at));

/** A line of the log as it is read: towns beside the numbers of their hexes. */
export const readLine = (line: { text: string; places: string[]; rule: string }) => {
  const text = withNames(plain(line.text), line.rule);
  return line.places.reduce((said, at) => (towns.value.has(at) ? said.replace(new RegExp(`(?<!\\w)${at}(?!\\w)`), placeName(at)) : said), text);
};

/** How often something was said since the page was opened. */
export const talked = signal(0);
/** The engine's own words call a seat by its id; at the table it has a name. */
export const withNames = (text: string, rule: string) => (rule.startsWith("E.") ? (state.value?.sitting ?? []).reduce((told, { name }) => told.replace(new RegExp(`\\b${name}\\b`, "g"), sideName(name)), text) : text);

/** Who only looks on has no seat: public facts, no orders. */
export const watching = computed(() => !!state.value && !state.value.seat);
const seated = (seat: string) => (seat ? `seat=${encodeURIComponent(seat)}&` : "");

/** The map's picture is on its way while the table is drawn. */
function withPicture(map: Board): Board {
  if (map.backdrop) void once<string>(`text:${map.backdrop}`).catch(() => undefined);
  return map;
}

export async function sitDown(game: string, seat: string): Promise<void> {
  wanted = { game, seat };
  gone.value = false;
  const at = moment();
  const first = await get<State>(`/api/games/${game}/state?${seated(seat)}`);
  const [page, map, sentences, log] = await Promise.all([
    once<Title>(`/api/titles/${first.title}`), once<Board>(`/api/boards/${first.title}?scenario=${encodeURIComponent(first.scenario)}`).then(withPicture),
    once<Record<string, [string, string]>>(`/api/titles/${first.title}/rules`),
    get<Line[]>(`/api/games/${game}/events?${seated(seat)}since=0`),
  ]);
  if (wanted.game !== game || wanted.seat !== seat) return;
  batch(() => {
    title.value = page; board.value = map; rules.value = sentences; lines.value = log; overlays.value = []; replay.value = null;
    take(first);
  });
  if (shared(first) && !chair(game)) openCurtain(game, seat);
  connect();
  if (at >= 0) void showEntry(at);
}

/** Odds take long, and a browser asks a server only a few things at once: those of a moment that has passed must not hold up what comes next. */
let weighing = new AbortController();
export const weighed = (here: State, body: unknown) => weigh<Odds | null>(`/api/games/${here.game}/odds`, body, weighing.signal).catch(() => null);
function weighNoMore(): void {
  weighing.abort();
  weighing = new AbortController();
}

export function leave(): void {
  wanted = { game: "", seat: "" };
  weighNoMore();
  forget();
  socket?.close();
  socket = null;
  live = null;
  broken.value = "";
  batch(() => { state.value = null; replay.value = null; lines.value = []; heard.value = []; lit.value = []; refusal.value = null; ordered.value += 1; });
}

/** The server can be reached, so a line that waits for its next try is tried at once. */
export function reached(): void {
  if (!connected.value && socket?.readyState === WebSocket.CLOSED) connect();
}

window.addEventListener("online", reached);

function connect(): void {
  window.clearTimeout(nextTry);
  socket?.close();
  const { game, seat } = wanted;
  if (!game) return;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const here = new WebSocket(`${scheme}://${location.host}/ws/games/${game}?${seated(seat)}changes=1&since=${lines.value.length}`);
  socket = here;
  // The line is there again when what it missed has been told.
  wire = new Wire(here, seat, (now, events, talk) => batch(() => { connected.value = true; tries = 0; arrive(now, events); if (talk) talked.value += 1; }));
  here.onclose = (closing) => {
    if (socket !== here) return;
    if (closing.code === 4401 || closing.code === 4403) { gone.value = true; return; }
    if (closing.code === 4429) refusal.value = { rule: "!", sentence: closing.reason };
    connected.value = false;
    tries += 1;
    // The door does not say why it is closed to someone who comes back; the state does.
    if (tries > 1) get(`/api/games/${game}/state?${seated(seat)}`).catch((error) => { if (error instanceof Refusal && error.reason.rule === "403" && wanted.game === game && wanted.seat === seat) { wanted = { game: "", seat: "" }; gone.value = true; } });
    nextTry = window.setTimeout(() => { if (wanted.game === game && wanted.seat === seat) connect(); }, Math.min(10_000, 300 * 2 ** Math.min(tries, 6)));
  };
}

/** What comes over the line is shown at once, unless it is what another did: that is shown one after another. */
function arrive(next: State, events: Line[]): void {
  const others = events.some((line) => line.seat !== next.seat) && !events.some((line) => line.seat === next.seat);
  const waits = pace.value !== "at once" && (others || underWay()) && live?.game === next.game && !busy.value && !myTurn.value && !replay.value && !document.hidden;
  if (waits) { queue(next, events); return; }
  skip();
  hear(events); take(next);
}
shownBy((next, events) => batch(() => {
  hear(events);
  lit.value = events.flatMap((line) => line.places);
  if (next) { take(next); lit.value = []; }
}));

function hear(events: Line[]): void {
  const fresh = events.filter((e) => e.n >= lines.value.length);
  if (!fresh.length) return;
  lines.value = [...lines.value, ...fresh];
  heard.value = fresh;
}

/** Take over a new state; what was picked is dropped when the game has moved on for this seat, not when another acts out of its sight. */
export function take(next: State): void {
  if (!next.seat) next = { ...next, seat: "" };
  const before = live;
  if (before && before.game === next.game && before.seat === next.seat && next.version < before.version) return;
  if (before?.version !== next.version) weighNoMore();
  live = next;
  pin(next);
  pledge(next);
  if (replay.value) { replay.value = { ...replay.value, last: next.entries }; return; }
  state.value = next;
  notify(before, next);
  if (!before || before.version !== next.version || before.seat !== next.seat || JSON.stringify(before.decision) !== JSON.stringify(next.decision)) {
    drop();
    void refreshOverlays();
  }
}

/** Mark the page of whoever must decide; when the turn has just come, call. */
function notify(before: State | null, next: State): void {
  const deciding = (s: State | null) => !!s?.deciding.some(([seat]) => seat === next.seat);
  const mine = deciding(next) && !botFor.value;
  document.title = mine ? `● ${next.turn.name} · ${title.value?.name ?? "Grognard"}` : `${title.value?.name ?? "Grognard"}`;
  if (deciding(before) && !deciding(next)) passed(next.game, next.seat);
  if (before && !deciding(before) && mine) void listen();
}

/** Forget what is picked and show the first level again: at once where it came with the decision, for drawing all twice takes as long again. */
export function drop(): void {
  asked += 1;
  batch(() => {
    prefix.value = []; growing.value = false; choices.value = []; beyond.value = []; chosenPlace.value = ""; preview.value = ""; previewed.value = null; odds.value = null; owing.value = {};
    const known = replay.value ? undefined : firstKnown();
    if (known) { prefix.value = [known]; choices.value = state.value!.decision!.first![known]!; }
  });
  if (prefix.value.length) void goOn(); else void pickFirst();
}

/** The order that is opened first, if what each of those before it begins with came with the decision. */
function firstKnown(): string | undefined {
  const open = verbs.value.filter((o) => !o.final).slice(0, 4).map((o) => o.text);
  const first = state.value?.decision?.first ?? {};
  const known = open.slice(0, Math.max(0, [...open.map((verb) => !first[verb]), true].indexOf(true)));
  const begins = known.find((verb) => first[verb]!.some((c) => c.piece || c.place));
  return begins ?? (known.length === open.length ? open[0] : undefined);
}

/** Open the first order that begins with something on the map; one that begins with a word only when there is no other. */
async function pickFirst(): Promise<void> {
  const here = state.value;
  const open = verbs.value.filter((o) => !o.final);
  if (!here || !open.length || replay.value) return;
  const turn = asked;
  let chosen = open[0]!;
  if (open.length > 1) {
    for (const verb of open.slice(0, 4)) {
      const found = (await ask([verb.text]).catch(() => ({ choices: [] as Choice[] }))).choices;
      if (turn !== asked || state.value?.version !== here.version) return;
      if (found.some((c) => c.piece || c.place)) { chosen = verb; break; }
    }
  }
  await pick([chosen.text]);
}

/** Step back: the preview, then the last thing picked. */
export function stepBack(): void {
  const path = prefix.value;
  const last = path.at(-1) ?? "";
  if (preview.value && !growing.value) { unlook(); return; }
  if (path.length <= 2 && !last.includes("+")) { drop(); return; }
  if (last.includes("+")) void pick([...path.slice(0, -1), last.slice(0, last.lastIndexOf("+"))], true);
  else void pick(path.slice(0, path.at(-2) === "." ? -2 : -1), path.at(-2) === ".");
}

export function unlook(): void {
  batch(() => { preview.value = ""; previewed.value = null; chosenPlace.value = ""; odds.value = null; });
}

/** What comes after the beginning of an order; what a verb begins with came with the decision. */
async function ask(path: string[]): Promise<Level> {
  const here = state.value!;
  const first = path.length === 1 ? here.decision?.first?.[path[0]!] : undefined;
  if (first) return { choices: first, beyond: [], owing: {} };
  const found = await post<Level>(`/api/games/${here.game}/level`, { seat: here.seat, prefix: path });
  reached();
  return found;
}

const hexNames = computed(() => new Set(board.value?.hexes.map((h) => h.name)));
export const isPlace = (name: string) => hexNames.value.has(name);

/** Walk down the offer tree. */
export async function pick(path: string[], grows = false): Promise<boolean> {
  const here = state.value;
  if (!here || replay.value) return false;
  const turn = ++asked;
  const said = refusal.value; // a refusal that comes meanwhile answers a later order and stays
  try {
    const found = await ask(path);
    if (turn !== asked || state.value?.version !== here.version || state.value.seat !== here.seat) return false;
    batch(() => {
      prefix.value = path; growing.value = grows; choices.value = found.choices; beyond.value = found.beyond; preview.value = ""; previewed.value = null;
      chosenPlace.value = ""; odds.value = null; owing.value = found.owing;
      if (refusal.value === said) refusal.value = null;
    });
    // A set that would complete the order is an order already: show it, more may still be added.
    const last = path.at(-1)!.split("+").at(-1)!;
    if (found.tried) await look(written(path), isPlace(last) ? last : "", found.tried, true);
    else await goOn();
    return true;
  } catch (error) {
    // The game has gone on meanwhile: what was asked about the old moment is no one's fault.
    if (turn === asked && state.value?.version === here.version && state.value.seat === here.seat) complain(error);
    return false;
  }
}

/** What can come next, with the tokens that it leads to. */
const open = (): Offer[] => [
  ...choices.value.filter((c) => c.text !== ".").map((choice) => ({ choice, tokens: following(choice) })),
  ...beyond.value.map((choice) => ({ choice, tokens: [...prefix.value, ".", choice.text] })),
];

/** A word that alone can come next needs no picking. */
async function goOn(): Promise<void> {
  const [only, ...more] = open();
  if (only?.choice.level && !only.choice.final && !more.length) await pick(only.tokens);
}

/** Of what was picked one order alone can be made: show it. */
async function showOnly(): Promise<void> {
  const [only, ...more] = open();
  if (!preview.value && only?.choice.final && !more.length) await look(written(only.tokens), only.choice.place ?? "");
}

/** One more for the set of pieces whose targets are chosen already, if the order can still be made with it. */
export async function joinLate(piece: string): Promise<boolean> {
  const [verb, set, ...rest] = prefix.value;
  if (!verb || !set || rest[0] !== ".") return false;
  const path = [verb, `${set}+${piece}`, ...rest];
  const turn = asked;
  const joins = await ask(path).then(() => true, () => false);
  return joins && turn === asked && pick(path, growing.value);
}

/** Touch a piece, place or word of the tree: a final one is previewed first, and played on the second touch. */
export async function touch({ choice, tokens }: Offer): Promise<void> {
  if (!choice.final) { if (await pick(tokens, !!choice.set)) await showOnly(); return; }
  const order = written(tokens);
  const shown = preview.value === order || (!!choice.place && choice.place === chosenPlace.value && previewed.value?.ways.includes(preview.value));
  if (shown) { await give(preview.value); return; }
  await look(order, choice.place ?? "");
}

/** Is there something to be weighed: a die to be rolled, or an enemy where the order goes? */
const weighs = (seen: Preview, place: string) => !!seen.barred || !place || !!state.value?.pieces.some((p) => p.at === place && !p.own);

/** Show what an order would do before it is given; what is shown of another may stand until then, or is the answer already. */
export async function look(order: string, place: string, meanwhile: Preview | null = null, told = false): Promise<void> {
  const here = state.value;
  if (!here) return;
  asked += 1;
  batch(() => { preview.value = order; previewed.value = meanwhile; chosenPlace.value = place; odds.value = null; });
  const body = { seat: here.seat, order };
  const still = () => preview.value === order && state.value?.version === here.version;
  try {
    const seen = told && meanwhile ? meanwhile : await post<Preview>(`/api/games/${here.game}/preview`, body);
    if (!still()) return;
    previewed.value = seen;
    // Whether there is a way back is told at once; the odds take longer, and a mere walk has none.
    if (weighs(seen, place)) void weighed(here, body).then((found) => { if (still()) odds.value = found; });
  } catch (error) { if (still()) complain(error); }
}

/** The same order by the next of its ways, where the rules tell several apart. */
export async function nextWay(step: number): Promise<void> {
  const seen = previewed.value;
  if (!seen?.ways.length) return;
  const at = seen.ways.indexOf(seen.order);
  await look(seen.ways[(at + step + seen.ways.length) % seen.ways.length]!, chosenPlace.value, seen);
}

/** Look at an order that goes to a place from a certain side, if one of its ways does. */
export async function lookFrom(order: string, place: string, from: string): Promise<void> {
  await look(order, place);
  const seen = previewed.value;
  const way = preview.value === order && seen?.path.at(-2) !== from ? seen?.ways.find((w) => w.split(">").at(-2) === from) : undefined;
  if (way) await look(way, place, seen);
}

export async function give(order: string): Promise<boolean> {
  const here = state.value;
  if (!here || busy.value || !order.trim() || replay.value) return false;
  busy.value = true;
  ordered.value += 1;
  const sent = !!wire?.open && wire.seat === here.seat;
  try {
    // Whether a broken line has carried it or not: by its version it is taken once.
    if (!sent || !await wire!.give(order, here.version)) take(await post<State>(`/api/games/${here.game}/orders`, { seat: here.seat, order, version: here.version }));
    reached();
    refusal.value = null;
    return true;
  } catch (error) {
    // The line was slow, not broken: the order is there, and sent again it comes too late.
    if (sent && error instanceof Refusal && error.state && error.reason.rule === "E.stale") { take(error.state); return true; }
    complain(error);
    return false;
  } finally { busy.value = false; }
}

export async function turnBack(what: "undo" | "redo" | "reset"): Promise<void> {
  const here = state.value;
  if (!here || !decision.value) return;
  try { take(await post<State>(`/api/games/${here.game}/${what}`, { seat: here.seat, version: here.version })); reached(); drop(); } catch (error) { complain(error); }
}

export async function why(order: string): Promise<Reason | null> {
  const here = state.value;
  if (!here) return null;
  return post<Reason | null>(`/api/games/${here.game}/why`, { seat: here.seat, order }).catch(() => null);
}

/** Milliseconds after which an overlay is asked for again while the server works out another of mine. */
const BUSY = [300, 600, 1_200, 2_400, 4_800];

async function overlay(here: State, name: string): Promise<OverlayData> {
  for (const pause of BUSY) {
    try {
      return await get<OverlayData>(`/api/games/${here.game}/overlay/${encodeURIComponent(name)}?${seated(here.seat)}`);
    } catch (error) {
      if (!(error instanceof Refusal && error.reason.rule === "429")) throw error;
      await new Promise((on) => setTimeout(on, pause));
    }
  }
  throw new Refusal({ rule: "429", sentence: "The server has much to do. Try the overlay again in a moment." });
}

/** At most three overlays at once; a fourth turns the oldest off. */
export async function showOverlay(name: string): Promise<void> {
  const here = state.value;
  if (!here) return;
  if (overlays.value.some((o) => o.name === name)) { overlays.value = overlays.value.filter((o) => o.name !== name); return; }
  const data = await overlay(here, name).catch((error) => { complain(error); return null; });
  if (!data || state.value?.game !== here.game) return;
  overlays.value = [...overlays.value.filter((o) => o.name !== name), { name, data }].slice(-MOST_OVERLAYS);
}

async function refreshOverlays(): Promise<void> {
  const here = state.value;
  if (!here || !overlays.value.length) return;
  const again = await Promise.all(overlays.value.map(async ({ name }) => ({
    name, data: await overlay(here, name),
  }))).catch(() => null);
  if (again && state.value?.version === here.version) overlays.value = again;
}

// Replay

/** Show the table as it was after an entry of the journal, and go on from there by itself; -1 goes back to the game. */
export async function showEntry(entry: number, plays = false): Promise<void> {
  skip();
  const here = state.value;
  if (!here || !live || watching.value) return;
  asked += 1;
  if (entry < 0) {
    batch(() => { replay.value = null; state.value = live; });
    drop();
    return;
  }
  const at = Math.max(0, Math.min(entry, live.entries));
  // The moment is chosen at once, so that a hand that is faster than the line steps on from it.
  replay.value = { entry: at, last: live.entries, playing: (plays || !!replay.value?.playing) && at < live.entries, shown: false };
  const old = await get<State>(`/api/games/${here.game}/replay?seat=${encodeURIComponent(here.seat)}&entry=${at}`).catch((error) => { void showEntry(-1); complain(error); return null; });
  if (!old || replay.value?.entry !== at || !live) return;
  batch(() => {
    replay.value = { ...replay.value!, shown: true };
    state.value = { ...live!, ...old, game: live!.game, sitting: live!.sitting, kind: live!.kind, decision: null };
    prefix.value = []; choices.value = []; beyond.value = []; preview.value = ""; previewed.value = null; chosenPlace.value = "";
  });
}

/** Propose to the others that the game goes on from a moment that has passed. */
export async function proposeBack(entry: number): Promise<void> {
  await showEntry(-1);
  await give(`propose rollback ${entry}`);
}

/** An analysis board from what the seat knows; it remembers where it came from. */
export async function fork(): Promise<string> {
  const here = state.value!;
  const made = await post<{ game: string }>(`/api/games/${here.game}/fork`, { seat: here.seat });
  forkedFrom.value = { ...forkedFrom.value, [made.game]: `/g/${here.game}/${here.seat}` };
  sessionStorage.setItem("forks", JSON.stringify(forkedFrom.value));
  return `/g/${made.game}/${here.seat}`;
}

export function complain(error: unknown): void {
  if (error instanceof Refusal) {
    if (error.state) take(error.state);
    refusal.value = error.reason;
  } else refusal.value = { rule: "!", sentence: "The server could not be reached. The order was not given." };
}
