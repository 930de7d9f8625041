/** The map's picture: drawn inside a shadow root, so that its styles stay with it and the page's stay out. */

import { once } from "./api";
import { cut, relative } from "./geometry";

const ZOOM = ".z1 #numbers,.z1 #rail,.z1 #cities .town,.z1 #weather{display:none}svg{display:block;width:100%;height:100%}.cut path{stroke-linecap:round}"
  // A hex that is land to the rules and water to the eye: a rim and a breath of the land's own colour, for a pale hex looks like fog.
  + ".in-play{fill:#cfd59a;stroke:#8f9a5a;fill-opacity:.28;opacity:1;stroke-opacity:.55;stroke-width:2.4;stroke-dasharray:1 5;stroke-linecap:round}.dark .in-play{fill:#4d5a3a;stroke:#a3ae74}";

/** Strokes that go all over the sheet: those that may be cut anywhere, and those whose dashes and ends must stay. */
const CUT = ".waterline,.shore,.stream,.hex,.river-case,.river";
const WHOLE = ".rail,.ties,.border,.side-sea,.crossing,.teeth";
const SQUARE = 256;

/** Fetch the picture, give its reliefs their addresses, and hang it into ``host``; the names hang above the pieces. */
export async function hang(host: HTMLElement, above: HTMLElement, url: string): Promise<SVGSVGElement[]> {
  const text = await once<string>(`text:${url}`);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
  const base = url.slice(0, url.lastIndexOf("/") + 1);
  for (const image of svg.querySelectorAll("image")) image.setAttribute("href", base + image.getAttribute("href"));
  svg.querySelector("title")?.remove();
  svg.setAttribute("aria-hidden", "true");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([...svg.querySelectorAll("style")].map((style) => { style.remove(); return style.textContent ?? ""; }).join("\n") + ZOOM);
  // Inline styles are closed to markup by the page's policy, and open to script.
  for (const element of svg.querySelectorAll<SVGElement>("[style]")) {
    const css = element.getAttribute("style")!;
    element.removeAttribute("style");
    element.style.cssText = css;
  }
  await settle(svg);
  const top = svg.cloneNode(false) as SVGSVGElement;
  top.append(...svg.querySelectorAll("#cities"));
  show(host, svg, sheet);
  show(above, top, sheet);
  return [svg, top];
}

/** Milliseconds that the picture may keep the table from answering. */
const BREATH = 12;

/** Waits for whatever else is to be done, once so long has been worked at a stretch. */
function breather(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => (performance.now() - began < BREATH ? undefined : new Promise((on) => setTimeout(() => { began = performance.now(); on(); })));
}

/** Write each texture where it lies: hundreds of moved copies would each be a layer of its own to the browser. And cut what goes all over the sheet. */
async function settle(svg: SVGSVGElement): Promise<void> {
  const breath = breather();
  const textures = new Map<string, [Element, string]>();
  for (const copy of svg.querySelectorAll("use[x]")) {
    const name = copy.getAttribute("href")!;
    if (!textures.has(name)) { const drawn = svg.querySelector(name)!; textures.set(name, [drawn, relative(drawn.getAttribute("d")!)]); }
    const [texture, strokes] = textures.get(name)!;
    const drawn = texture.cloneNode() as SVGPathElement;
    drawn.removeAttribute("id");
    drawn.setAttribute("d", `M${copy.getAttribute("x")} ${copy.getAttribute("y")}${strokes}`);
    copy.replaceWith(drawn);
    await breath();
  }
  for (const stroke of svg.querySelectorAll(`${CUT},${WHOLE}`)) {
    const group = document.createElementNS(svg.namespaceURI, "g");
    for (const { name, value } of stroke.attributes) if (name !== "d" && name !== "href") group.setAttribute(name, value);
    const anywhere = stroke.matches(CUT);
    group.classList.toggle("cut", anywhere);
    const drawn = stroke.getAttribute("d") ?? svg.querySelector(stroke.getAttribute("href")!)!.getAttribute("d")!;
    group.append(...cut(drawn, SQUARE, !anywhere).map((d) => { const piece = document.createElementNS(svg.namespaceURI, "path"); piece.setAttribute("d", d); return piece; }));
    stroke.replaceWith(group);
    await breath();
  }
}

function show(host: HTMLElement, svg: SVGSVGElement, sheet: CSSStyleSheet): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(svg);
}

const WIDE = 1400;

/** A small picture of sea and land, for where the map is not drawn yet: a zoom goes on without waiting for it. */
export async function sketch(svg: SVGSVGElement, onto: HTMLCanvasElement): Promise<void> {
  const { width, height } = svg.viewBox.baseVal;
  const shown = [...svg.querySelectorAll("#land image")].find((image) => getComputedStyle(image).display !== "none");
  // Decoded at the size of the sketch, beside the page's own work.
  const file = await (await fetch(shown?.getAttribute("href") ?? "")).blob();
  const relief = await createImageBitmap(file, { resizeWidth: WIDE, resizeHeight: Math.round((WIDE * height) / width) });
  onto.width = WIDE;
  onto.height = Math.round((WIDE * height) / width);
  const pen = onto.getContext("2d", { alpha: false })!;
  pen.scale(WIDE / width, WIDE / width);
  const coast = new Path2D(svg.querySelector("#coastline")?.getAttribute("d") ?? "");
  const fill = (css: string, lay: () => void) => { const shape = svg.querySelector(css); if (shape) { pen.fillStyle = getComputedStyle(shape).fill; lay(); } };
  fill(".water", () => pen.fillRect(0, 0, width, height));
  for (const css of [".shelf0", ".shelf1"]) fill(css, () => pen.fill(new Path2D(svg.querySelector(css)!.getAttribute("d")!)));
  pen.clip(coast);
  pen.drawImage(relief, 0, 0, width, height);
  // Behind the map it is shown once, so that a zoom does not wait for the browser to take it over.
  requestAnimationFrame(() => requestAnimationFrame(() => onto.classList.add("drawn")));
}
