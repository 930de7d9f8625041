/** Phases in which nothing can be done are ended by themselves, unless someone wants to end them by hand; it is said. Where blocks are hidden they never are: how soon a phase ends would tell what its player has. */

import { effect, signal } from "@preact/signals";
import { post, type State } from "./api";
import { Icon } from "./icons";
import { busy, curtain, decision, endings, myTurn, ordered, replay, state, take, title, verbs } from "./play";

/** Are they ended by themselves? The browser remembers it. */
export const passing = signal(localStorage.getItem("idle") !== "by hand");
/** May they be, in the title on the table? */
export const mayPass = () => title.value?.fog === false;
/** The phases that were ended since my last order. */
const passed = signal<string[]>([]);

export function setPassing(on: boolean): void {
  passing.value = on;
  localStorage.setItem("idle", on ? "by itself" : "by hand");
}

let tried = "";
effect(() => {
  const here = state.value;
  if (!here || !passing.value || !mayPass() || here.kind !== "live" || here.outcome || replay.value || curtain.value || busy.value || !myTurn.value) return;
  const [only, ...more] = endings.value;
  // An order that can be taken back, or given again, is not put out of reach.
  if (verbs.value.length || more.length || only?.text !== "end" || decision.value?.undo || decision.value?.redo || here.to_answer.length) return;
  const moment = `${here.game} ${here.seat} ${here.version}`;
  if (tried === moment) return;
  tried = moment;
  void passOn(here).catch(() => undefined);
});
effect(() => { if (ordered.value >= 0) passed.value = []; });

async function passOn(here: State): Promise<void> {
  const next = await post<State>(`/api/games/${here.game}/orders`, { seat: here.seat, order: "end", version: here.version });
  passed.value = [...passed.value, here.turn.phases[here.turn.phase] ?? here.turn.name];
  take(next);
}

export function Passed() {
  const names = passed.value;
  return (
    <p class="passed" role="status">{names.length > 0 && <><Icon name="info" size={15} /> <span>Nothing could be done in {[...new Set(names)].join("; ")}: ended by itself.</span>
      <button class="quiet small" onClick={() => { setPassing(false); passed.value = []; }}>End by hand</button></>}</p>
  );
}
