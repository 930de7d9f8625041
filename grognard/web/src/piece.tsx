/** A piece on the table: a block or a counter, with its NATO symbol. It holds no rules. */

import ms from "milsymbol";
import type { Piece as PieceState, Title } from "./api";
import { outline } from "./geometry";

const SYMBOLS: Record<string, string> = {
  infantry: "SFGPUCI----", mechanized: "SFGPUCIZ---", mech: "SFGPUCIZ---", armor: "SFGPUCA----", cavalry: "SFGPUCRC---",
  mountain: "SFGPUCIO---", parachute: "SFGPUCIA---", para: "SFGPUCIA---", garrison: "SFGPUCI----", partisan: "SFGPUCFF---",
  fort: "SFGPUCEC---", static: "SFGPUCI----", amphibious: "SFGPUCIN---", hq: "SFGPUH-----", fleet: "SFSPCL-----", militia: "SFGPUCI----",
};
const drawn = new Map<string, string>();

/** The symbol as an image address, made once for each kind and ink. */
export function symbolOf(kind: string, ink: string): string {
  const key = `${kind}/${ink}`;
  let url = drawn.get(key);
  if (url === undefined) {
    const code = SYMBOLS[kind];
    url = code ? `data:image/svg+xml,${encodeURIComponent(new ms.Symbol(code, { size: 40, fill: false, strokeWidth: 6, monoColor: ink, outlineWidth: 0 }).asSVG())}` : "";
    drawn.set(key, url);
  }
  return url;
}

export function PieceFace({ piece, title, side, detail }: { piece: PieceState; title: Title | null; side: number; detail: number }) {
  const look = title?.looks.faces?.[piece.face] ?? {};
  const camp = title?.looks.sides?.[piece.side ?? piece.power] ?? {};
  const unknown = piece.known !== "full";
  const fill = unknown ? camp.colour ?? "#5b6670" : look.fill ?? look.colour ?? "#e6dfcb";
  const ink = unknown ? "#ffffff" : look.ink ?? "#182026";
  const shape = camp.shape ?? "square";
  const block = title?.looks.piece !== "counter";
  const h = side / 2;
  const symbol = piece.symbol ? symbolOf(piece.symbol, ink) : "";
  return (
    <g class={`face ${block ? "block" : "counter"} ${piece.up ? "upright" : "flat"}`}>
      <path class="body" d={outline(shape, side)} fill={fill} stroke={camp.colour ?? "#25282c"} stroke-width={side * 0.055} />
      {block && piece.up && <rect x={-h * 0.82} y={-h * 0.96} width={side * 0.82} height={side * 0.09} fill="#ffffff" opacity="0.35" rx={side * 0.03} />}
      {symbol && <image href={symbol} x={-side * 0.3} y={detail === 1 ? -side * 0.3 : -side * 0.3} width={side * 0.6} height={side * 0.42} opacity={unknown ? 0.75 : 1} />}
      {detail > 1 && piece.label && <text class="piece-name" y={-side * 0.31} font-size={side * 0.2} fill={ink}>{piece.label}</text>}
      {piece.strength && <text class="piece-strength" y={side * (block ? 0.42 : 0.44)} font-size={side * (block ? 0.3 : 0.4)} fill={ink}>{piece.strength}</text>}
      {block && piece.most ? Array.from({ length: piece.most }, (_, i) => (
        <rect key={i} x={-h * 0.84} y={h * 0.72 - i * side * 0.15} width={side * 0.1} height={side * 0.11} fill={i < (piece.steps ?? 0) ? ink : "none"} stroke={ink} stroke-width={side * 0.02} opacity={i < (piece.steps ?? 0) ? 1 : 0.35} />
      )) : null}
      {piece.tags.includes("moved") && <path class="done" d={`M${h * 0.35},${-h * 0.55}l${side * 0.08},${side * 0.09}l${side * 0.16},${-side * 0.18}`} />}
    </g>
  );
}
