import { sha256 } from "#core/crypto";
import { type Language, languageOf } from "#core/language";
import { conditionalResponse } from "#core/page-headers";

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

export const sizes = ["small", "medium", "large"] as const;
export type Size = (typeof sizes)[number];

export interface Look {
  theme: Theme;
  size: Size;
  language: Language;
}

/** How the address asks it to look; what it says of no use is as if it were not said. */
export function lookOf(url: string): Look {
  const { searchParams } = new URL(url);
  const [theme, size] = [searchParams.get("theme"), searchParams.get("size")];
  return {
    theme: themes.find((one) => one === theme) ?? "auto",
    size: sizes.find((one) => one === size) ?? "medium",
    language: languageOf(searchParams.get("lang")) ?? "en",
  };
}

/** What neither HTML nor XML can hold, and what would turn the text around it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNFIT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const NAMED: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Anybody's text as part of HTML or XML, within quotes or without. */
export function escapeMarkup(text: string): string {
  const fit = text.toWellFormed().replace(UNFIT, "");
  return fit.replace(/[&<>"']/g, (letter) => NAMED[letter] ?? "");
}

/** The source of a policy that allows exactly this style. */
export function styleSource(css: string): string {
  return `'sha256-${sha256(css).toString("base64")}'`;
}

interface Embed {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
  policy: string;
  status?: number;
  /** For so long it is fresh, and for as long again it may be shown while a newer one is fetched. */
  maxAgeSeconds: number;
}

/** Nobody sees a figure for longer than a minute after it changed: twice 20 s, and the fetching. */
export const FRESH_SECONDS = 20;

/** The answer, or 304 where the asker has it already. Any site may show it, and any script read it. */
export function answerEmbed(request: Request, embed: Embed): Response {
  const { body, contentType, policy, status = 200, maxAgeSeconds } = embed;
  const etag = `"${sha256(body).toString("hex").slice(0, 32)}"`;
  const headers = {
    "content-type": contentType,
    "content-security-policy": policy,
    "cache-control": `public, max-age=${maxAgeSeconds}, stale-while-revalidate=${maxAgeSeconds}`,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-robots-tag": "noindex",
    etag,
  };
  if (status !== 200) return new Response(body, { status, headers });
  return conditionalResponse(request, body, headers);
}
