/** The replay scrubber: any moment of the game that the seat may see, step by step or playing. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { proposeBack, replay, showEntry, state } from "./play";
import { keepMoment, momentAt } from "./route";

const PACE = 900;

export function Replay() {
  const at = replay.value!;
  useEffect(() => {
    if (!at.playing || !at.shown) return undefined;
    const timer = window.setTimeout(() => void showEntry(at.entry + 1), PACE);
    return () => window.clearTimeout(timer);
  }, [at.entry, at.playing, at.shown]);
  useEffect(() => { if (at.shown) keepMoment(at.entry); }, [at.entry, at.shown]);
  useEffect(() => () => keepMoment(-1), []);
  const toggle = () => { replay.value = { ...at, playing: !at.playing }; };
  return (
    <div class="replay">
      <b>Replay · {state.value?.turn.name}</b>
      <button aria-label="Step back" onClick={() => void showEntry(at.entry - 1 < 0 ? 0 : at.entry - 1)}><Icon name="back" /></button>
      <button aria-label={at.playing ? "Pause" : "Play"} onClick={toggle}><Icon name={at.playing ? "pause" : "play"} /></button>
      <button aria-label="Step on" onClick={() => void showEntry(at.entry + 1)}><Icon name="step" /></button>
      <input type="range" min={0} max={at.last} value={at.entry} aria-label="Moment of the game" onInput={(e) => void showEntry(Number(e.currentTarget.value))} />
      <output>{at.entry} of {at.last}</output>
      {state.value?.kind === "live" && !state.value.outcome && at.entry < at.last && <button onClick={() => void proposeBack(at.entry)}><Icon name="flag" size={15} /> Propose to go back to here</button>}
      <CopyLink key={at.entry} entry={at.entry} />
      <button class="end" onClick={() => void showEntry(-1)}>Back to the game</button>
    </div>
  );
}

/** Whoever holds the seat comes back to the moment by its link. */
function CopyLink({ entry }: { entry: number }) {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try { await navigator.clipboard.writeText(location.origin + momentAt(entry)); setSaid("Copied"); } catch { setSaid("The address of this page is the link"); }
  };
  return <button onClick={() => void copy()}><Icon name="link" size={15} /> <span aria-live="polite">{said || <>Copy link<span class="unseen"> to this position</span></>}</span></button>;
}
