import { afterEach, expect, it, vi } from "vitest";
import { get, myGames, sentenceOf } from "../src/api";

afterEach(() => vi.unstubAllGlobals());

function answers(body: (path: string) => unknown, status = 200): void {
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(body(path)), { status }));
}

const refused = (detail: unknown) => { answers(() => ({ detail }), 422); return get("/api/x").catch(sentenceOf); };

it("names the fields that a call is refused for", async () => {
  expect(await refused("That name is taken.")).toBe("That name is taken.");
  expect(await refused([{ where: ["body", "name"], what: "String should have at most 40 characters" }])).toBe("name: String should have at most 40 characters.");
  expect(await refused([{ where: ["body", "version"], what: "The field version is missing." }, { where: ["body", "rank"], what: "There is no field rank." }])).toBe("The field version is missing. There is no field rank.");
  for (const odd of [undefined, [], {}, 7]) expect(await refused(odd)).toBe("The server did not understand that.");
});

it("lists every game, part by part", async () => {
  const all = Array.from({ length: 450 }, (_, n) => ({ game: `g${n}` }));
  const asked: string[] = [];
  answers((path) => { asked.push(path); const at = Number(path.split("=")[1]); return all.slice(at, at + 200); });
  expect((await myGames()).map((g) => g.game)).toEqual(all.map((g) => g.game));
  expect(asked).toEqual([0, 200, 400].map((n) => `/api/games?offset=${n}`));
});
