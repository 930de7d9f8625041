/** The battle board: a sheet over the dimmed map while a battle is fought. Enemy above, own below, dice as rolled. */

import { useEffect, useState } from "preact/hooks";
import { type Line, type Odds, type Panel, type Piece } from "./api";
import "./battle.css";
import { Die, Slots } from "./dice";
import { Icon } from "./icons";
import { Ends, Estimate, Hits } from "./odds";
import { PieceFace } from "./piece";
import { complain, fork, lines, offered, preview, sideName, state, title, touch, watching, weighed } from "./play";
import { go } from "./route";
import { Rule } from "./rule";

export interface Field { place: string; note: string; rule: string }
interface Fire { piece: string; text: string; need: number; dice: number; fired: boolean; per: number; cost: number; strike: number }
interface SideOf { power: string; role: string; per: number; why: string; rule: string }
interface Battle extends Panel { place: string; stages: string[]; stage: number; fires: Fire[]; fields: Field[]; sides: SideOf[]; note: string; rule: string }

const name = sideName;

export function BattleBoard() {
  const here = state.value!;
  const battle = here.panels.find((p) => p.kind === "battle") as Battle | undefined;
  const [folded, setFolded] = useState("");
  if (!battle || folded === battle.place) return battle ? <button class="unfold" onClick={() => setFolded("")}><Icon name="swords" /> Battle at {battle.title}</button> : null;
  const stack = here.pieces.filter((p) => p.at === battle.place);
  const own = battle.sides.find((s) => stack.some((p) => p.own && p.power === s.power)) ?? battle.sides[1]!;
  const theirs = battle.sides.find((s) => s !== own)!;
  const rolled = thrown(battle.place);
  const waiting = battle.fields.filter((f) => f.place !== battle.place);
  return (
    <section class={`battle ${waiting.length ? "" : "alone"}`} aria-label={`Battle at ${battle.title}`}>
      <div class="battle-list">
        <h2 class="label">Battles this phase</h2>
        <div class="battle-now"><b>{battle.title}</b><span class="tag"><Icon name="swords" size={13} /> now</span><p>{battle.note} <Rule number={battle.rule} /></p></div>
        {waiting.map((f) => <FieldCard key={f.place} field={f} />)}
      </div>
      <div class="field">
        <header><div><h1>{battle.title}</h1><p>{here.turn.name} · {battle.note} <Rule number={battle.rule} /></p></div>
          <ol class="phases">{battle.stages.map((s, i) => <li key={s} class={i === battle.stage ? "on" : i < battle.stage ? "past" : ""} aria-current={i === battle.stage ? "step" : undefined}>{i < battle.stage ? "✓ " : ""}{s}</li>)}</ol>
          <button class="tool" aria-label="Fold the battle board" onClick={() => setFolded(battle.place)}><Icon name="close" /></button></header>
        <div class="line-up enemy"><SideCard side={theirs} />{stack.filter((p) => p.power !== own.power).map((p, i) => <Fighter key={i} piece={p} battle={battle} rolled={rolled} against={own} />)}</div>
        <div class="front"><Pills rolled={rolled} sides={battle.sides} stack={stack} /></div>
        <div class="line-up own">{stack.filter((p) => p.power === own.power).map((p, i) => <Fighter key={i} piece={p} battle={battle} rolled={rolled} against={theirs} />)}</div>
        <footer class={`side-bar side-${own.power}`}><b>{name(own.power)} {own.role}</b><span class="times">× {own.per}</span><span>{own.per === 1 ? "each hit on you is a step" : `${own.per} hits on you are a step`}{own.why ? `: ${own.why}` : ""}</span><Rule number={own.rule} /></footer>
      </div>
      <Right battle={battle} />
    </section>
  );
}

/** The dice of this battle since its blocks were shown. */
function thrown(place: string): Line[] {
  const here = lines.value.filter((l) => l.places.includes(place));
  const start = here.map((l) => l.kind).lastIndexOf("battle");
  return here.slice(Math.max(0, start)).filter((l) => l.dice);
}

function SideCard({ side }: { side: SideOf }) {
  return <div class={`side-card side-${side.power}`}><b>{name(side.power)}</b><span>{side.role}</span><span class="times">× {side.per}</span>{side.why && <small>{side.why}</small>}<Rule number={side.rule} /></div>;
}

/** What has crossed the front line: who hit how often. */
function Pills({ rolled, sides, stack }: { rolled: Line[]; sides: SideOf[]; stack: Piece[] }) {
  return (
    <>{rolled.slice(-5).map((l) => {
      const shooter = stack.find((p) => l.pieces.includes(p.id));
      const target = sides.find((s) => s.power !== (shooter?.power ?? sides.find((x) => x.role === "attack")?.power));
      const hits = l.needs === undefined ? 0 : l.dice!.filter((d) => d >= l.needs!).length;
      const up = shooter?.own ?? target?.role === "defend";
      return <span key={l.n} class={hits ? "hit" : ""}>{up ? "↑" : "↓"} {shooter?.label || l.pieces[0] || "air"}: {hits} hit{hits === 1 ? "" : "s"}{target && target.per > 1 && hits ? `, ${target.per} for a step` : ""}</span>;
    })}</>
  );
}

function Fighter({ piece, battle, rolled, against }: { piece: Piece; battle: Battle; rolled: Line[]; against: SideOf }) {
  const fire = battle.fires.find((f) => f.piece === piece.id);
  const offer = offered.value.pieces.get(piece.id);
  const throwOf = rolled.filter((l) => l.pieces.includes(piece.id)).at(-1);
  const chosen = preview.value.split(" ").includes(piece.id);
  const loses = offer?.tokens[0] === "lose";
  const inflicts = fire && fire.need <= 6 ? (fire.dice * (7 - fire.need)) / 6 / against.per : 0;
  return (
    <article class={`fighter ${offer ? "may" : ""} ${chosen ? "picked" : ""}`}>
      <svg viewBox="-48 -54 100 104" width="82" height="86" aria-hidden="true"><PieceFace piece={piece} title={title.value} side={84} detail={3} /></svg>
      <div><b>{piece.name || piece.label || "Unknown block"}</b>
        <p>{fire ? fire.text : "not shown yet"}</p>
        {loses && <p class="falls">{piece.steps} → <em>{(piece.steps ?? 1) - 1}</em></p>}
        {fire?.strike ? <p><Icon name="air zones" size={14} /> {fire.strike} dice of airstrike</p> : null}</div>
      {throwOf?.dice ? <p class="dice">{throwOf.dice.map((d, i) => <Die key={i} face={d} at={i} hit={throwOf.needs !== undefined && d >= throwOf.needs} />)}</p>
        : fire && fire.dice > 0 && <p class="dice"><Slots count={fire.dice} lost={loses && chosen ? 1 : 0} /></p>}
      {fire && fire.dice > 0 && !throwOf && <p class="yield"><span>{inflicts.toFixed(2)} steps on average</span><b>{fire.cost} PP a step</b></p>}
      {offer && <button class={chosen ? "primary" : ""} onClick={() => void touch(offer)}>{loses ? (chosen ? "Lose the step: touch again" : "Lose the step") : offer.tokens[0] === "fire" ? (chosen ? "Fire: touch again" : "Fires next") : offer.tokens[0]}</button>}
    </article>
  );
}

/** A battle that waits, with its odds before anyone commits to it. */
export function FieldCard({ field }: { field: Field }) {
  const chances = useOdds(field.place);
  return (
    <div class="battle-next"><b>{field.place.replaceAll("_", " ")}</b>{field.note && <p>{field.note} {field.rule && <Rule number={field.rule} />}</p>}
      {chances?.losses && <div class="small-odds">{Object.entries(chances.losses).map(([side, c]) => <Hits key={side} side={side} chances={c} small />)}</div>}
      {chances?.deals ? <p class="quiet">{chances.deals} deals of what you have not seen</p> : null}</div>
  );
}

/** The first odds of each battle as a seat knew them, when it was committed to. */
const first = new Map<string, Odds>();
const keyOf = (place: string) => { const { game, seat, turn } = state.value!; return `${game} ${seat} ${turn.name} ${turn.phase} ${place}`; };

function useOdds(place: string): Odds | null {
  const here = state.value!;
  const [chances, setChances] = useState<Odds | null>(null);
  useEffect(() => {
    if (watching.value) return;
    const key = keyOf(place);
    let still = true;
    void weighed(here, { seat: here.seat, order: `fight ${place}` }).then((found) => {
      if (!still) return;
      setChances(found);
      if (found && !first.has(key)) first.set(key, found);
    });
    return () => { still = false; };
  }, [place, here.version]);
  return chances;
}

/** How many dice of a throw hit, in words. */
function hitsOf(line: Line): string {
  const hits = line.dice!.filter((die) => die >= line.needs!).length;
  return hits === 1 ? "1 hit" : `${hits} hits`;
}

function Right({ battle }: { battle: Battle }) {
  const here = state.value!;
  const chances = useOdds(battle.place);
  const before = first.get(keyOf(battle.place));
  const rolls = lines.value.filter((l) => l.dice && l.places.includes(battle.place)).slice(-8);
  return (
    <div class="battle-odds">
      <h2 class="label">Odds of this round</h2>
      {before && before !== chances && <p class="key"><i class="was" /> when it began <i class="is" /> now</p>}
      {chances?.losses ? Object.entries(chances.losses).map(([side, c]) => <Hits key={side} side={side} chances={c} was={before !== chances ? before?.losses?.[side] : undefined} />) : <p class="quiet">No odds for this moment.</p>}
      {chances && <Estimate odds={chances} />}
      {chances && <Ends odds={chances} />}
      <h2 class="label">Dice as drawn</h2>
      <table class="chart"><tbody>{rolls.map((l) => <tr key={l.n}><td class="quiet">{l.n}</td><th scope="row">{l.pieces[0] ?? "airstrike"}</th><td>{l.dice!.join(" ")}</td><td class="n">{l.needs === undefined ? "" : hitsOf(l)} <Rule number={l.rule} /></td></tr>)}</tbody></table>
      <p class="quiet"><Icon name="lock" size={14} /> Sealed before the first move; the key is shown when the game closes.</p>
      {here.kind !== "analysis" && !watching.value && <button onClick={() => void fork().then(go, complain)}><Icon name="fork" /> Try it on the analysis board</button>}
    </div>
  );
}
