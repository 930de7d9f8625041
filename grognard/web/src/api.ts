/** What the server says, in the words of docs/protocol.md. */

export interface Scenario { id: string; name: string; summary: string; learner: boolean; ours: boolean }
export interface Option {
  id: string; name: string; values: string[]; default: string; defaults: Record<string, string>;
  rule: string; summary: string; scenarios: string[];
}
export interface LessonStep { say: string; title: string; turn: number; phase: string; order: string; does: string; light: string[]; overlay: string; rule: string }
export interface Lesson { id: string; name: string; summary: string; scenario: string; seat: string; minutes: number; first?: boolean; ending: string; steps: LessonStep[] }
export interface Look { shape?: string; colour?: string; dark?: string; line?: string; hatch?: string; ink?: string; fill?: string; name?: string }
export interface Title {
  id: string; name: string; publisher: string; stage: string; sources: string; seats: string[]; powers: string[];
  default_seats: Record<string, string>; scenarios: Scenario[]; options: Option[]; bots: string[];
  looks: {
    sides?: Record<string, Look>; faces?: Record<string, Look>; symbols?: Record<string, string>; piece?: "block" | "counter";
    verbs?: Record<string, { name: string; says: string; left: string; acts?: string; where?: string; goal?: string }>; levels?: Record<string, string>;
    /** What the seats of a scenario are called where it is not what their sides are called. */
    called?: Record<string, Record<string, string>>;
    /** What the end of a step is called where it is not that of the phase. */
    ends?: Record<string, string>;
    /** Steps in which most players do nothing: they end without being asked twice. */
    optional?: string[];
  };
  fog: boolean; board: string; relief: boolean; lessons?: Lesson[]; reconstructed?: { name: string; printed: number; reconstructed: number }[];
}
export interface Hex { name: string; x: number; y: number; corners: [number, number][]; terrain: string; coast?: boolean }
export interface Board {
  id: string; orientation: "flat" | "pointy"; hexes: Hex[]; boxes: string[]; backdrop: string;
  places: { name: string; at: string; kind: string; grade: string }[];
  areas?: string[]; routes?: { a: string; b: string; kind: string; long: boolean }[];
  frame: { left: number; top: number; unit: number; width: number; height: number };
}
export interface Piece {
  id: string; at: string; power: string; side?: string; symbol: string; label: string; strength: string;
  steps?: number; most?: number; up: boolean; own: boolean; known: "full" | "remembered" | "none";
  note?: string; name?: string; tags: string[]; face: string;
}
export interface Debt { rule: string; sentence: string; place: string; piece: string }
export interface DecisionState {
  prompt: string; offers: { text: string; final: boolean }[]; debts: Debt[]; standing: string[];
  undo: number; redo: number; undo_barred: string; step?: string; rule?: string; kind?: string;
  /** What each open verb begins with. */
  first?: Record<string, Choice[]>;
}
/** What comes after the beginning of an order: choices, those after a set is closed, debts, and the order if it is one already. */
export interface Level { choices: Choice[]; beyond: Choice[]; owing: Record<string, string[]>; tried?: Preview }
export interface Panel { kind: string; title: string; rows?: unknown[][]; columns?: string[]; text?: string; [key: string]: unknown }
export interface Turn {
  name: string; who?: string; note?: string; track: { group: string; name: string }[]; at: number; phases: string[]; phase: number;
}
export interface OverlayData {
  sets: { style: string; places: string[]; outline?: boolean }[]; lines?: { style: string; places: string[] }[];
  notes?: { place: string; text: string; rule: string; style: string }[]; legend?: [string, string][];
}
export interface Preview {
  order: string; path: string[]; ways: string[]; barred: string; lines: { text: string; rule: string; kind: string }[]; debts: { rule: string; sentence: string }[];
}
export interface Odds {
  title?: string; attack?: number; defence?: number; ratio?: boolean; of?: string[]; rows?: { text: string; chance: number }[];
  chart?: { columns: string[]; rows: (string | number)[][]; mark: number }; notes?: { text: string; rule: string }[];
  losses?: Record<string, number[]>; deals?: number; plays?: number; exact?: boolean;
  units?: { name: string; side: string; dice: number; hits_on: number; per_step: number }[];
  battle?: { attacker: string; ends: Record<string, number>; rounds: number; lost: Record<string, number>; plays: number } | null;
}
export interface Sitting {
  name: string; who: string; taken: boolean; bot: string; asked: string[]; claimed?: number;
}
export interface State {
  game: string; kind: string; seat: string; watch: number; version: number; entries: number; title: string; scenario: string;
  options: Record<string, string>; seats: string[]; sitting: Sitting[];
  turn: Turn; pieces: Piece[]; deciding: [string, string][]; decision: DecisionState | null; panels: Panel[];
  marks?: { place: string; kind: string; text: string; title: string }[];
  overlays: string[]; proposals: [number, string, string, string, number[]][]; to_answer: number[];
  outcome: { winners: string[]; level: string; reason: string; rule: string; final?: boolean } | null; recap: number; recap_entry: number;
  milestones: [string, Record<string, number>][]; entry?: number; last?: number;
  /** What the host promised, what each seat gave to the dice, and the head of the journal's chain. */
  commitment: string; nonces?: [string, string][]; head?: [number, string];
}
export interface Line { n: number; kind: string; text: string; rule: string; seat: string; pieces: string[]; places: string[]; dice?: number[]; needs?: number }
export interface Choice { text: string; name?: string; final: boolean; cost?: number; says?: string; piece?: string; place?: string; level?: string; set?: boolean; gates?: Gate[] }
/** A hexside that only so many may cross. */
export interface Gate { from: string; to: string; used: number; most: number }
export interface Reason { rule: string; sentence: string; nearest?: string[] }
export interface MyGame {
  game: string; title: string; scenario: string; kind: string; touched: number;
  deciding: string[]; ended: boolean; seats: string[];
}

export class Refusal extends Error {
  constructor(readonly reason: Reason, readonly state?: State) { super(`${reason.rule}: ${reason.sentence}`); }
}

/** What went wrong with a call, in a sentence. */
export const sentenceOf = (error: unknown) => (error instanceof Refusal ? error.reason.sentence : "The server could not be reached.");

/** What a call is refused for: a sentence, or the fields that are wrong. */
function said(detail: unknown): string {
  if (typeof detail === "string") return detail;
  const rows = Array.isArray(detail) ? (detail as { where: string[]; what: string }[]).slice(0, 3) : [];
  const each = rows.map(({ where, what }) => { const field = where.at(-1) ?? ""; return what.includes(field) ? what : `${field}: ${what}`; });
  return each.map((text) => (text.endsWith(".") ? text : `${text}.`)).join(" ") || "The server did not understand that.";
}

/** Milliseconds before each further try of what the server could not do just then. */
const AGAIN = [500, 1_000, 2_000, 4_000];
/** What may be sent again: a question, and whatever quotes a version, for that is done once. */
const repeatable = (method: string, body: unknown) =>
  method === "GET" || (typeof body === "object" && body !== null && "version" in body);

function parsed(text: string): any {
  try { return text ? JSON.parse(text) : null; } catch { return null; }
}

async function ask(method: string, path: string, body?: unknown, tries = 0, signal?: AbortSignal): Promise<string> {
  const answer = await fetch(path, {
    method, credentials: "same-origin",
    headers: body === undefined ? {} : { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body), signal,
  });
  if (answer.status === 503 && tries < AGAIN.length && repeatable(method, body)) {
    await new Promise((done) => setTimeout(done, AGAIN[tries]));
    return ask(method, path, body, tries + 1, signal);
  }
  const text = await answer.text();
  if (answer.ok) return text;
  const value = parsed(text);
  if (value && value.rule) throw new Refusal(value, value.state);
  throw new Refusal({ rule: String(answer.status), sentence: said(value?.detail) });
}

export const get = async <T>(path: string) => parsed(await ask("GET", path)) as T;
export const post = async <T>(path: string, body: unknown) => parsed(await ask("POST", path, body)) as T;
/** What takes long and may be given up. */
export const weigh = async <T>(path: string, body: unknown, signal: AbortSignal) => parsed(await ask("POST", path, body, 0, signal)) as T;
/** What is no JSON: a journal. */
export const textOf = (path: string) => ask("GET", path);

/** So many games come at once. */
const PART = 200;

/** All of my games, those first of which I heard last. */
export async function myGames(): Promise<MyGame[]> {
  const found = new Map<string, MyGame>();
  for (let offset = 0; ; offset += PART) {
    const part = await get<MyGame[]>(`/api/games?offset=${offset}`);
    for (const game of part) found.set(game.game, game);
    if (part.length < PART) return [...found.values()];
  }
}

async function plain(path: string): Promise<unknown> {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(path);
  return answer.text();
}

const kept = new Map<string, Promise<unknown>>();
/** What does not change is asked for once. */
export function once<T>(path: string): Promise<T> {
  if (!kept.has(path)) kept.set(path, (path.startsWith("text:") ? plain(path.slice(5)) as Promise<T> : get<T>(path)).catch((error) => { kept.delete(path); throw error; }));
  return kept.get(path) as Promise<T>;
}
