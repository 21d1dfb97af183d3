// The colours of app/globals.css for what is shown without it: on other sites, and in pictures.

/** A colour's value in light and in dark. A test holds them against the style sheet. */
export const palette = {
  canvas: ["#f3f5f2", "#0c110f"],
  paper: ["#ffffff", "#131a17"],
  soft: ["#f0f4f0", "#1a2420"],
  ink: ["#14201a", "#e9efeb"],
  quiet: ["#56635b", "#a0afa6"],
  line: ["#dde3dd", "#2a342f"],
  accent: ["#0d5c41", "#7ccfaa"],
  thread: ["#a9cbb8", "#2f5243"],
  warning: ["#7a4a00", "#f2c877"],
  "warning-soft": ["#fdf1d8", "#33270f"],
} as const;
export type Colour = keyof typeof palette;

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

function declarations(place: 0 | 1): string {
  return Object.entries(palette)
    .map(([name, values]) => `--${name}:${values[place]}`)
    .join(";");
}

/** The colours as CSS variables of the root; those of `auto` are the reader's own choice. */
export function paletteCss(theme: Theme): string {
  const [light, dark] = [declarations(0), declarations(1)];
  if (theme === "light") return `:root{color-scheme:light;${light}}`;
  if (theme === "dark") return `:root{color-scheme:dark;${dark}}`;
  const inDark = `@media (prefers-color-scheme:dark){:root{${dark}}}`;
  return `:root{color-scheme:light dark;${light}}${inDark}`;
}
