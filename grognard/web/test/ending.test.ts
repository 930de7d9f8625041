import { describe, expect, it, vi } from "vitest";
import type { Line } from "../src/api";

const media = () => ({ matches: false, addEventListener: () => undefined });
vi.stubGlobal("window", { addEventListener: () => undefined, matchMedia: media });
vi.stubGlobal("matchMedia", media);
vi.stubGlobal("document", { addEventListener: () => undefined, documentElement: { dataset: {}, classList: { toggle: () => undefined } }, querySelector: () => null });
vi.stubGlobal("location", { pathname: "/", hash: "", host: "" });
for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined });
const { losses, swapped, turningPoints } = await import("../src/ending");

const line = (n: number, kind: string, text: string): Line => ({ n, kind, seat: "a", text, rule: "", pieces: [], places: [] });

describe("the end of a game", () => {
  it("counts what was lost by turns", () => {
    const told = [line(0, "step_lost", "x"), line(1, "month", "July"), line(2, "moved", "y"), line(3, "eliminated", "z"), line(4, "weather", "dry"), line(5, "step_lost", "v"), line(6, "month", "August")];
    expect(losses(told)).toEqual([{ name: "The beginning", lost: 1 }, { name: "July", lost: 2 }, { name: "August", lost: 0 }]);
  });
  it("changes sides", () => {
    const seat = (name: string, who: string, bot = "") => ({ name, who, bot });
    expect(swapped([seat("axis", "you"), seat("allied", "bot:greedy", "greedy")])).toEqual({ axis: "bot:greedy", allied: "me" });
    expect(swapped([seat("axis", "you"), seat("allied", "Anna")])).toEqual({ axis: "invite", allied: "me" });
    expect(swapped([seat("axis", "you"), seat("allied", "you")])).toEqual({ axis: "hotseat", allied: "hotseat" });
  });
});

describe("turning points", () => {
  const row = (turn: string, entry: number, axis: number, allied: number) => ({ turn, entry, count: { Axis: axis, Allies: allied } });
  it("are the turns in which the count moved most, in their order, each from its beginning", () => {
    const rows = [row("May", 4, 10, 0), row("June", 9, 10, 1), row("July", 20, 3, 2), row("August", 31, 3, 14), row("September", 40, 3, 14)];
    expect(turningPoints(rows)).toEqual([
      { turn: "June", entry: 4, side: "Allies", by: 1 }, { turn: "July", entry: 9, side: "Axis", by: -7 }, { turn: "August", entry: 20, side: "Allies", by: 12 },
    ]);
  });
});
