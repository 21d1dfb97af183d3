import { accentOf } from "#core/accent";
import { sha256 } from "#core/crypto";
import { type Language, languageOf } from "#core/language";
import { conditionalResponse } from "#core/page-headers";

/** Colors in light and dark. A test compares them with the style sheet. */
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
export type Color = keyof typeof palette;

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** A color of the palette, with the owner's accent. */
export function colorIn(name: Color, accent: string | null): readonly [string, string] {
  if (name !== "accent" || accent === null) return palette[name];
  const { light, dark } = accentOf(accent);
  return [light, dark];
}

function declarations(place: 0 | 1, accent: string | null): string {
  return (Object.keys(palette) as Color[])
    .map((name) => `--${name}:${colorIn(name, accent)[place]}`)
    .join(";");
}

/** Returns the colors as CSS variables. `auto` follows the visitor's color scheme. */
export function paletteCss({ theme, accent = null }: PaletteOptions): string {
  const [light, dark] = [declarations(0, accent), declarations(1, accent)];
  if (theme === "light") return `:root{color-scheme:light;${light}}`;
  if (theme === "dark") return `:root{color-scheme:dark;${dark}}`;
  const inDark = `@media (prefers-color-scheme:dark){:root{${dark}}}`;
  return `:root{color-scheme:light dark;${light}}${inDark}`;
}

interface PaletteOptions {
  theme: Theme;
  /** The owner's color, such as "#0d5c41". */
  accent?: string | null;
}

export interface EmbedOptions extends PaletteOptions {
  language: Language;
}

/** Reads the options from the address and ignores unknown values. */
export function readOptions(url: string): EmbedOptions {
  const { searchParams } = new URL(url);
  const theme = searchParams.get("theme");
  return {
    theme: themes.find((one) => one === theme) ?? "auto",
    language: languageOf(searchParams.get("lang")) ?? "en",
  };
}

/** Characters that HTML or XML cannot contain, and bidirectional controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
const UNFIT = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const NAMED: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes untrusted text for HTML and XML, in quotes or outside. */
export function escapeMarkup(text: string): string {
  const fit = text.toWellFormed().replace(UNFIT, "");
  return fit.replace(/[&<>"']/g, (letter) => NAMED[letter] ?? "");
}

interface Embed {
  body: string | Uint8Array<ArrayBuffer>;
  contentType: string;
  policy: string;
  status?: number;
  /** Also the time for which a stale copy may be served while it is refreshed. */
  maxAgeSeconds: number;
}

/** Keeps embeds up to date within a minute: twice 20 s, plus the time to fetch. */
export const FRESH_SECONDS = 20;

/** Responds with the embed, which any site may show and any script may read. */
export function embedResponse(request: Request, embed: Embed): Response {
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
