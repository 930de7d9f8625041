/** What is inside a frame of 150 by 100 units, as paths with our own stroke: NATO symbols by their codes, other signs by hand. */

import { signal } from "@preact/signals";
import { resized } from "./geometry";

export interface Glyph { lines: string; solid?: string; library?: boolean }

const FRAME = "M0 0H150V100H0Z";
const PLANE = "M75 4L85 38L146 58V72L86 64L81 84L98 92V98H52V92L69 84L64 64L4 72V58L65 38Z";
const CROSS = "M0 0L150 100M0 100L150 0";

/** Kinds that NATO has no sign for; armor is also on the start page, which does without the library. */
const OWN: Record<string, Glyph> = {
  armor: { lines: FRAME + "M100 30C125 30 125 70 100 70H50C25 70 25 30 50 30Z" },
  garrison: { lines: FRAME + CROSS + "M38 0V100" },
  static: { lines: FRAME + CROSS + "M38 0V100" },
  fort: { lines: FRAME, solid: "M30 80V34h18v14h18V34h18v14h18V34h18v46z" },
  partisan: { lines: FRAME, solid: "M75 16l9 25h27l-22 16 8 26-22-16-22 16 8-26-22-16h27z" },
  militia: { lines: FRAME + CROSS + "M61 50a14 14 0 1 0 28 0a14 14 0 1 0-28 0" },
  fighter: { lines: "", solid: PLANE },
  attacker: { lines: "M40 98H110", solid: PLANE },
  bomber: { lines: "M44 40V66M106 40V66", solid: PLANE },
  "heavy bomber": { lines: "M30 44V68M52 40V64M98 40V64M120 44V68", solid: PLANE },
  transport: { lines: PLANE },
  leader: { lines: "", solid: "M75 6l16 32 36 5-26 25 6 36-32-17-32 17 6-36-26-25 36-5z" },
  hq: { lines: "M24 6V98M24 10H134V56H24" },
  supply: { lines: "M18 26H132V92H18ZM18 59H132M75 26V92" },
  uboat: { lines: "M6 64C20 46 130 46 144 64C130 82 20 82 6 64ZM62 50V32H92V50M80 32V14" },
  freighter: { lines: "M6 58H144L128 90H24ZM30 58V36H62V58M72 58V36H104V58M118 58V20" },
  fleet: { lines: "M8 56H142L122 90H28ZM75 56V10M75 18L110 46H75" },
};

const library = signal<((code: string) => Glyph | undefined) | null>(null);
const kept = new Map<string, Glyph | undefined>();

/** Fetched once, when the first table is opened; a face that is shown already is drawn again when it is there. */
export async function fetchSymbols(): Promise<void> {
  library.value ??= (await import("./nato")).drawn;
}

const sized = new Map<Glyph, Map<string, Glyph>>();

/** A glyph so wide, from so high up in its face's square of 100 units. */
export function sizedGlyph(drawn: Glyph, wide: number, top: number): Glyph {
  const all = sized.get(drawn) ?? new Map<string, Glyph>();
  sized.set(drawn, all);
  const key = `${wide} ${top}`;
  const put = (path: string) => resized(path, wide / 150, -wide / 2, top);
  const found = all.get(key) ?? { ...drawn, lines: put(drawn.lines), solid: drawn.solid && put(drawn.solid) };
  all.set(key, found);
  return found;
}

/** By the code or the sign's name that the title gives to the kind, else by hand. Colour and size are the face's, so a code is drawn once. */
export function glyph(kind: string, code = ""): Glyph | undefined {
  if (OWN[code]) return OWN[code];
  const draw = code ? library.value : null;
  if (draw && !kept.has(code)) kept.set(code, draw(code));
  return kept.get(code) ?? OWN[kind];
}
