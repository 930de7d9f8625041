/** Lessons: a real game with someone at your shoulder, who says what to do next and lights it up. Any legal order may be given. */

import { computed, effect, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { type Lesson, type LessonStep, get, post, type Reason } from "./api";
import { Icon } from "./icons";
import "./lesson.css";
import { goThere, inSight } from "./map";
import { look, myTurn, overlays, previewed, showOverlay, state, title, turnBack, why } from "./play";
import { go } from "./route";
import { Rule } from "./rule";

interface Progress { id: string; done: number[]; passed: boolean[]; astray: string; over: boolean }

const progress = signal<Progress | null>(null);
const folded = signal(false);
/** Steps that were read or skipped, kept in the browser game by game. */
const read = signal<number[]>([]);
let kept = "";
/** How often the progress was asked for: only the last answer counts. */
let asked = 0;

const lesson = computed((): Lesson | undefined => title.value?.lessons?.find((l) => l.id === progress.value?.id));
export const stepAt = computed(() => {
  const now = progress.value;
  const all = lesson.value?.steps ?? [];
  if (!now || now.over) return -1;
  return all.findIndex((_, i) => !now.passed[i] && !read.value.includes(i));
});
/** Pieces and places that the lesson points at. */
export const pointed = computed((): string[] => (folded.value ? [] : myTurn.value || !lesson.value?.steps[stepAt.value]?.order ? lesson.value?.steps[stepAt.value]?.light ?? [] : []));

effect(() => {
  const here = state.value;
  if (!here || here.kind !== "lesson") { asked += 1; progress.value = null; return; }
  if (kept !== here.game) { kept = here.game; read.value = JSON.parse(localStorage.getItem(`lesson:${kept}`) ?? "[]") as number[]; }
  const turn = ++asked;
  void get<Progress>(`/api/games/${here.game}/lesson?seat=${here.seat}`).then((found) => { if (turn === asked) progress.value = found; }).catch(() => undefined);
});

function pass(step: number): void {
  read.value = [...read.value, step];
  localStorage.setItem(`lesson:${kept}`, JSON.stringify(read.value));
}

/** Does an order have the words of a step, as the course will judge it? */
function fits(step: LessonStep, order: string): boolean {
  const [wanted, given] = [(step.does || step.order).split(" "), order.split(/[\s>+]+/)];
  return !!step.order && wanted[0] === given[0] && wanted.every((word) => given.includes(word));
}

/** What is previewed cannot be taken back, and no step that is still to come in this phase asks for it. */
const strays = computed(() => {
  const [seen, all, now, step] = [previewed.value, lesson.value?.steps ?? [], progress.value, lesson.value?.steps[stepAt.value]];
  return !!seen?.barred && !!now && !!step?.order && !all.some((s, i) => !now.passed[i] && s.turn === step.turn && s.phase === step.phase && fits(s, seen.order));
});

export async function startLesson(titleId: string, lessonId: string): Promise<void> {
  const begun = await post<{ game: string; seats: string[] }>("/api/games", { title: titleId, lesson: lessonId });
  go(`/g/${begun.game}/${begun.seats[0]}`);
}

export function Coach() {
  const now = progress.value;
  const all = lesson.value;
  const at = stepAt.value;
  const step = all?.steps[at];
  const setFolded = (on: boolean) => { folded.value = on; };
  useEffect(() => {
    if (step?.overlay && !overlays.value.some((o) => o.name === step.overlay)) void showOverlay(step.overlay);
    if (step) inSight.value = step.light.map((name) => state.value?.pieces.find((p) => p.id === name)?.at ?? name);
  }, [at]);
  if (!now || !all) return null;
  if (folded.value) return <button class="coach-folded" onClick={() => setFolded(false)}><Icon name="learn" /> Lesson</button>;
  return (
    <section class="coach" aria-label="Lesson" aria-live="polite">
      <header><span class="label"><Icon name="learn" size={15} /> {all.name}</span><Count at={at} of={all.steps.length} /><button class="quiet small" aria-label="Fold the lesson" onClick={() => setFolded(true)}><Icon name="minus" size={15} /></button></header>
      <i class="coach-bar" aria-hidden="true"><b style={{ width: `${(100 * (at < 0 ? all.steps.length : at)) / all.steps.length}%` }} /></i>
      {step ? <StepCard step={step} at={at} astray={now.astray} /> : <div><h2>Well done</h2><p>{all.ending}</p><div class="row"><button onClick={() => setFolded(true)}>Play on</button><button onClick={() => go("/learn")}>More lessons</button></div></div>}
    </section>
  );
}

function Count({ at, of }: { at: number; of: number }) {
  return <span class="count">{at < 0 ? `${of} of ${of}` : `${at + 1} of ${of}`}</span>;
}

function StepCard({ step, at, astray }: { step: LessonStep; at: number; astray: string }) {
  const [closed, setClosed] = useState<Reason | null>(null);
  const version = state.value?.version;
  useEffect(() => {
    setClosed(null);
    if (step.order && myTurn.value) void why(step.order).then((reason) => { if (stepAt.value === at) setClosed(reason); });
  }, [at, version]);
  const place = step.light.find((name) => !state.value!.pieces.some((p) => p.id === name)) ?? state.value!.pieces.find((p) => step.light.includes(p.id))?.at;
  const back = !!state.value?.decision?.undo;
  const show = () => { if (place) goThere(place); void look(step.order, ""); };
  return (
    <div>
      <h2>{step.title} {step.rule && <Rule number={step.rule} />}</h2>
      <p>{step.say}</p>
      {strays.value && <p class="coach-note"><Icon name="info" size={15} /> <span>The lesson means another order here, and this one cannot be taken back. Show me picks the right one.</span></p>}
      {astray && step.order && <p class="coach-note"><Icon name="info" size={15} /> <span>You gave <code>{astray}</code>. That is a legal order, and not the one of the lesson: {back ? "take it back, or go on as you like." : "it stands. Go on as you like, or begin again."}</span></p>}
      {closed && !astray && myTurn.value && <p class="coach-note"><Icon name="lock" size={15} /> <span>This order is closed now: {closed.sentence} <Rule number={closed.rule} /></span></p>}
      <div class="row">
        {!step.order && <button class="primary" onClick={() => pass(at)}>Next</button>}
        {!step.order && place && <button onClick={() => { goThere(place); }}>Look there</button>}
        {step.order && !closed && myTurn.value && <button onClick={show}>Show me</button>}
        {astray && back && <button onClick={() => void turnBack("undo")}><Icon name="undo" size={15} /> Take it back</button>}
        {(closed || (astray && !back)) && step.order && myTurn.value && <button onClick={() => void startLesson(title.value!.id, lesson.value!.id)}><Icon name="reset" size={15} /> Begin again</button>}
        {step.order && <button class="quiet" onClick={() => pass(at)}>Skip</button>}
      </div>
    </div>
  );
}
