import { describe, expect, it } from "vitest";
import { beside, short, massed, border, central, centred, clamped, completions, cut, detail, filling, fitting, KEYS_TOWARDS, outline, relative, resized, standing, towards, zoomed } from "../src/geometry";

const view = { width: 1000, height: 800 };
const sheet = { width: 4000, height: 3000 };

describe("looking at the map", () => {
  it("fits the whole sheet", () => {
    expect(fitting(view, sheet)).toBe(0.25);
  });
  it("keeps the point under the pointer where it is while zooming", () => {
    const look = { x: -500, y: -400, scale: 1 };
    const next = zoomed(look, 1.5, 300, 200, view, sheet);
    expect((300 - next.x) / next.scale).toBeCloseTo((300 - look.x) / look.scale);
    expect((200 - next.y) / next.scale).toBeCloseTo((200 - look.y) / look.scale);
  });
  it("never zooms out of reach and never loses the sheet", () => {
    expect(zoomed({ x: 0, y: 0, scale: 2 }, 100, 0, 0, view, sheet).scale).toBe(2.4);
    expect(clamped({ x: 99999, y: -99999, scale: 1 }, view, sheet)).toEqual({ x: 250, y: 520 - 3000, scale: 1 });
    expect(clamped({ x: 99999, y: -99999, scale: 0.25 }, view, { width: 2000, height: 3000 })).toEqual({ x: 1000 - 375, y: 487.5 - 750, scale: 0.25 });
  });
  it("opens with nothing empty that it could fill, and leaves a small sheet where it is", () => {
    expect(filling({ x: 40, y: -2900, scale: 1 }, { width: 400, height: 600 }, { width: 2000, height: 3000 })).toEqual({ x: 0, y: -2400, scale: 1 });
    expect(filling({ x: 40, y: 30, scale: 0.1 }, { width: 400, height: 600 }, { width: 2000, height: 3000 })).toEqual({ x: 40, y: 30, scale: 0.1 });
  });
  it("centres a point", () => {
    expect(centred(2000, 1500, 1, view, sheet)).toEqual({ x: -1500, y: -1100, scale: 1 });
  });
  it("shows more the nearer it is", () => {
    expect([0.4, 1, 1.6].map(detail)).toEqual([1, 2, 3]);
  });
});

describe("pieces", () => {
  it("stands enemies above and own below", () => {
    const where = standing(2, 1);
    expect(where).toHaveLength(3);
    expect(where[0]![1]).toBeLessThan(0);
    expect(where[2]![1]).toBeGreaterThan(0);
  });
  it("puts two side by side and four two by two", () => {
    expect(standing(0, 2).map(([, y]) => y)).toEqual([0, 0]);
    expect(new Set(standing(0, 4).map(String)).size).toBe(4);
  });
  it("tells a path from where it begins, and sizes one", () => {
    expect(relative("M-2 3.5l4-5 4 5M1 1Q2 0 3 1Z")).toBe("m-2 3.5l4 -5l4 5m-5 -2.5q1 -1 2 0z");
    expect(relative("M1 1h.01M5 1v-2a2 3 0 1 1 .5 0L9 9")).toBe("m1 1h0.01m3.99 0v-2a2 3 0 1 1 0.5 0l3.5 10");
    expect(resized("M10 20L30-40h5a2 3 0 0 1 4-6z", 0.5, 1, 2)).toBe("M6 12L16 -18h2.5a1 1.5 0 0 1 2 -3z");
  });
  it("gives each side an outline of its own", () => {
    expect(new Set([outline("round", 10), outline("chamfer", 10), outline("square", 10)]).size).toBe(3);
  });
});

describe("hexes", () => {
  const points = [{ x: 0, y: 0 }, { x: 1, y: 0 }, { x: -1, y: 0 }, { x: 0, y: -1 }, { x: 9, y: 9 }];
  it("finds the neighbour in a direction", () => {
    expect(towards(points[0]!, points, 0, 1.5)).toBe(points[1]);
    expect(towards(points[0]!, points, 180, 1.5)).toBe(points[2]);
    expect(towards(points[0]!, points, 270, 1.5)).toBe(points[3]);
    expect(towards(points[0]!, points, 90, 1.5)).toBeUndefined();
  });
  it("has six keys for either way that hexes stand", () => {
    for (const keys of Object.values(KEYS_TOWARDS)) expect(new Set(Object.values(keys)).size).toBe(6);
  });
  it("finds the middle one", () => {
    expect(central([{ x: 0, y: 0 }, { x: 5, y: 0 }, { x: 10, y: 0 }])).toEqual({ x: 5, y: 0 });
    expect(central([])).toBeUndefined();
  });
  it("outlines a set without the edges inside it", () => {
    const square = (x: number): [number, number][] => [[x, 0], [x + 10, 0], [x + 10, 10], [x, 10]];
    expect(border([square(0)]).match(/M/g)).toHaveLength(4);
    expect(border([square(0), square(10)]).match(/M/g)).toHaveLength(6);
  });
});

describe("the order line", () => {
  it("completes what begins so before what holds it", () => {
    expect(completions("mo", ["remove", "move", "Moscow", "end"])).toEqual(["move", "Moscow", "remove"]);
    expect(completions("", ["a", "b", "c"], 2)).toEqual(["a", "b"]);
  });
});

describe("a stroke that goes all over the sheet", () => {
  it("is cut where it leaves a square, and each piece begins where the last one ended", () => {
    expect(cut("M10 10l50 0 50 0 50 0", 100)).toEqual(["M10.0 10.0L60.0 10.0L110.0 10.0", "M110.0 10.0L160.0 10.0"]);
    expect(cut("M10 10L60 10Q80 10 80 30L80 150L20 150", 100)).toEqual(["M10.0 10.0L60.0 10.0Q80.0 10.0 80.0 30.0L80.0 150.0", "M80.0 150.0L20.0 150.0"]);
  });
  it("comes back to its start where it is closed", () => {
    expect(cut("M10 10l20-.5 0 20z", 100)).toEqual(["M10.0 10.0L30.0 9.5L30.0 29.5L10.0 10.0"]);
  });
  it("shares a piece with all that begins in the same square", () => {
    expect(cut("M10 10l5 0M210 10l5 0M20 20l5 0", 100)).toEqual(["M10.0 10.0L15.0 10.0M20.0 20.0L25.0 20.0", "M210.0 10.0L215.0 10.0"]);
  });
  it("keeps whole lines where dashes must not begin anew", () => {
    expect(cut("M10 10L160 10L310 10M320 10L10 10", 100, true)).toEqual(["M10.0 10.0L160.0 10.0L310.0 10.0", "M320.0 10.0L10.0 10.0"]);
  });
});

it("a force is seen without its outliers", () => {
  const line = Array.from({ length: 20 }, (_, i) => ({ x: i, y: 0 }));
  expect(massed([...line, { x: 500, y: 400 }], 0.05).every((p) => p.x < 100)).toBe(true);
  expect(massed([{ x: 3, y: 4 }], 0.1)).toEqual([{ x: 3, y: 4 }]);
});

describe("an arrow", () => {
  it("ends in the hex that it points to, however far that is", () => {
    expect(short({ x: 0, y: 0 }, { x: 100, y: 0 }, 28)).toEqual({ x: 72, y: 0 });
    expect(short({ x: 0, y: 0 }, { x: 0, y: 1000 }, 28)).toEqual({ x: 0, y: 972 });
    expect(short({ x: 5, y: 5 }, { x: 5, y: 5 }, 28)).toEqual({ x: 5, y: 5 });
  });
});

describe("a card beside a hex", () => {
  const room = { left: 0, top: 0, right: 400, bottom: 300 };
  const card = { width: 200, height: 150 };

  it("lies where the least of it is covered, if no spot is free", () => {
    const taken = [{ left: 0, top: 0, right: 160, bottom: 300 }, { left: 350, top: 0, right: 400, bottom: 300 }];
    const at = beside({ x: 40, y: 150 }, 20, card, room, [], taken);
    expect(at.x).toBeGreaterThanOrEqual(144);
    expect(at.x + card.width).toBeLessThanOrEqual(368);
  });
});
