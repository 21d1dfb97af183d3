// Keeps the lines of texts, because most of a document's texts are in every document of its kind,
// and breaking texts into lines takes half of its layout.
import { LRUCache } from "lru-cache";
import type { LaidOut } from "./laid-out";

/** Some documents' texts, at about a kilobyte each. */
const MOST_PARAGRAPHS = 1000;
/** Of a point; below it the library's own rounding differs. */
const TOLERANCE = 0.001;

/** Properties that a text takes from what it is in. */
const INHERITED =
  /^(color|direction|font.*|letterSpacing|lineHeight|opacity|text.*|visibility|wordSpacing)$/;

interface StoredLines {
  lines: NonNullable<LaidOut["lines"]>;
  alignOffset: number | undefined;
  width: number;
  /** Its lines are the same in any place that is wide enough. */
  fitsFrom: number;
}

const stored = new LRUCache<string, StoredLines>({ max: MOST_PARAGRAPHS });
const callbacks = new WeakMap<object, number>();
let count = 0;

function numberOf(callback: object): number {
  const number = callbacks.get(callback) ?? ++count;
  callbacks.set(callback, number);
  return number;
}

/** For tests: the next documents are the first ones. */
export function forgetLines(): void {
  stored.clear();
}

type Styles = object | readonly Styles[] | null | undefined | false;

function inheritedIn(style: Styles): object[] {
  if (Array.isArray(style)) return style.flatMap(inheritedIn);
  const entries = Object.entries(style || {}).filter(([name]) => INHERITED.test(name));
  return entries.length > 0 ? [Object.fromEntries(entries)] : [];
}

function contentOf({ type, value, style, props = {}, children = [] }: LaidOut): unknown {
  if (value !== undefined) return value;
  const { src, hyphenationCallback: breaks, ...more } = props as Record<string, unknown>;
  const [sized, names] = [more["hyphenationPenalty"], Object.keys(more).sort()];
  return [type, style, src, breaks && numberOf(breaks), sized, names, children.map(contentOf)];
}

function innerWidth({ box }: LaidOut): number {
  const { width = 0, paddingLeft = 0, paddingRight = 0 } = box ?? {};
  return width - paddingLeft - paddingRight;
}

function linesOf(node: LaidOut, lines: StoredLines["lines"]): Omit<StoredLines, "width"> {
  const { textAlign = "left", direction = "ltr" } = (node.style ?? {}) as Record<string, string>;
  const [first, ...others] = lines;
  const isFree =
    first !== undefined &&
    others.length === 0 &&
    textAlign === "left" &&
    direction === "ltr" &&
    !first.decorationLines?.length;
  const fitsFrom = isFree ? first.xAdvance : Number.POSITIVE_INFINITY;
  return { lines, alignOffset: node.alignOffset, fitsFrom };
}

/** The texts of one document, by their properties, which the library copies to no other node. */
export class TextLines {
  readonly #keys = new Map<object, string>();
  readonly #filled = new Map<object, StoredLines>();

  /** Gives the texts their lines of earlier documents. */
  fill(node: LaidOut, inherited = ""): void {
    if (node.type === "TEXT" && node.props) {
      const key = inherited + JSON.stringify(contentOf(node));
      this.#keys.set(node.props, key);
      const known = stored.get(key);
      if (!known) return;
      Object.assign(node, { lines: known.lines, alignOffset: known.alignOffset });
      this.#filled.set(node.props, known);
      return;
    }
    const own = inheritedIn(node.style as Styles);
    const all = own.length > 0 ? inherited + JSON.stringify(own) : inherited;
    for (const child of node.children ?? []) this.fill(child, all);
  }

  /** Takes the lines back, for a layout in which they turned out to be wrong. */
  clear(node: LaidOut): void {
    if (node.props && this.#filled.has(node.props)) {
      Object.assign(node, { lines: undefined, alignOffset: undefined });
    }
    for (const child of node.children ?? []) this.clear(child);
  }

  /** Returns false if a text has another width than the lines that it was given were made for. */
  fit(layout: LaidOut): boolean {
    const filled = this.#filled.get(layout.props ?? layout);
    if (filled) {
      const width = innerWidth(layout);
      const isSame = Math.abs(width - filled.width) < TOLERANCE;
      return isSame || width >= filled.fitsFrom - TOLERANCE;
    }
    return (layout.children ?? []).every((child) => this.fit(child));
  }

  /** Keeps the lines of the texts that had none, except those that continue on another page. */
  keep(layout: LaidOut): void {
    const nodes = new Map<object, LaidOut | null>();
    const find = (node: LaidOut) => {
      const { props } = node;
      if (props && this.#keys.has(props)) nodes.set(props, nodes.has(props) ? null : node);
      else node.children?.forEach(find);
    };
    find(layout);
    for (const [props, node] of nodes) {
      const key = this.#keys.get(props);
      if (!node?.lines || key === undefined || this.#filled.has(props)) continue;
      const width = innerWidth(node);
      stored.set(key, { ...linesOf(node, node.lines), width });
    }
  }
}
