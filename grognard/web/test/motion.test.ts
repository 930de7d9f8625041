import { describe, expect, it } from "vitest";
import type { Line } from "../src/api";
import { beside } from "../src/geometry";
import { lasting, reported, walks, weighty } from "../src/motion";

const line = (n: number, pieces: string[], places: string[], dice?: number[]): Line => ({ n, kind: "moved", text: "", rule: "", seat: "red", pieces, places, ...(dice ? { dice } : {}) });

describe("walking", () => {
  it("takes a while for each hex, and never long", () => {
    expect(lasting(1)).toBe(110);
    expect(lasting(3)).toBe(330);
    expect(lasting(40)).toBe(600);
  });
  it("joins the ways of a piece and forgets those that ended elsewhere", () => {
    const told = [line(0, ["R1"], ["a", "b"]), line(1, ["R1"], ["b", "c"]), line(2, ["R2"], ["a", "d"]), line(3, ["R3"], ["x"])];
    const standing = (piece: string) => ({ R1: "c", R2: "e" })[piece];
    expect(walks(told, standing)).toEqual([{ piece: "R1", places: ["a", "b", "c"] }]);
  });
});

describe("the report", () => {
  it("gathers the lines of a hex where a die fell, and no marches", () => {
    const told = [line(0, ["R1"], ["a", "b"]), line(1, ["R1"], ["b"], [6, 1]), line(2, ["B1"], ["b"]), line(3, ["B2"], ["z"])];
    expect(reported(told).map(({ place, lines }) => [place, lines.map((l) => l.n)])).toEqual([["b", [1, 2]]]);
    expect(reported([line(0, ["R1"], ["a", "b"])])).toEqual([]);
  });
});

describe("the recap", () => {
  it("tells what dice and losses brought before marches, in the order of the game", () => {
    const marches = [0, 1, 2, 3].map((n) => line(n, [`R${n}`], ["a", "b"]));
    const told = [...marches, line(4, ["R1"], ["b"], [5]), { ...line(5, ["B1"], ["b"]), kind: "lost" }, { ...line(6, ["R9"], ["z"]), kind: "arrived" }];
    expect(weighty(told, 3).map((l) => l.n)).toEqual([0, 4, 5]);
    expect(weighty(told, 20)).toEqual(told);
    expect(weighty([], 3)).toEqual([]);
  });
});

describe("a card beside a hex", () => {
  const room = { left: 0, top: 0, right: 1000, bottom: 800 };
  const card = { width: 200, height: 100 };
  it("hangs above, or below where a target is above", () => {
    expect(beside({ x: 500, y: 400 }, 50, card, room, [])).toEqual({ x: 400, y: 250 });
    expect(beside({ x: 500, y: 400 }, 50, card, room, [{ x: 480, y: 300 }])).toEqual({ x: 400, y: 450 });
  });
  it("goes to the side when targets lie above and below", () => {
    const at = beside({ x: 500, y: 400 }, 50, card, room, [{ x: 480, y: 300 }, { x: 520, y: 500 }]);
    expect(at.x + card.width <= 500 - 50 || at.x >= 550).toBe(true);
  });
  it("stays in the room and off its own hex", () => {
    const at = beside({ x: 30, y: 20 }, 50, card, room, []);
    expect(at.x).toBeGreaterThanOrEqual(0);
    expect(at.y).toBeGreaterThanOrEqual(0);
    expect(at.y > 20 + 30 || at.x > 30 + 30).toBe(true);
  });
  it("never lies under what is over the map while any spot is free", () => {
    const deck = { left: 0, top: 350, right: 1000, bottom: 800 };
    const report = { left: 300, top: 0, right: 1000, bottom: 350 };
    const at = beside({ x: 500, y: 400 }, 50, card, room, [], [deck, report]);
    expect(at.x + card.width <= report.left && at.y + card.height <= deck.top).toBe(true);
    expect(at.x).toBeGreaterThan(report.left - card.width - 24);
  });
});
