/** Sounds of the table, made here and off until someone wants them: dice, a hit, and the call to a turn. */

import { effect, signal } from "@preact/signals";
import type { Line } from "./api";
import { heard, myTurn, replay, state } from "./play";

export const sounding = signal(localStorage.getItem("sound") === "on");

let air: AudioContext | null = null;
export function setSound(on: boolean): void {
  sounding.value = on;
  localStorage.setItem("sound", on ? "on" : "off");
  if (on) play("turn");
}

export type Sound = "dice" | "hit" | "turn";
/** A tone: when it begins and how long it lasts in seconds, how high and how loud it is, and what it is made of. */
interface Tone { at: number; lasts: number; pitch: number; loud: number; kind: OscillatorType }
const TONES: Record<Sound, Tone[]> = {
  dice: [0, 0.07, 0.13, 0.2, 0.25].map((at, i) => ({ at, lasts: 0.035, pitch: 620 - 70 * i, loud: 0.09, kind: "square" })),
  hit: [{ at: 0, lasts: 0.22, pitch: 92, loud: 0.3, kind: "triangle" }, { at: 0.01, lasts: 0.1, pitch: 160, loud: 0.12, kind: "sawtooth" }],
  turn: [{ at: 0, lasts: 0.2, pitch: 523, loud: 0.14, kind: "sine" }, { at: 0.17, lasts: 0.34, pitch: 784, loud: 0.14, kind: "sine" }],
};
const LOST = /lost|eliminated|starved|overran|attrition|sunk|destroyed|losses/;

/** What some lines of the log sound like: dice that fell, and above them something that was hit. */
export function soundOf(lines: Line[]): Sound | "" {
  if (lines.some((l) => l.text && LOST.test(l.kind))) return "hit";
  return lines.some((l) => l.dice?.length) ? "dice" : "";
}

export function play(sound: Sound): void {
  // Whoever looks elsewhere is called to a turn, and hears nothing else.
  if (!sounding.value || (document.hidden && sound !== "turn")) return;
  try {
    air ??= new AudioContext();
    void air.resume();
    const now = air.currentTime;
    for (const { at, lasts, pitch, loud, kind } of TONES[sound]) {
      const [tone, volume] = [air.createOscillator(), air.createGain()];
      tone.type = kind;
      tone.frequency.setValueAtTime(pitch, now + at);
      volume.gain.setValueAtTime(loud, now + at);
      volume.gain.exponentialRampToValueAtTime(0.001, now + at + lasts);
      tone.connect(volume).connect(air.destination);
      tone.start(now + at);
      tone.stop(now + at + lasts + 0.02);
    }
  } catch { /* A machine without sound has a table all the same. */ }
}

/** Listen to the table, once for the page. */
export function listenToTable(): void {
  effect(() => { const sound = soundOf(heard.value); if (sound && !replay.peek()) play(sound); });
  let [was, chair] = [false, ""];
  effect(() => {
    const here = state.value;
    if (replay.value) return;
    const [now, where] = [myTurn.value, here ? `${here.game} ${here.seat}` : ""];
    // A table that is opened is silent: its turn has not just come.
    if (now && !was && where === chair) play("turn");
    [was, chair] = [now, where];
  });
}
