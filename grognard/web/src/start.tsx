/** The start page: three clicks to the first prompt. */

import { useEffect, useState } from "preact/hooks";
import { type MyGame, Refusal, type Title, get, post } from "./api";
import { go } from "./route";

interface Started { game: string; seats: string[]; links: Record<string, string> }

export function Start() {
  const [titles, setTitles] = useState<Title[]>([]);
  const [games, setGames] = useState<MyGame[]>([]);
  const [open, setOpen] = useState("");
  useEffect(() => {
    void get<Title[]>("/api/titles").then((found) => { setTitles(found); setOpen((was) => was || found[0]?.id || ""); });
    void get<MyGame[]>("/api/games").then(setGames);
  }, []);
  return (
    <main class="page start">
      <header><h1>Grognard</h1><p>The great board wargames of the war in Europe, every rule enforced. Independent of their publishers: own the game to play it here.</p></header>
      {games.length > 0 && (
        <section><h2>Your games</h2>
          <ul class="games">{games.slice(0, 12).map((g) => {
            const mine = g.deciding.find((s) => g.seats.includes(s));
            return (
              <li key={g.game}><a href={`/g/${g.game}/${mine ?? g.seats[0]}`} onClick={(e) => { e.preventDefault(); go(`/g/${g.game}/${mine ?? g.seats[0]}`); }}>
                <b>{g.title} · {g.scenario}</b> <span>{g.ended ? "over" : mine ? "your turn" : `waiting for ${g.deciding.join(", ")}`}</span> <small>{g.kind === "live" ? "" : g.kind} {new Date(g.touched * 1000).toLocaleString()}</small></a></li>
            );
          })}</ul>
        </section>
      )}
      <section><h2>Start a game</h2>
        <div class="titles">{titles.map((t) => <TitleCard key={t.id} title={t} open={open === t.id} onOpen={() => setOpen(t.id)} />)}</div>
      </section>
    </main>
  );
}

function TitleCard({ title, open, onOpen }: { title: Title; open: boolean; onOpen: () => void }) {
  const ordered = [...title.scenarios].sort((a, b) => Number(b.learner) - Number(a.learner));
  const [scenario, setScenario] = useState(ordered[0]!.id);
  const [against, setAgainst] = useState("bot");
  const [side, setSide] = useState("");
  const [trouble, setTrouble] = useState("");
  const [links, setLinks] = useState<Started | null>(null);
  const seats = [...new Set(Object.values(title.default_seats))];
  const mine = side || seats[0]!;
  const bot = title.bots.includes("greedy") ? "greedy" : "random";

  async function start() {
    const other = against === "bot" ? `bot:${bot}` : against === "hotseat" ? "hotseat" : "invite";
    const sitting = Object.fromEntries(seats.map((s) => [s, s === mine ? "me" : other]));
    try {
      const made = await post<Started>("/api/games", { title: title.id, scenario, sitting });
      if (Object.keys(made.links).length) setLinks(made);
      else go(`/g/${made.game}/${mine}`);
    } catch (error) { setTrouble(error instanceof Refusal ? error.reason.sentence : "The server could not be reached."); }
  }

  return (
    <article class={`title-card ${open ? "open" : ""}`}>
      <button class="title-head" aria-expanded={open} onClick={onOpen}><h3>{title.name}</h3><span class={`stage ${title.stage}`}>{title.stage}</span><small>{title.publisher}</small></button>
      {open && (
        <div class="title-body">
          <p class="sources">{title.sources}</p>
          <fieldset><legend>Scenario</legend>{ordered.map((s) => (
            <label key={s.id} class="pick"><input type="radio" name={`${title.id}-s`} checked={scenario === s.id} onChange={() => setScenario(s.id)} /> <b>{s.name}</b>{s.learner ? <em> learn here</em> : null}<small>{s.summary}</small></label>))}</fieldset>
          <fieldset><legend>You play</legend>{seats.map((s) => <label key={s} class="pick small"><input type="radio" name={`${title.id}-p`} checked={mine === s} onChange={() => setSide(s)} /> {s}</label>)}</fieldset>
          <fieldset><legend>Against</legend>
            {([["bot", `a bot (${bot})`], ["hotseat", "someone beside me"], ["invite", "a friend, by link"]] as const).map(([key, text]) => (
              <label key={key} class="pick small"><input type="radio" name={`${title.id}-a`} checked={against === key} onChange={() => setAgainst(key)} /> {text}</label>))}</fieldset>
          {trouble && <p class="refusal" role="alert">{trouble}</p>}
          {links ? (
            <div class="links"><p>Send this link; whoever opens it takes the seat.</p>
              {Object.entries(links.links).map(([seat, link]) => <p key={seat}><b>{seat}</b> <input readOnly value={location.origin + link} onFocus={(e) => e.currentTarget.select()} aria-label={`Link for ${seat}`} /></p>)}
              <button class="primary" onClick={() => go(`/g/${links.game}/${mine}`)}>To the table</button></div>
          ) : <button class="primary big" onClick={() => void start()}>Start</button>}
        </div>
      )}
    </article>
  );
}

export function Join({ token }: { token: string }) {
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    post<{ game: string; seats: string[] }>(`/api/join/${token}`, {}).then((j) => go(`/g/${j.game}/${j.seats[0]}`))
      .catch((error: Error) => setTrouble(error.message));
  }, [token]);
  return <main class="page"><h1>Joining the game…</h1>{trouble && <p class="refusal" role="alert">{trouble}</p>}</main>;
}
