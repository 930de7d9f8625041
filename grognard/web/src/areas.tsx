import type { Board } from "./api";
import type { Spots } from "./map";
import { placeName } from "./play";

/** Areas that a scenario draws elsewhere than the sheet does: a panel, the routes, a shape and a name each. */
export function Areas({ map, places }: { map: Board; places: Spots }) {
  const spots = (map.areas ?? []).map((name) => places.get(name)).filter((s) => s !== undefined);
  if (!spots.length) return null;
  const unit = map.frame.unit;
  const panel = spots.map((s) => `M${s.x.toFixed(0)} ${s.y.toFixed(0)}h.1`).join("");
  const inside = (name: string) => map.areas!.includes(name);
  const lines = (map.routes ?? []).map((route) => ({ route, a: places.get(route.a), b: places.get(route.b) })).filter((l) => l.a && l.b);
  const d = ({ a, b }: (typeof lines)[number]) => `M${a!.x.toFixed(0)} ${a!.y.toFixed(0)}L${b!.x.toFixed(0)} ${b!.y.toFixed(0)}`;
  const within = lines.filter((l) => inside(l.route.a) && inside(l.route.b)).map(d).join("");
  return (
    <g class="areas">
      <path class="area-panel" d={panel + within} stroke-width={unit * 1.3} />
      {lines.map((l) => (
        <path key={`${l.route.a} ${l.route.b}`} class={`area-route ${l.route.kind} ${l.route.long ? "long" : "short"} ${inside(l.route.a) && inside(l.route.b) ? "" : "away"}`} d={d(l)} />
      ))}
      {spots.map((s) => (
        <g key={s.hex.name}>
          <polygon class={`area-shape ${s.hex.terrain}`} points={s.points} />
          <text class="area-name" x={s.x} y={s.y + unit * 0.55}>{placeName(s.hex.name)}</text>
        </g>
      ))}
    </g>
  );
}
