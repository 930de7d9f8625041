/** Pure functions of the map: where things lie, and what the eye can see. */

export interface Look { x: number; y: number; scale: number }
export interface Size { width: number; height: number }

export const NEAREST = 2.4;

/** The scale at which the whole sheet fits. */
export function fitting(view: Size, sheet: Size): number {
  return Math.min(view.width / sheet.width, view.height / sheet.height);
}

/** Of the view's width and height, so much is always filled: half of it even in a corner, and what floats over an edge can be cleared. */
const FILLED = { wide: 0.75, high: 0.65 };

/** Keep the view filled with the sheet, or as much of the sheet in sight where it is smaller; and the scale within reason. */
export function clamped(look: Look, view: Size, sheet: Size): Look {
  const least = fitting(view, sheet) * 0.9;
  const scale = Math.min(NEAREST, Math.max(least, look.scale));
  const held = (at: number, room: number, size: number, filled: number) => { const least = Math.min(room, size) * filled; return Math.min(room - least, Math.max(least - size, at)); };
  return { x: held(look.x, view.width, sheet.width * scale, FILLED.wide), y: held(look.y, view.height, sheet.height * scale, FILLED.high), scale };
}

/** Zoom so that the point under the pointer stays where it is. */
export function zoomed(look: Look, factor: number, px: number, py: number, view: Size, sheet: Size): Look {
  const least = fitting(view, sheet) * 0.9;
  const scale = Math.min(NEAREST, Math.max(least, look.scale * factor));
  const ratio = scale / look.scale;
  return clamped({ scale, x: px - (px - look.x) * ratio, y: py - (py - look.y) * ratio }, view, sheet);
}

/** Look at a point of the sheet. */
export function centred(px: number, py: number, scale: number, view: Size, sheet: Size): Look {
  return clamped({ scale, x: view.width / 2 - px * scale, y: view.height / 2 - py * scale }, view, sheet);
}

/** Leave nothing of the room empty that the sheet is large enough to fill. */
export function filling(look: Look, room: Size, sheet: Size): Look {
  const held = (at: number, space: number, size: number) => (size < space ? at : Math.min(0, Math.max(space - size, at)));
  return { ...look, x: held(look.x, room.width, sheet.width * look.scale), y: held(look.y, room.height, sheet.height * look.scale) };
}

/** How much detail a scale has room for: 1 overview, 2 play, 3 close. */
export function detail(scale: number): 1 | 2 | 3 {
  return scale < 0.7 ? 1 : scale < 1.35 ? 2 : 3;
}

/** Where the pieces of a stack stand around the middle of their hex, in units of the piece's side: enemies above. */
export function standing(enemies: number, own: number): [number, number][] {
  const row = (count: number, y: number): [number, number][] =>
    Array.from({ length: count }, (_, i) => [(i - (count - 1) / 2) * 1.12, y] as [number, number]);
  if (enemies && own) return [...row(enemies, -0.56), ...row(own, 0.56)];
  const count = enemies + own;
  if (count <= 2) return row(count, 0);
  return [...row(2, -0.56), ...row(count - 2, 0.56)];
}

export interface Box { left: number; top: number; right: number; bottom: number }

/** Worse than any number of targets: to lie under something. */
const UNDER = 1e6;

/** Where a card hangs beside a point: above, below, left or right, inside the room and over as few targets as can be; if all four lie under something, then in the nearest free spot, or where the least of it is covered. */
export function beside(point: { x: number; y: number }, gap: number, card: Size, room: Box, targets: { x: number; y: number }[], taken: Box[] = []): { x: number; y: number } {
  const { width, height } = card;
  const [cx, cy] = [point.x - width / 2, point.y - height / 2];
  let best = { x: 0, y: 0, worth: Infinity };
  const weigh = ([wx, wy]: [number, number], last: number) => {
    if (last >= best.worth) return;
    const x = Math.max(room.left, Math.min(room.right - width, wx));
    const y = Math.max(room.top, Math.min(room.bottom - height, wy));
    const covered = targets.filter((t) => t.x > x - 12 && t.x < x + width + 12 && t.y > y - 12 && t.y < y + height + 12).length;
    const hides = point.x > x - gap * 0.6 && point.x < x + width + gap * 0.6 && point.y > y - gap * 0.6 && point.y < y + height + gap * 0.6;
    const under = taken.reduce((sum, b) => sum + Math.max(0, Math.min(x + width, b.right) - Math.max(x, b.left)) * Math.max(0, Math.min(y + height, b.bottom) - Math.max(y, b.top)), 0);
    const worth = (under ? UNDER * (1 + under / (width * height)) : 0) + covered * 10 + (hides ? 100 : 0) + last;
    if (worth < best.worth) best = { x, y, worth };
  };
  const ways = [[cx, point.y - gap - height], [cx, point.y + gap], [point.x - gap * 1.15 - width, cy], [point.x + gap * 1.15, cy]] as [number, number][];
  ways.forEach(weigh);
  if (best.worth >= UNDER) for (let y = room.top; y <= room.bottom - height; y += 24) for (let x = room.left; x <= room.right - width; x += 24) weigh([x, y], Math.hypot(x - cx, y - cy) / 10);
  return { x: best.x, y: best.y };
}

/** The point of a list that lies nearest to the middle of all of them. */
export function central<T extends { x: number; y: number }>(points: T[]): T | undefined {
  if (!points.length) return undefined;
  const x = points.reduce((sum, p) => sum + p.x, 0) / points.length;
  const y = points.reduce((sum, p) => sum + p.y, 0) / points.length;
  return points.reduce((best, p) => (Math.hypot(p.x - x, p.y - y) < Math.hypot(best.x - x, best.y - y) ? p : best));
}

/** The middle and size of a field that holds all points with a margin. */
export function around(points: { x: number; y: number }[], margin: number): { x: number; y: number; width: number; height: number } | undefined {
  if (!points.length) return undefined;
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
}

/** The points without those that lie far out: of each direction the outermost share is left aside. */
export function massed<T extends { x: number; y: number }>(points: T[], share: number): T[] {
  const out = Math.floor(points.length * share);
  const inner = (of: (p: T) => number) => {
    const sorted = points.map(of).sort((a, b) => a - b);
    const [low, high] = [sorted[out] ?? -Infinity, sorted[sorted.length - 1 - out] ?? Infinity];
    return (p: T) => of(p) >= low && of(p) <= high;
  };
  const [across, down] = [inner((p) => p.x), inner((p) => p.y)];
  return points.filter((p) => across(p) && down(p));
}

/** Of a window moved over the map, what it shows where it shows most of mine; enemies in it count for a half. */
export function crowded<T extends { x: number; y: number }>(mine: T[], theirs: T[], width: number, height: number): T[] {
  const within = (some: T[], at: T) => some.filter((p) => Math.abs(p.x - at.x) <= width / 2 && Math.abs(p.y - at.y) <= height / 2);
  let [best, most]: [T[], number] = [[], -1];
  for (const at of mine) {
    const shown = within(mine, at);
    const worth = shown.length + within(theirs, at).length / 2;
    if (worth > most) [best, most] = [shown, worth];
  }
  return best;
}

/** The neighbour that lies in a direction, an angle in degrees from the east, clockwise. */
export function towards<T extends { x: number; y: number }>(from: T, all: Iterable<T>, angle: number, reach: number): T | undefined {
  let best: T | undefined;
  let least = 45;
  for (const there of all) {
    const [dx, dy] = [there.x - from.x, there.y - from.y];
    const far = Math.hypot(dx, dy);
    if (far < 1e-6 || far > reach) continue;
    const off = Math.abs(((Math.atan2(dy, dx) * 180) / Math.PI - angle + 540) % 360 - 180);
    if (off < least) { least = off; best = there; }
  }
  return best;
}

/** The directions of the six keys by how the hexes stand. */
export const KEYS_TOWARDS: Record<"flat" | "pointy", Record<string, number>> = {
  pointy: { d: 0, x: 60, z: 120, a: 180, q: 240, e: 300 },
  flat: { x: 30, d: 90, z: 150, q: 210, a: 270, e: 330 },
};

/** The outer edges of a set of hexes as one path: an edge that two of them share is inside. */
export function border(shapes: [number, number][][]): string {
  const edges = new Map<string, [number, number, number, number] | null>();
  for (const corners of shapes) {
    corners.forEach(([x1, y1], i) => {
      const [x2, y2] = corners[(i + 1) % corners.length]!;
      const ends = [`${Math.round(x1)},${Math.round(y1)}`, `${Math.round(x2)},${Math.round(y2)}`].sort();
      const key = ends.join(" ");
      edges.set(key, edges.has(key) ? null : [x1, y1, x2, y2]);
    });
  }
  return [...edges.values()].filter((e) => e !== null).map((e) => `M${e[0].toFixed(1)} ${e[1].toFixed(1)}L${e[2].toFixed(1)} ${e[3].toFixed(1)}`).join("");
}

/** The outline of a piece by the shape of its side: round, chamfered or square; where it lies is written into it, for a moved copy costs the browser more. */
export function outline(shape: string, side: number, x = 0, y = 0): string {
  const h = side / 2;
  const [left, right, top, bottom] = [x - h, x + h, y - h, y + h];
  if (shape === "chamfer") {
    const c = side * 0.15;
    return `M${left + c},${top}H${right - c}L${right},${top + c}V${bottom - c}L${right - c},${bottom}H${left + c}L${left},${bottom - c}V${top + c}Z`;
  }
  const r = shape === "round" ? side * 0.18 : side * 0.04;
  return `M${left + r},${top}H${right - r}Q${right},${top} ${right},${top + r}V${bottom - r}Q${right},${bottom} ${right - r},${bottom}H${left + r}Q${left},${bottom} ${left},${bottom - r}V${top + r}Q${left},${top} ${left + r},${top}Z`;
}

/** The nearest completions of what is typed, best first. */
export function completions(typed: string, choices: string[], most = 8): string[] {
  const low = typed.toLowerCase();
  const starts = choices.filter((c) => c.toLowerCase().startsWith(low));
  const holds = choices.filter((c) => !c.toLowerCase().startsWith(low) && c.toLowerCase().includes(low));
  return [...starts, ...holds].slice(0, most);
}

const STEPS: Record<string, number> = { M: 2, L: 2, Q: 4, H: 1, V: 1, A: 7, Z: 0 };

/** A path told from where it begins, each stroke from the end of the last: put after a place, it is drawn there. */
export function relative(path: string): string {
  let [x, y, x0, y0, out] = [0, 0, 0, 0, ""];
  const near = (n: number) => String(Math.round(n * 100) / 100);
  for (const [, command, rest] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const kind = command!.toUpperCase();
    const [bx, by] = command === kind ? [1, 1] : [0, 0];
    if (kind === "Z") { out += "z"; [x, y] = [x0, y0]; continue; }
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    const many = STEPS[kind]!;
    for (let i = 0; i < numbers.length; i += many) {
      const some = numbers.slice(i, i + many);
      const way = kind === "H" ? [some[0]! - bx * x] : kind === "V" ? [some[0]! - by * y]
        : some.map((n, j) => (kind === "A" && j < 5 ? n : n - ((kind === "A" ? j - 5 : j) % 2 ? by * y : bx * x)));
      x += kind === "V" ? 0 : kind === "H" ? way[0]! : way.at(-2)!;
      y += kind === "H" ? 0 : way.at(-1)!;
      if (kind === "M" && !i) [x0, y0] = [x, y];
      out += (kind === "M" && i ? "l" : kind.toLowerCase()) + way.map(near).join(" ");
    }
  }
  return out;
}

const SIZES: Record<string, string> = { M: "xy", L: "xy", T: "xy", H: "x", V: "y", C: "xyxyxy", S: "xyxy", Q: "xyxy", A: "ss---xy" };

/** A path larger or smaller and somewhere else, written out: a group with a transform of its own costs the browser more. */
export function resized(path: string, scale: number, x: number, y: number): string {
  return path.replace(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, rest: string) => {
    const kinds = SIZES[command.toUpperCase()] ?? "";
    const away = command === command.toUpperCase();
    const numbers = (rest.match(/-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?/g) ?? []).map(Number);
    const move = { x: away ? x : 0, y: away ? y : 0, s: 0 } as Record<string, number>;
    const sized = (n: number, kind: string) => (kind === "-" ? n : Number((n * scale + move[kind]!).toFixed(2)));
    return command + numbers.map((n, i) => sized(n, kinds[i % kinds.length]!)).join(" ");
  });
}

type Stroke = { command: "M" | "L" | "Q"; numbers: number[] };

/** The lines of a path of M, L, l, Q and z, all with the places where they end; a closed one comes back to its start. */
function lines(path: string): Stroke[][] {
  const found: Stroke[][] = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of path.matchAll(/([MLlQZz])([^A-Za-z]*)/g)) {
    const numbers = (rest!.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    if (command === "M") found.push([]);
    const line = found.at(-1)!;
    if (command === "Z" || command === "z") numbers.push(...line[0]!.numbers);
    const many = command === "Q" ? 4 : 2;
    for (let i = 0; i < numbers.length; i += many) {
      const to = numbers.slice(i, i + many);
      if (command === "l") { to[0]! += x; to[1]! += y; }
      [x, y] = [to.at(-2)!, to.at(-1)!];
      line.push({ command: line.length ? (command === "Q" ? "Q" : "L") : "M", numbers: to });
    }
  }
  return found;
}

/** Cut a stroked path into pieces of about one square each, with whole lines if its dashes must not be broken: a browser strokes all of a path wherever it draws a part of it. */
export function cut(path: string, square: number, whole = false): string[] {
  const pieces = new Map<string, string>();
  const write = (s: Stroke) => s.command + s.numbers.map((n) => n.toFixed(1)).join(" ");
  for (const line of lines(path)) {
    let last = "";
    line.forEach((stroke, i) => {
      if (!i) return;
      const from = line[i - 1]!.numbers;
      const [x, y] = [from.at(-2)!, from.at(-1)!];
      const key = whole && last ? last : `${Math.floor(x / square)} ${Math.floor(y / square)}`;
      pieces.set(key, (pieces.get(key) ?? "") + (key === last ? "" : `M${x.toFixed(1)} ${y.toFixed(1)}`) + write(stroke));
      last = key;
    });
  }
  return [...pieces.values()];
}

/** A point on the way between two, so far before the second: an arrow that ends there points into its hex however long the way is. */
export function short(from: { x: number; y: number }, to: { x: number; y: number }, by: number): { x: number; y: number } {
  const far = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.max(0, far - by) / far;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
