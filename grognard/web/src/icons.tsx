/** The small line icons of the table, drawn on a 24 by 24 grid. */

const PATHS: Record<string, string> = {
  search: "M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5",
  layers: "M12 3l9 5-9 5-9-5zM3 13l9 5 9-5",
  menu: "M4 6h16M4 12h16M4 18h16",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  reset: "M3 12a9 9 0 1 0 3-6.7M3 4v5h5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  wrench: "M14.5 6.5a4 4 0 0 1 5-4L17 5l2 2 2.5-2.5a4 4 0 0 1-5.4 4.9L8 17.5a2 2 0 1 1-2.8-2.8l8.1-8.1",
  enter: "M20 5v6a3 3 0 0 1-3 3H5M9 10l-4 4 4 4",
  dice: "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M12 8a4 4 0 1 0 0 8a4 4 0 1 0 0-8M12 3v3M12 18v3M3 12h3M18 12h3",
  eye: "M3 3l18 18M10 6.2A10 10 0 0 1 21 12a13 13 0 0 1-2.6 3.2M6.5 7.5A14 14 0 0 0 3 12a10 10 0 0 0 11 5.6",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5",
  fork: "M7 4v6a5 5 0 0 0 5 5 5 5 0 0 0 5-5V4M12 15v6",
  export: "M12 4v11M7 10l5 5 5-5M4 20h16",
  bell: "M6 16V11a6 6 0 1 1 12 0v5l2 2H4zM10 21h4",
  close: "M6 6l12 12M18 6L6 18",
  back: "M15 5l-7 7 7 7",
  log: "M4 6h1M8 6h12M4 12h1M8 12h12M4 18h1M8 18h12",
  keys: "M3 6h18v12H3zM7 10h1M11 10h1M15 10h1M8 14h8",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  step: "M6 4l9 8-9 8zM18 4v16",
  swords: "M4 4l13 13M20 4L7 17M15 19l4-4M5 15l4 4",
  command: "M12 12h.01M8.5 8.5a5 5 0 0 0 0 7M15.5 8.5a5 5 0 0 1 0 7M5.5 5.5a9 9 0 0 0 0 13M18.5 5.5a9 9 0 0 1 0 13",
  supply: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  "cut points": "M12 3l8 4.500v9L12 21l-8-4.500v-9zM8.500 8.500l7 7M15.500 8.500l-7 7",
  control: "M6 21V4h12l-3 4 3 4H6",
  zones: "M12 3l8 4.5v9L12 21l-8-4.5v-9z",
  weather: "M7 17a4 4 0 0 1 .5-8A5.5 5.5 0 0 1 18 10.5a3.5 3.5 0 0 1-.5 6.5M9 20v1M13 20v1M17 20v1",
  "sea areas": "M3 8c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 13c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 18c2-2 4-2 6 0s4 2 6 0 4-2 6 0",
  railways: "M8 3v18M16 3v18M5 7h14M5 12h14M5 17h14",
  resources: "M4 20V9l5 3V9l5 3V5h6v15z",
  "air zones": "M12 3v18M4 14l8-4 8 4M9 20l3-2 3 2",
  flag: "M6 21V4h12l-3 4 3 4H6",
  users: "M9 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M3 20a6 6 0 0 1 12 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6 6 0 0 1 3 5.5",
  bot: "M5 9h14v10H5zM12 5v4M9 14h.01M15 14h.01M12 5h.01",
  map: "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
  history: "M3 12a9 9 0 1 0 3-6.7M3 4v5h5M12 8v5l3 2",
  learn: "M12 6c-2-2-5-2.500-9-2v14c4-.5 7 0 9 2 2-2 5-2.500 9-2V4c-4-.5-7 0-9 2zM12 6v14",
  info: "M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18M12 11v6M12 7.5h.01",
};

export function Icon({ name, size = 18 }: { name: string; size?: number }) {
  return <svg class="icon" viewBox="0 0 24 24" width={`${size / 16}rem`} height={`${size / 16}rem`} aria-hidden="true"><path d={PATHS[name] ?? PATHS.zones} /></svg>;
}

/** The mark of the project: a hexagon with moustaches. */
export function Mark() {
  return (
    <svg class="mark-logo" viewBox="0 0 40 44" width="34" height="37" aria-hidden="true">
      <path d="M20 1l18 10.5v21L20 43 2 32.500v-21z" fill="currentColor" />
      <path d="M20 21c-3-4-8-4.500-13-1 2 6 9 8 13 3.500 4 4.500 11 2.500 13-3.500-5-3.500-10-3-13 1z" fill="var(--surface)" />
    </svg>
  );
}
