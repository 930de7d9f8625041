interface Side { colour?: string; dark?: string; line?: string; hatch?: string }

const KINDS = ["side", "held", "zone", "fill", "hatch"];

/** Whether light or dark ink is read more easily on a colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * r! + 0.587 * g! + 0.114 * b! > 150 ? "#182026" : "#fff";
}

/** Rules that give whatever belongs to a side its colour: on paper, and by night. */
export function sheet(sides: Record<string, Side>): string {
  const rules: string[] = [];
  for (const [name, side] of Object.entries(sides)) {
    const of = KINDS.map((kind) => `.${kind}-${CSS.escape(name)}`).join(", ");
    const light = side.colour ?? "#6b6455";
    const dark = side.line ?? side.dark ?? light;
    const body = side.dark && side.line ? side.dark : light;
    rules.push(`:is(${of}) { --side: ${light}; --body: ${light}; --on-side: ${inkOn(light)}; }`);
    rules.push(`.area.zone-${CSS.escape(name)} { fill: url(#zone-${name}); }`);
    rules.push(`:root[data-skin="dark"] :is(${of}) { --side: ${dark}; --body: ${body}; --on-side: ${inkOn(body)}; }`);
  }
  return rules.join("\n");
}
