import { render } from "preact";
import "@fontsource/ibm-plex-sans/latin-400.css";
import "@fontsource/ibm-plex-sans/latin-600.css";
import "@fontsource/ibm-plex-sans-condensed/latin-600.css";
import "@fontsource/ibm-plex-sans-condensed/latin-700.css";
import "@fontsource/ibm-plex-serif/latin-600.css";
import "@fontsource/ibm-plex-mono/latin-500.css";
import "./style.css";
import { Learn, TitlePage } from "./pages";
import { path } from "./route";
import { dressSides } from "./sides";
import { listenToTable } from "./sound";
import { Join, Start } from "./start";
import { Table } from "./table";

function Page() {
  const parts = path.value.split("/").filter(Boolean);
  if (parts[0] === "g" && parts[1] && parts[2]) return <Table game={parts[1]} seat={decodeURIComponent(parts[2])} />;
  if (parts[0] === "watch" && parts[1]) return <Table game={parts[1]} seat="" />;
  if (parts[0] === "join" && parts[1]) return <Join token={parts[1]} />;
  if (parts[0] === "learn") return <Learn />;
  if (parts[0] === "t" && parts[1]) return <TitlePage id={parts[1]} />;
  return <Start />;
}

dressSides();
listenToTable();
render(<Page />, document.getElementById("app")!);
