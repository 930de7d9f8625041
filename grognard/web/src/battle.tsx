/** The battle board: a sheet over the dimmed map while a battle is fought. Enemy above, own below, dice as rolled. */

import { useEffect, useState } from "preact/hooks";
import { type Odds, type Panel, type Piece, post } from "./api";
import { Icon } from "./icons";
import { Hits } from "./odds";
import { PieceFace } from "./piece";
import { fork, lines, offered, preview, state, title, touch } from "./play";
import { go } from "./route";
import { Rule } from "./rule";

interface Battle extends Panel { place: string; stages: string[]; stage: number; defender: string; fires: [string, string, boolean][]; waiting: string[]; note: string; rule: string }

export function BattleBoard() {
  const here = state.value!;
  const battle = here.panels.find((p) => p.kind === "battle") as Battle | undefined;
  const [folded, setFolded] = useState("");
  if (!battle || folded === battle.place) return battle ? <button class="unfold" onClick={() => setFolded("")}><Icon name="swords" /> Battle at {battle.title}</button> : null;
  const stack = here.pieces.filter((p) => p.at === battle.place);
  const [enemy, own] = [stack.filter((p) => !p.own), stack.filter((p) => p.own)];
  return (
    <section class="battle" aria-label={`Battle at ${battle.title}`}>
      <div class="battle-list">
        <h2 class="label">Battles this phase</h2>
        <div class="battle-now"><b>{battle.title}</b><span class="tag">now</span><p>{battle.note} <Rule number={battle.rule} /></p></div>
        {battle.waiting.filter((w) => w !== battle.place).map((w) => <div key={w} class="battle-next">{w.replaceAll("_", " ")}</div>)}
      </div>
      <div class="field">
        <header><h1>{battle.title}</h1><ol class="phases">{battle.stages.map((s, i) => <li key={s} class={i === battle.stage ? "on" : i < battle.stage ? "past" : ""}>{i < battle.stage ? "✓ " : ""}{s}</li>)}</ol>
          <button class="tool" aria-label="Fold the battle board" onClick={() => setFolded(battle.place)}><Icon name="close" /></button></header>
        <div class="line-up">{enemy.map((p, i) => <Fighter key={i} piece={p} battle={battle} />)}</div>
        <div class="front" aria-hidden="true" />
        <div class="line-up">{own.map((p, i) => <Fighter key={i} piece={p} battle={battle} />)}</div>
      </div>
      <Right place={battle.place} />
    </section>
  );
}

function Fighter({ piece, battle }: { piece: Piece; battle: Battle }) {
  const fire = battle.fires.find(([name]) => name === piece.id);
  const offer = offered.value.pieces.get(piece.id);
  const rolled = lines.value.filter((l) => l.kind === "fired" && l.pieces.includes(piece.id) && l.places.includes(battle.place)).at(-1);
  const chosen = preview.value.split(" ").includes(piece.id);
  return (
    <article class={`fighter ${offer ? "may" : ""} ${chosen ? "picked" : ""}`}>
      <svg viewBox="-48 -54 100 104" width="92" height="96" aria-hidden="true"><PieceFace piece={piece} title={title.value} side={84} detail={3} /></svg>
      <div><b>{piece.name || piece.label || "Unknown block"}</b><p>{fire?.[1] ?? (piece.known === "full" ? "" : "not shown yet")}</p>
        {rolled?.dice && fire?.[2] && <p class="dice">{rolled.dice.map((d, i) => <Die key={i} face={d} at={i} hit={hits(fire[1], d)} />)}</p>}</div>
      {offer && <button class={chosen ? "primary" : ""} onClick={() => void touch(offer)}>{offer.tokens[0] === "lose" ? "Lose the step" : offer.tokens[0] === "fire" ? "Fires next" : offer.tokens[0]}</button>}
    </article>
  );
}

const hits = (words: string, face: number) => words.includes(String(face));

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[6, 6], [12, 12], [18, 18]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[6, 6], [18, 6], [12, 12], [6, 18], [18, 18]], 6: [[7, 6], [17, 6], [7, 12], [17, 12], [7, 18], [17, 18]],
};

export function Die({ face, hit, at = 0, small = false }: { face: number; hit: boolean; at?: number; small?: boolean }) {
  const side = small ? 24 : 34;
  return <svg class={`die-face ${hit ? "hit" : ""}`} style={{ animationDelay: `${at * 60}ms` }} viewBox="0 0 24 24" width={side} height={side} role="img" aria-label={`${face}${hit ? ", a hit" : ""}`}><rect x="1" y="1" width="22" height="22" rx="5" />{(PIPS[face] ?? []).map(([x, y], i) => <circle key={i} cx={x} cy={y} r="2.3" />)}</svg>;
}

function Right({ place }: { place: string }) {
  const here = state.value!;
  const [chances, setChances] = useState<Odds | null>(null);
  useEffect(() => { void post<Odds | null>(`/api/games/${here.game}/odds`, { seat: here.seat, order: `fight ${place}` }).then(setChances).catch(() => setChances(null)); }, [place, here.version]);
  const rolls = lines.value.filter((l) => l.dice && l.places.includes(place)).slice(-8);
  return (
    <div class="battle-odds">
      <h2 class="label">Odds of this round</h2>
      {chances?.losses ? Object.entries(chances.losses).map(([side, c]) => <Hits key={side} side={side} chances={c} />) : <p class="quiet">No odds for this moment.</p>}
      <h2 class="label">Dice as drawn</h2>
      <table class="chart"><tbody>{rolls.map((l) => <tr key={l.n}><th scope="row">{l.pieces[0] ?? "air"}</th><td>{l.dice!.join(" ")}</td><td class="n"><Rule number={l.rule} /></td></tr>)}</tbody></table>
      <p class="quiet"><Icon name="lock" size={14} /> Sealed before the first move; the key is shown when the game closes.</p>
      {here.kind !== "analysis" && <button onClick={() => void fork().then(go)}><Icon name="fork" /> Try it on the analysis board</button>}
    </div>
  );
}
