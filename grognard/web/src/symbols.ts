/** NATO symbols in a friendly frame of 150 by 100 units: what is inside it, as paths with our own stroke. */

export interface Glyph { lines: string; solid?: string }

const FRAME = "M0 0H150V100H0Z";
const CROSS = "M0 0L150 100M0 100L150 0";
const TRACKS = "M45 28H105A22 22 0 0 1 105 72H45A22 22 0 0 1 45 28Z";

const GLYPHS: Record<string, Glyph> = {
  infantry: { lines: FRAME + CROSS },
  mechanized: { lines: FRAME + CROSS + TRACKS },
  mech: { lines: FRAME + CROSS + TRACKS },
  armor: { lines: FRAME + TRACKS },
  cavalry: { lines: FRAME + "M0 100L150 0" },
  mountain: { lines: FRAME + CROSS, solid: "M75 62L99 100H51Z" },
  parachute: { lines: FRAME + CROSS + "M45 92Q60 74 75 92Q90 74 105 92" },
  para: { lines: FRAME + CROSS + "M45 92Q60 74 75 92Q90 74 105 92" },
  amphibious: { lines: FRAME + CROSS + "M20 88q14-14 28 0t28 0 28 0 28 0" },
  garrison: { lines: FRAME + "M0 0L150 100M0 100L150 0M38 0V100" },
  static: { lines: FRAME + CROSS + "M38 0V100" },
  fort: { lines: FRAME, solid: "M30 80V34h18v14h18V34h18v14h18V34h18v46z" },
  partisan: { lines: FRAME, solid: "M75 16l9 25h27l-22 16 8 26-22-16-22 16 8-26-22-16h27z" },
  militia: { lines: FRAME + CROSS + "M61 50a14 14 0 1 0 28 0a14 14 0 1 0-28 0" },
  fleet: { lines: "M8 56H142L122 90H28ZM75 56V10M75 18L110 46H75" },
};

export function glyph(kind: string): Glyph | undefined {
  return GLYPHS[kind];
}
