import { expect, test } from "vitest";
import { inkOn, sheet } from "../src/colours";

test("ink is light on dark colours and dark on light ones", () => {
  expect(inkOn("#25282c")).toBe("#fff");
  expect(inkOn("#f2d88f")).toBe("#182026");
});

test("every side of a title has its colour, whoever it is", () => {
  globalThis.CSS = { escape: (text: string) => text } as typeof CSS;
  const rules = sheet({ germany: { colour: "#444444", dark: "#bbbbbb" }, uk: { colour: "#a06030" } });
  expect(rules).toContain(".held-germany");
  expect(rules).toContain("--side: #bbbbbb");
  expect(rules).toContain("url(#zone-uk)");
});
