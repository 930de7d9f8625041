import { describe, expect, it } from "vitest";
import type { Line } from "../src/api";
import { rows } from "../src/log";

const line = (n: number, kind: string, seat: string, text: string): Line => ({ n, kind, seat, text, rule: "", pieces: [], places: [] });
const read = (lines: Line[]) => rows(lines).map((row) => (row.kind === "line" || row.kind === "head" ? `${row.kind} ${row.line.text}` : `${row.kind} ${row.seat}`));

describe("the log", () => {
  it("has a heading a player-turn where the title tells none", () => {
    expect(read([line(0, "month", "", "June"), line(1, "moved", "a", "x"), line(2, "moved", "a", "y"), line(3, "moved", "b", "z")]))
      .toEqual(["head June", "seat a", "line x", "line y", "seat b", "line z"]);
  });
  it("leaves the title its own heading", () => {
    expect(read([line(0, "player_turn", "b", "A's turn"), line(1, "moved", "a", "x")])).toEqual(["head A's turn", "line x"]);
  });
  it("says so when someone did nothing that could be seen", () => {
    expect(read([line(0, "given", "a", ""), line(1, "given", "b", ""), line(2, "moved", "a", "x")]))
      .toEqual(["seat a", "idle a", "seat b", "idle b", "seat a", "line x"]);
  });
  it("says so of a player-turn without a line", () => {
    expect(read([line(0, "player_turn", "", "A's turn"), line(1, "player_turn", "a", "B's turn"), line(2, "given", "b", ""), line(3, "month", "b", "July")]))
      .toEqual(["head A's turn", "idle ", "head B's turn", "idle b", "head July"]);
  });
  it("says nothing of whoever may still act", () => {
    expect(read([line(0, "moved", "a", "x"), line(1, "given", "b", "")])).toEqual(["seat a", "line x", "seat b"]);
  });
});
