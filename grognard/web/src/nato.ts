/** Units of land forces as milsymbol draws them. It is large: only a table fetches it. */

import { ms, numberlandunit } from "../node_modules/milsymbol/index.mjs";
import { resized } from "./geometry";
import type { Glyph } from "./symbols";

ms.addIcons(numberlandunit);

/** What a code (20 digits, MIL-STD-2525D) stands for, as lines and solids without colour or width: those are the face's. */
export function drawn(code: string): Glyph | undefined {
  if (!/^\d{20}$/.test(code)) return undefined;
  const symbol = new ms.Symbol(code, { fill: false, monoColor: "black" });
  if (!symbol.isValid()) return undefined;
  const glyph = { lines: "", solid: "", library: true };
  for (const part of symbol.drawInstructions.flat()) {
    if (part.type !== "path") return undefined;
    if (part.stroke) glyph.lines += here(part.d);
    else glyph.solid += `${here(part.d)}Z`;
  }
  return glyph;
}

/** The library draws around a corner of its own. */
const here = (d: string) => resized(absolute(d), 1, -25, -50);

/** A first move that is relative is so to the origin, which is lost when paths are joined. */
function absolute(d: string): string {
  return d.replace(/^m\s*([-\d.]+)[\s,]+([-\d.]+)\s*(?=(.))/, (_, x, y, next) => `M${x},${y}${/[a-z]/i.test(next) ? "" : "l"}`);
}
