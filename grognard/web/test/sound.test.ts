import { describe, expect, it, vi } from "vitest";
import type { Line } from "../src/api";

const media = () => ({ matches: false, addEventListener: () => undefined });
vi.stubGlobal("window", { addEventListener: () => undefined, matchMedia: media });
vi.stubGlobal("matchMedia", media);
vi.stubGlobal("document", { addEventListener: () => undefined, documentElement: { dataset: {}, classList: { toggle: () => undefined } }, querySelector: () => null });
vi.stubGlobal("location", { pathname: "/", hash: "", host: "" });
for (const name of ["localStorage", "sessionStorage"]) vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined });
const { sounding, soundOf } = await import("../src/sound");

const line = (kind: string, dice?: number[]): Line => ({ n: 0, kind, seat: "a", text: "x", rule: "", pieces: [], places: [], dice });

describe("the sounds of the table", () => {
  it("are off at first", () => { expect(sounding.value).toBe(false); });
  it("follow the log: a hit above dice, and a march is silent", () => {
    expect(soundOf([line("moved")])).toBe("");
    expect(soundOf([line("fired", [3, 6])])).toBe("dice");
    expect(soundOf([line("fired", [6]), line("step_lost")])).toBe("hit");
  });
});
