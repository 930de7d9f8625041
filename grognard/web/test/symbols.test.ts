import { expect, it } from "vitest";
import { glyph } from "../src/symbols";

it("draws every kind of unit that the titles have, each differently", () => {
  const kinds = ["infantry", "mechanized", "armor", "cavalry", "mountain", "parachute", "amphibious", "static", "fort", "partisan", "fleet", "militia"];
  const drawn = kinds.map((kind) => JSON.stringify(glyph(kind)));
  expect(drawn.every(Boolean)).toBe(true);
  expect(new Set(drawn).size).toBe(kinds.length);
});
