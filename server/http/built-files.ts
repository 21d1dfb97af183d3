// What is written into a page in the place of links, so that it is drawn without asking again: the
// build's style sheets, of Tailwind's classes those that the page has, short scripts, and the icon.
import fs from "node:fs";
import path from "node:path";

/** As Next names them; nothing else is read. */
const BUILT = /^\/_next\/(static\/[\w./~-]+\.css)$/;
/** Where Tailwind puts its classes: a rule each, whatever is nested in it. */
const UTILITIES = "@layer utilities{";
const CLASS = /\.((?:\\[0-9a-f]{2,6} ?|\\.|[\w-])+)/gi;
const ESCAPED = /\\(?:([0-9a-f]{2,6}) ?|(.))/gi;

interface Rule {
  css: string;
  /** Of which an element must have one; none: the rule is for any. */
  classes: string[];
}

/** Rules within a condition, such as a width; the outermost are those of the layer. */
interface Block {
  before: string;
  parts: (Rule | Block)[];
  after: string;
}

/** A brace, or what may hold one that is none: a text, an escaped character. */
const BRACE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\.|[{}]/gs;

/** Where the block ends that is open at `from`: the place of its closing brace. */
function endOfBlock(css: string, from: number): number {
  const brace = new RegExp(BRACE);
  brace.lastIndex = from;
  let depth = 0;
  for (let found = brace.exec(css); found; found = brace.exec(css)) {
    if (found[0] === "{") depth += 1;
    else if (found[0] === "}" && depth-- === 0) return found.index;
  }
  return css.length;
}

function ruleOf(css: string): Rule {
  const selector = css.slice(0, css.indexOf("{"));
  const classes = [...selector.matchAll(CLASS)].map(([, name = ""]) =>
    name.replace(ESCAPED, (_, code?: string, letter?: string) =>
      code === undefined ? (letter ?? "") : String.fromCodePoint(Number.parseInt(code, 16)),
    ),
  );
  return { css, classes };
}

/** The rules between two places of a sheet, those within conditions too. */
function partsOf(css: string, start: number, end: number): Block["parts"] {
  const parts: Block["parts"] = [];
  for (let at = start; at < end; ) {
    const open = css.indexOf("{", at) + 1;
    const close = endOfBlock(css, open);
    const inside = () => partsOf(css, open, close);
    const isCondition = /^@(media|supports|container)\b/.test(css.slice(at, open));
    parts.push(
      isCondition
        ? { before: css.slice(at, open), parts: inside(), after: "}" }
        : ruleOf(css.slice(at, close + 1)),
    );
    at = close + 1;
  }
  return parts;
}

function sheetOf(css: string): Block {
  const found = css.indexOf(UTILITIES);
  if (found < 0) return { before: css, parts: [], after: "" };
  const start = found + UTILITIES.length;
  const end = endOfBlock(css, start);
  return { before: css.slice(0, start), parts: partsOf(css, start, end), after: css.slice(end) };
}

const NAMED: Record<string, string> = { "&amp;": "&", "&#x27;": "'", "&quot;": '"', "&gt;": ">" };

/** The classes of all elements of a page. */
function classesOf(html: string): Set<string> {
  const lists = [...html.matchAll(/\bclass="([^"]*)"/g)].map(([, list = ""]) => list);
  const names = lists.flatMap((list) => list.split(/\s+/));
  return new Set(names.map((name) => name.replace(/&#?\w+;/g, (it) => NAMED[it] ?? it)));
}

function textOf(part: Rule | Block, isNeeded: (rule: Rule) => boolean): string {
  if ("css" in part) return isNeeded(part) ? part.css : "";
  const inside = part.parts.map((it) => textOf(it, isNeeded)).join("");
  return inside === "" && part.after === "}" ? "" : part.before + inside + part.after;
}

/** The code points of a unicode-range: `U+B0, U+100-24F, U+4??`. */
function rangesOf(list: string): [first: number, last: number][] {
  return list.split(",").map((range) => {
    const [first = "", last = first] = range.trim().slice(2).split("-");
    const [from, to] = [first.replaceAll("?", "0"), last.replaceAll("?", "F")];
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}

/** Drops the fonts of letters that the page does not have, and properties that nothing uses. */
function withoutUnused(css: string, letters: ReadonlySet<number>): string {
  const isWritten = (list: string) => {
    const ranges = rangesOf(list);
    return [...letters].some((code) => ranges.some(([from, to]) => from <= code && code <= to));
  };
  return css
    .replace(/@font-face\{[^}]*\}/g, (face) => {
      const list = /unicode-range:([^;}]+)/.exec(face)?.[1];
      return list === undefined || isWritten(list) ? face : "";
    })
    .replace(/@property (--[\w-]+)\{[^}]*\}/g, (property, name: string) =>
      css.includes(`var(${name}`) ? property : "",
    );
}

/** What a style sheet of this address says to a page; undefined where the build has none. */
export type StyleOf = (href: string, page: string) => string | undefined;

function readSheet(dir: string, href: string): Block | undefined {
  const file = BUILT.exec(href)?.[1];
  if (file === undefined || file.includes("..")) return undefined;
  const place = path.join(dir, ".next", file);
  if (!fs.existsSync(place)) return undefined;
  // Within a page an address means something else than beside the file that it stood in.
  const css = fs
    .readFileSync(place, "utf8")
    .replace(/url\((["']?)(\.\.?\/[^"')]+)\1\)/g, (_, __, relative: string) => {
      return `url(${new URL(relative, `http://localhost${href}`).pathname})`;
    });
  return sheetOf(css);
}

/** A reader of the build in `dir`, which reads each style sheet once. */
export function readStyles(dir: string): StyleOf {
  const read = new Map<string, Block | undefined>();
  return (href, page) => {
    if (!read.has(href)) read.set(href, readSheet(dir, href));
    const sheet = read.get(href);
    if (!sheet) return undefined;
    const present = classesOf(page);
    const isNeeded = ({ classes }: Rule) =>
      classes.length === 0 || classes.some((name) => present.has(name));
    const letters = new Set([...page].map((letter) => letter.codePointAt(0) ?? 0));
    return withoutUnused(textOf(sheet, isNeeded), letters);
  };
}

/** What a script of this address says; undefined where it is none of ours, or too long. */
export type ScriptOf = (src: string) => string | undefined;

const OWN_SCRIPT = /^\/([\w-]+\.js)$/;
const LONGEST_SCRIPT = 4000;

/** A reader of the short scripts in the folder `public` of `dir`, which reads each once. */
export function readScripts(dir: string): ScriptOf {
  const read = new Map<string, string | undefined>();
  const find = (src: string) => {
    const place = path.join(dir, "public", OWN_SCRIPT.exec(src)?.[1] ?? "");
    if (!place.endsWith(".js") || !fs.existsSync(place)) return undefined;
    // Its comments are for those who read the file.
    const text = fs.readFileSync(place, "utf8").replace(/^\s*(\/\/.*|\/\*.*\*\/)?\n?/gm, "");
    return text.length > LONGEST_SCRIPT || /<\/script/i.test(text) ? undefined : text;
  };
  return (src) => {
    if (!read.has(src)) read.set(src, find(src));
    return read.get(src);
  };
}

/** The sign of the application in `dir` as a data URI; undefined where it has none. */
export function readIcon(dir: string): string | undefined {
  const place = path.join(dir, "app/icon.svg");
  if (!fs.existsSync(place)) return undefined;
  return `data:image/svg+xml,${encodeURIComponent(fs.readFileSync(place, "utf8").trim())}`;
}
