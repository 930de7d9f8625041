/** The map's picture: drawn inside a shadow root, so that its styles stay with it and the page's stay out. */

import { once } from "./api";

const ZOOM = ".z1 #numbers,.z1 #rail,.z1 #cities .town,.z1 #weather{display:none}svg{display:block}";

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
  const top = svg.cloneNode(false) as SVGSVGElement;
  top.append(...svg.querySelectorAll("#cities"));
  show(host, svg, sheet);
  show(above, top, sheet);
  return [svg, top];
}

function show(host: HTMLElement, svg: SVGSVGElement, sheet: CSSStyleSheet): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.replaceChildren(svg);
}
