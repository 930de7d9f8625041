/** The socket's words: a whole state at first, then what has changed; an order goes the same way and is answered. */

import { type Line, type Piece, type Reason, Refusal, type State } from "./api";

/** From, how many go, and what stands there now. */
type Run = [number, number, Piece[]];
interface Answer extends Reason { id: number | null; status: number }
interface Told { state?: State; changes?: Partial<State>; pieces?: Run[]; events: Line[]; answer?: Answer }

const PATIENCE = 4_000;

export class Wire {
  private seen: State | null = null;
  private asked = 0;
  private waiting = new Map<number, { done: (taken: boolean) => void; failed: (why: Refusal) => void }>();

  constructor(private socket: WebSocket, readonly seat: string, take: (state: State, events: Line[], talk: boolean) => void) {
    socket.addEventListener("message", (message) => {
      const told = JSON.parse(message.data) as Told;
      this.seen = told.state ?? changed(this.seen!, told);
      take(this.seen, told.events, bare(told));
      if (told.answer) this.settle(told.answer);
    });
    socket.addEventListener("close", () => this.giveUp());
  }

  get open(): boolean { return navigator.onLine && this.socket.readyState === WebSocket.OPEN && !!this.seen; }

  /** Give an order: true when the state that it led to has been taken over, false when no answer came. */
  give(order: string, version: number): Promise<boolean> {
    const id = ++this.asked;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      setTimeout(() => { if (this.waiting.delete(id)) done(false); }, PATIENCE);
      this.socket.send(JSON.stringify({ id, order, version }));
    });
  }

  private settle(answer: Answer): void {
    const waiter = this.waiting.get(answer.id ?? -1);
    this.waiting.delete(answer.id ?? -1);
    if (answer.status === 200) waiter?.done(true);
    // The disk was away for a moment: it is asked again, over HTTP.
    else if (answer.status === 503) waiter?.done(false);
    else waiter?.failed(new Refusal(answer));
  }

  private giveUp(): void {
    for (const { done } of this.waiting.values()) done(false);
    this.waiting.clear();
  }
}

/** What is said at the table is told by a message without changes. */
const bare = (told: Told) => !told.state && !told.answer && !told.events.length && !told.pieces?.length && !Object.keys(told.changes ?? {}).length;

function changed(before: State, told: Told): State {
  let pieces = before.pieces;
  for (const [start, gone, fresh] of told.pieces ?? []) pieces = [...pieces.slice(0, start), ...fresh, ...pieces.slice(start + gone)];
  return { ...before, ...told.changes, pieces };
}
