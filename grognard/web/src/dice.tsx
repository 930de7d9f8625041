/** Dice: as they fell, and the empty places of those still to be thrown. */

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[6, 6], [12, 12], [18, 18]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]], 6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]],
};

export function Die({ face, hit, at = 0, small = false }: { face: number; hit: boolean; at?: number; small?: boolean }) {
  const side = small ? 24 : 34;
  return <svg class={`die-face ${hit ? "hit" : ""}`} style={{ animationDelay: `${at * 60}ms` }} viewBox="0 0 24 24" width={side} height={side} role="img" aria-label={`${face}${hit ? ", a hit" : ""}`}><rect x="1" y="1" width="22" height="22" rx="5" />{(PIPS[face] ?? []).map(([x, y], i) => <circle key={i} cx={x} cy={y} r="2.3" />)}</svg>;
}

export function Slots({ count, lost }: { count: number; lost: number }) {
  return <>{Array.from({ length: count }, (_, i) => <i key={i} class={`slot ${i >= count - lost ? "lost" : ""}`} />)}</>;
}
