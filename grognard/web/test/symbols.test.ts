import { expect, it } from "vitest";
import { drawn } from "../src/nato";
import { fetchSymbols, glyph } from "../src/symbols";

const CODES = {
  infantry: "10031000001211000000", mechanized: "10031000001211020000", armor: "10031000001205000000", cavalry: "10031000001213000000",
  mountain: "10031000001211000027", parachute: "10031000001211000001", amphibious: "10031000001211010000",
};

it("draws every kind of unit that the titles have, each differently", async () => {
  expect(glyph("infantry", CODES.infantry)).toBeUndefined();
  await fetchSymbols();
  const nato = Object.entries(CODES).map(([kind, code]) => glyph(kind, code));
  const own = ["static", "fort", "partisan", "fleet", "militia"].map((kind) => glyph(kind));
  expect([...nato, ...own].every((g) => g?.lines)).toBe(true);
  expect(new Set([...nato, ...own].map((g) => JSON.stringify(g))).size).toBe(12);
});

it("draws a code once, and none that it does not know or cannot draw with lines alone", async () => {
  await fetchSymbols();
  expect(glyph("infantry", CODES.infantry)).toBe(glyph("infantry", CODES.infantry));
  expect(drawn("10031000009999990000")).toBeUndefined();
  expect(drawn("10031000001214000000")).toBeUndefined();
  expect(glyph("fort", "10031000009999990000")).toBe(glyph("fort"));
});

it("joins paths where they were drawn", () => {
  expect(drawn(CODES.amphibious)?.lines).toMatch(/M0 40c18/);
  expect(drawn(CODES.mountain)?.solid).toBe("M62 92l10 -20 5 10 3 -5 8 15Z");
});
