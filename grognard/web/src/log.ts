/** The log as it is read: headings, whose lines they are, and a word where someone did nothing that could be seen. */

import type { Line } from "./api";

export const HEADS = new Set(["turn", "player_turn", "month", "weather"]);

export type Row =
  | { kind: "head"; line: Line }
  | { kind: "seat"; n: number; seat: string }
  | { kind: "idle"; n: number; seat: string }
  | { kind: "line"; line: Line };

/** The lines with a heading for each player-turn: that of the title, or where it has none the name of whoever acts. */
export function rows(lines: Line[]): Row[] {
  const found: Row[] = [];
  let [seat, named, told] = ["", false, 0];
  const close = (n: number) => {
    if ((seat || named) && !told) found.push({ kind: "idle", n, seat });
    [seat, told] = ["", 0];
  };
  for (const line of lines) {
    if (HEADS.has(line.kind)) {
      close(line.n);
      found.push({ kind: "head", line });
      named = line.kind === "player_turn";
      continue;
    }
    if (line.seat && line.seat !== seat) {
      if (seat) close(line.n);
      seat = line.seat;
      if (!named) found.push({ kind: "seat", n: line.n, seat });
      named = false;
    }
    if (!line.text) continue;
    told += 1;
    found.push({ kind: "line", line });
  }
  // Whoever acts last may still be at it: nothing is said of them yet.
  return found;
}
