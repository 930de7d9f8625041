/** A piece on the table: a block or a counter, with its NATO symbol. It holds no rules. */

import type { Piece as PieceState, Title } from "./api";
import { outline } from "./geometry";
import { glyph, sizedGlyph } from "./symbols";

interface Face { piece: PieceState; title: Title | null; side: number; detail: number }

/** The body is drawn in a square of 100 units around the middle. */
export function PieceFace(props: Face) {
  const block = props.title?.looks.piece !== "counter";
  return <g aria-hidden="true" transform={`scale(${props.side / 100})`}>{block ? <Block {...props} /> : <Counter {...props} />}</g>;
}

function looksOf({ piece, title }: Face) {
  const camp = title?.looks.sides?.[piece.side ?? piece.power] ?? {};
  const face = title?.looks.faces?.[piece.face] ?? {};
  return { body: camp.colour ?? "#5b6670", shape: camp.shape ?? "square", fill: face.fill ?? "#e6dfcb", ink: face.ink ?? "#182026" };
}

function Block(props: Face) {
  const { piece, detail } = props;
  const { body, shape, fill, ink } = looksOf(props);
  const open = piece.known === "full";
  const hq = piece.symbol === "hq";
  const bars = piece.most ?? 0;
  return (
    <g class={`block ${piece.up ? "upright" : "flat"}`}>
      <path class="shade" d={piece.up ? outline(shape, 100, 7, 12) : outline(shape, 100, 2, 4)} />
      {piece.up && <path d={outline(shape, 100, 0, -9)} fill={body} class="top-edge" />}
      {piece.up && <path d={outline(shape, 100, 0, -9)} fill="#fff" fill-opacity=".28" />}
      <path class="body" d={outline(shape, 100)} fill={body} />
      {!piece.up && <path d={outline(shape, 100)} fill="none" stroke="#000" stroke-opacity=".55" stroke-width="3" />}
      {open ? (
        <>
          <path d={outline(shape, 86)} fill={fill} />
          {hq ? <HqBar piece={piece} detail={detail} /> : <Symbol {...props} ink={ink} y={detail === 1 ? -24 : -11} wide={detail === 1 ? 66 : 50} />}
          {detail > 1 && <text class="piece-name" y="-21" font-size={Math.min(23.5, 150 / Math.max(4, piece.label.length))} fill={ink}>{piece.label}</text>}
          <Bars steps={piece.steps ?? 0} most={bars} ink={ink} wide={detail === 1 ? 14 : 11} />
          {detail > 1 && !hq && <text class="piece-strength" x="27" y="38" font-size="31.5" fill={ink}>{piece.strength}</text>}
        </>
      ) : (
        <>
          <path d={outline(shape, 84)} fill="#fff" fill-opacity=".05" stroke="#fff" stroke-opacity=".16" stroke-width="2" />
          {piece.symbol ? <Symbol {...props} ink="#e9edf0" y={-30} wide={56} dashed />
            : <path d="M0-12L12 0L0 12L-12 0Z" fill="none" stroke="#fff" stroke-opacity=".38" stroke-width="3" />}
          {piece.label && detail > 1 && <text class="piece-name" y="32" font-size="21" fill="#f0f2f4">{`${piece.label.slice(0, 6)} ${piece.strength}`}</text>}
        </>
      )}
    </g>
  );
}

/** A headquarters: its numeral reversed in a bar. */
function HqBar({ piece, detail }: { piece: PieceState; detail: number }) {
  return (
    <>
      <rect x="-33" y={detail === 1 ? -22 : -12} width="66" height={detail === 1 ? 34 : 26} fill="#111518" rx="2" />
      <text class="piece-strength" y={detail === 1 ? 5 : 9} font-size="25" fill="#fff">{"I".repeat(piece.steps ?? 0) || "0"}</text>
    </>
  );
}

function Bars({ steps, most, ink, wide }: { steps: number; most: number; ink: string; wide: number }) {
  return (
    <>{Array.from({ length: most }, (_, i) => (
      <rect key={i} x={-38 + i * (wide + 2)} y="25" width={wide} height="11" fill={i < steps ? ink : "none"} stroke={ink} stroke-width="1.6" stroke-opacity={i < steps ? 1 : 0.55} />
    ))}</>
  );
}

function Counter(props: Face) {
  const { piece, detail } = props;
  const { body, shape, fill, ink } = looksOf(props);
  const few = piece.strength.length < 3;
  const drawn = detail > 1 || !few;
  // A long row of figures is written as large as the counter is wide.
  const size = Math.min(detail > 1 ? 46 : few ? 74 : 54, 150 / Math.max(1, piece.strength.length));
  return (
    <g class="counter">
      <path class="shade" d={outline(shape, 100, 3, 7)} />
      <path d={outline(shape, 100, 0, 5)} fill={fill} />
      <path d={outline(shape, 100, 0, 5)} fill="#000" fill-opacity=".38" />
      <path class="body" d={outline(shape, 100)} fill={fill} stroke={body} stroke-width="3" />
      {shape === "square" && <rect x="-50" y="-50" width="13" height="100" fill={body} />}
      {drawn && <Symbol {...props} ink={ink} y={-42} wide={58} />}
      <text class="piece-strength" x={shape === "square" ? 5 : 0} y={drawn ? 36 : 25} font-size={size} fill={ink}>{piece.strength}</text>
    </g>
  );
}

function Symbol({ piece, title, ink, y, wide, dashed }: Face & { ink: string; y: number; wide: number; dashed?: boolean }) {
  const drawn = glyph(piece.symbol, title?.looks.symbols?.[piece.symbol]);
  if (!drawn) return null;
  const { lines, solid, library } = sizedGlyph(drawn, wide, y);
  const width = (8.25 * wide) / 150;
  return (
    <>
      <path d={lines} stroke={ink} fill="none" stroke-width={width} stroke-linejoin="round" stroke-dasharray={dashed ? `${(14 * wide) / 150} ${(10 * wide) / 150}` : undefined} />
      {solid && <path d={solid} fill={ink} stroke={library ? ink : "none"} stroke-width={width} stroke-linejoin="round" />}
    </>
  );
}
