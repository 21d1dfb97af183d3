// Attribute values and CSS of an SVG: kept where they can only say how something looks.
import { FUNCTIONS, PROPERTIES } from "./svg-vocabulary.ts";

const FRAGMENT_URL = /url\(\s*(["']?)#([^\s"'()]+)\1\s*\)/g;
/** No escape, which could hide any word; no tag; no rule within a value. */
const ODD = /[\\<>@{}]/;
const SELECTOR = /^[\p{L}\p{N}_\s.#*,>+~:()[\]="'-]+$/u;

/** Whether a value loads nothing: it calls only what is known, and url() only of a fragment. */
export function isHarmless(value: string): boolean {
  if (ODD.test(value)) return false;
  const calls = value.replace(FRAGMENT_URL, "").matchAll(/([\w-]*)\s*\(/g);
  return calls.every(([, name = ""]) => FUNCTIONS.has(name));
}

/** The ids that a value refers to by url(#id). */
export function idsIn(value: string): string[] {
  return [...value.matchAll(FRAGMENT_URL)].flatMap(([, , id]) => (id ? [id] : []));
}

/** The declarations of `style="…"` or of a rule's body that are known and harmless. */
export function cleanDeclarations(css: string): string {
  const kept = css.split(";").flatMap((declaration) => {
    const colon = declaration.indexOf(":");
    const property = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    return PROPERTIES.has(property) && isHarmless(value) ? [`${property}:${value}`] : [];
  });
  return kept.join(";");
}

/** The index after the brace that closes the one at `open`. */
function endOfBlock(css: string, open: number): number {
  const brace = /[{}]/g;
  brace.lastIndex = open;
  let depth = 0;
  for (let found = brace.exec(css); found; found = brace.exec(css)) {
    depth += found[0] === "{" ? 1 : -1;
    if (depth === 0) return brace.lastIndex;
  }
  return css.length;
}

/** A style sheet's plain rules; at-rules go, with all that is in them. */
export function cleanStyleSheet(text: string): string {
  const css = text.replace(/\/\*[\s\S]*?\*\//g, " ").replace(/<!--|-->/g, " ");
  const kept: string[] = [];
  let at = 0;
  while (at < css.length) {
    const start = css.slice(at).search(/[;{]/);
    if (start === -1) break;
    const prelude = css.slice(at, at + start).trim();
    if (css[at + start] === ";") {
      at += start + 1;
      continue;
    }
    const end = endOfBlock(css, at + start);
    const body = css.slice(at + start + 1, end - 1);
    if (SELECTOR.test(prelude)) kept.push(`${prelude}{${cleanDeclarations(body)}}`);
    at = end;
  }
  return kept.join("\n");
}
