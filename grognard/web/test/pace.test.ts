import { describe, expect, it, vi } from "vitest";
import type { Line } from "../src/api";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { lasting, parts } = await import("../src/pace");
const line = (n: number, text: string, more: Partial<Line> = {}): Line => ({ n, kind: "moved", seat: "a", text, rule: "", pieces: [], places: [], ...more });

describe("others' turns", () => {
  it("are told line by line, with what says nothing beside the line that follows", () => {
    const told = parts([line(0, "x"), line(1, ""), line(2, "y"), line(3, "")]);
    expect(told.map((some) => some.map((l) => l.n))).toEqual([[0], [1, 2], [3]]);
    expect(parts([])).toEqual([]);
  });
  it("stay longer where dice fell, and shorter where much waits", () => {
    expect(lasting([line(0, "x", { dice: [4] })], 0)).toBe(1500);
    expect(lasting([line(0, "x")], 0)).toBe(600);
    expect(lasting([line(0, "")], 0)).toBe(0);
    expect(lasting([line(0, "x")], 60)).toBe(100);
  });
});
