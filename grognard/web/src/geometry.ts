/** Pure functions of the map: where things lie, and what the eye can see. */

export interface Look { x: number; y: number; scale: number }
export interface Size { width: number; height: number }

export const NEAREST = 2.4;

/** The scale at which the whole sheet fits. */
export function fitting(view: Size, sheet: Size): number {
  return Math.min(view.width / sheet.width, view.height / sheet.height);
}

/** Keep at least a corner of the sheet in sight, and the scale within reason. */
export function clamped(look: Look, view: Size, sheet: Size): Look {
  const least = fitting(view, sheet) * 0.9;
  const scale = Math.min(NEAREST, Math.max(least, look.scale));
  const margin = 120;
  const x = Math.min(view.width - margin, Math.max(margin - sheet.width * scale, look.x));
  const y = Math.min(view.height - margin, Math.max(margin - sheet.height * scale, look.y));
  return { x, y, scale };
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

/** How much detail a scale has room for: 1 overview, 2 play, 3 close. */
export function detail(hexOnScreen: number): 1 | 2 | 3 {
  return hexOnScreen < 90 ? 1 : hexOnScreen < 160 ? 2 : 3;
}

/** Where the pieces of a stack stand around the middle of their hex, in units of the piece's side. */
export function standing(count: number): [number, number][] {
  if (count <= 1) return [[0, 0]];
  if (count === 2) return [[-0.56, 0], [0.56, 0]];
  if (count <= 4) return ([[-0.56, -0.56], [0.56, -0.56], [-0.56, 0.56], [0.56, 0.56]] as [number, number][]).slice(0, count);
  return Array.from({ length: count }, (_, i) => [-0.3 + 0.12 * (i % 6), -0.3 + 0.12 * (i % 6)] as [number, number]);
}

/** The outline of a piece by the shape of its side: round, chamfered or square. */
export function outline(shape: string, side: number): string {
  const h = side / 2;
  if (shape === "chamfer") {
    const c = side * 0.15;
    return `M${-h + c},${-h}H${h - c}L${h},${-h + c}V${h - c}L${h - c},${h}H${-h + c}L${-h},${h - c}V${-h + c}Z`;
  }
  const r = shape === "round" ? side * 0.18 : side * 0.04;
  return `M${-h + r},${-h}H${h - r}Q${h},${-h} ${h},${-h + r}V${h - r}Q${h},${h} ${h - r},${h}H${-h + r}Q${-h},${h} ${-h},${h - r}V${-h + r}Q${-h},${-h} ${-h + r},${-h}Z`;
}

/** The nearest completions of what is typed, best first. */
export function completions(typed: string, choices: string[], most = 8): string[] {
  const low = typed.toLowerCase();
  const starts = choices.filter((c) => c.toLowerCase().startsWith(low));
  const holds = choices.filter((c) => !c.toLowerCase().startsWith(low) && c.toLowerCase().includes(low));
  return [...starts, ...holds].slice(0, most);
}
