/** A game: top bar, map, deck, side. The map is the page. */

import { sideFolded } from "./fold";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "./api";
import { BattleBoard } from "./battle";
import { Deck, focusLine } from "./deck";
import { Ending, endingOpen } from "./ending";
import { Icon } from "./icons";
import { KeyList, listing } from "./keylist";
import { useKeys } from "./keys";
import { Coach } from "./lesson";
import { MapView, overlook, selectedPlace } from "./map";
import { PageTop } from "./pages";
import { board, curtained, decision, gone, leave, mySeats, openCurtain, replay, showEntry, sideName, sitDown, state, turnBack, watching } from "./play";
import { correcting, Correction } from "./propose";
import { Report } from "./report";
import { go, moment } from "./route";
import { openRule } from "./rule";
import { SeatGone, SeatPanel, seatOpen } from "./seat";
import { sheetUp } from "./sheet";
import { Side, tab } from "./side";
import { fetchSymbols } from "./symbols";
import { Find, finding, Tools } from "./tools";
import { TopBar } from "./top";

export function Table({ game, seat }: { game: string; seat: string }) {
  const [failed, setFailed] = useState("");
  useEffect(() => {
    setFailed("");
    void fetchSymbols().catch(() => undefined); // Without them a face still has its name and numbers.
    sitDown(game, seat).catch((error: Error) => setFailed(sentenceOf(error)));
    // Nothing that one seat looked at stays for the next.
    return () => { leave(); overlook(); finding.value = false; seatOpen.value = false; endingOpen.value = false; correcting.value = false; };
  }, [game, seat]);
  useEffect(() => {
    const turn = () => void showEntry(moment());
    window.addEventListener("hashchange", turn);
    return () => window.removeEventListener("hashchange", turn);
  }, []);
  useHotSeat(game, seat);
  useKeys();
  if (failed) return <><PageTop here="" /><main class="page"><h1>This game cannot be opened</h1><p>{failed}</p><p><a href="/">Back to the start</a></p></main></>;
  if (gone.value) return <SeatGone game={game} seat={seat} />;
  if (curtained(game, seat)) return <Curtain game={game} seat={seat} />;
  if (!state.value || !board.value || state.value.seat !== seat || state.value.game !== game) return <main class="page"><h1 class="quiet">Setting up the table…</h1></main>;
  const drawer = selectedPlace.value !== "" || openRule.value !== "";
  return (
    <div class={`table ${drawer ? "drawer" : ""} ${sideFolded.value ? "side-folded" : ""} sheet-${sheetUp.value}`}>
      <TopBar />
      <main class="board"><MapView /><Tools /><Coach /><Report /><BattleBoard /><Deck /></main>
      <Side high={sheetUp.value === "high"} />
      <PhoneTools />
      {finding.value && <Find />}
      {listing.value && <KeyList />}
      {correcting.value && !watching.value && <Correction />}
      {seatOpen.value && !watching.value && <SeatPanel />}
      {endingOpen.value && !watching.value && !replay.value && <Ending />}
    </div>
  );
}

/** The five tools under the sheet of a phone. */
function PhoneTools() {
  const now = decision.value;
  const show = (name: string) => { tab.value = name; sheetUp.value = sheetUp.value === "high" ? "mid" : "high"; };
  return (
    <nav class="phone-tools" aria-label="Tools">
      {!watching.value && <button disabled={!now?.undo} onClick={() => void turnBack("undo")}><Icon name="undo" />Undo {now?.undo || ""}</button>}
      <button onClick={() => show("Log")}><Icon name="log" />Log</button>
      <button onClick={() => show("Forces")}><Icon name="users" />Forces</button>
      <button onClick={() => show("Charts")}><Icon name="layers" />Charts</button>
      {!watching.value && <button onClick={() => { document.querySelector(".deck")?.classList.toggle("typing"); focusLine(); }}><Icon name="keys" />Type</button>}
    </nav>
  );
}

/** Two sides on one screen: nothing is shown until the right person says so. */
function useHotSeat(game: string, seat: string) {
  useEffect(() => {
    const here = state.value;
    if (!here || replay.value || here.game !== game || here.seat !== seat || mySeats.value.length < 2 || here.to_answer.length || here.kind !== "live" || here.outcome) return;
    const deciding = here.deciding.map(([s]) => s);
    if (deciding.length && !deciding.includes(seat)) {
      const next = deciding.find((s) => mySeats.value.includes(s));
      if (next) go(`/g/${game}/${next}`);
    }
  }, [state.value]);
}

function Curtain({ game, seat }: { game: string; seat: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), [seat]);
  return (
    <main class="page curtain">
      <h1>{sideName(seat)}, {state.value?.deciding.every(([s]) => s !== seat) ? "this is your side of the table" : "it is your turn"}</h1>
      <p>Take the chair. The other side should look away.</p>
      <button class="primary big" ref={button} onClick={() => openCurtain(game, seat)}>Open the curtain</button>
    </main>
  );
}
