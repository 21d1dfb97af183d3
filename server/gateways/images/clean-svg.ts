// Reduces an SVG to elements known to be harmless, in a limited number.
import { optimize, type XastChild, type XastElement, type XastRoot } from "svgo/browser";
import { NotAnImage } from "./image-kinds.ts";
import { withDrawnSize } from "./svg-size.ts";
import {
  ATTRIBUTES,
  cleanDeclarations,
  cleanStyleSheet,
  ELEMENTS,
  idsIn,
  isHarmless,
  REFERENCES,
  TEXT_ELEMENTS,
} from "./svg-values.ts";

const MAX_ELEMENTS = 20_000;
const MAX_DRAWN_ELEMENTS = 100_000;
const MAX_DEPTH = 100;
const MAX_ATTRIBUTE = 1_000_000;
const MAX_TEXT = 10_000;
const NAMESPACE = "http://www.w3.org/2000/svg";
const ENCODINGS = /^(utf-8|utf-16|us-ascii|iso-8859-1|windows-1252)$/i;

const UNREADABLE = "is not a readable SVG image";

function tooMuch(): NotAnImage {
  return new NotAnImage("is too complex to draw");
}

/** Decodes the declared encoding, which must not hide anything from the checks. */
function decode(bytes: Buffer): string {
  const [first, second] = bytes;
  const start = bytes.toString("latin1", 0, 200);
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1];
  const marked = first === 0xff && second === 0xfe ? "utf-16le" : "utf-16be";
  const hasMark = marked === "utf-16le" || (first === 0xfe && second === 0xff);
  if (!hasMark && declared && !ENCODINGS.test(declared)) throw new NotAnImage(UNREADABLE);
  const label = hasMark ? marked : (declared ?? "utf-8");
  return new TextDecoder(label, { fatal: true }).decode(bytes);
}

/** Cheap checks before parsing. */
function checkMarkup(text: string): void {
  if (/<!ENTITY/i.test(text)) {
    throw new NotAnImage("declares XML entities, which are not allowed");
  }
  let tags = 0;
  for (let at = text.indexOf("<"); at !== -1; at = text.indexOf("<", at + 1)) tags += 1;
  if (tags > 3 * MAX_ELEMENTS) throw tooMuch();
}

function cleanAttribute(name: string, value: string): [string, string][] {
  if (value.length > MAX_ATTRIBUTE) throw tooMuch();
  if (name === "style") return [[name, cleanDeclarations(value)]];
  const isAllowed = REFERENCES.has(name)
    ? /^#[^\s"'()\\<>]+$/.test(value)
    : ATTRIBUTES.has(name) && isHarmless(value);
  return isAllowed ? [[name, value]] : [];
}

function cleanAttributes({ attributes }: XastElement): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => cleanAttribute(name, value)),
  );
}

/** Walks the tree once and builds the one to draw. */
class Cleaner {
  private elements = 0;
  private text = 0;

  private children(parent: XastElement, depth: number): XastChild[] {
    if (parent.name === "style") {
      const values = parent.children.map((it) => ("value" in it ? it.value : ""));
      return [{ type: "text", value: cleanStyleSheet(values.join("")) }];
    }
    return parent.children.flatMap((child): XastChild[] => {
      if (child.type === "element") return this.element(child, depth);
      const isText = child.type === "text" || child.type === "cdata";
      if (!isText || !TEXT_ELEMENTS.has(parent.name)) return [];
      this.text += child.value.length;
      if (this.text > MAX_TEXT) throw tooMuch();
      return [{ type: "text", value: child.value }];
    });
  }

  element(element: XastElement, depth: number): XastElement[] {
    // Dropping it would leave an SVG that consists of one image empty.
    if (element.name === "image") {
      throw new NotAnImage(
        "embeds another image; upload that image, or an SVG that contains only shapes",
      );
    }
    const isLink = element.name === "a";
    if (!isLink && !ELEMENTS.has(element.name)) return [];
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS || depth > MAX_DEPTH) throw tooMuch();
    const children = this.children(element, depth + 1);
    // Keeps the content of a link.
    if (isLink) return [{ ...element, name: "g", attributes: {}, children }];
    return [{ ...element, attributes: cleanAttributes(element), children }];
  }
}

function cleanTree(tree: XastRoot): void {
  const [root, ...others] = tree.children.filter((it) => it.type === "element");
  const namespace = root?.attributes["xmlns"] ?? NAMESPACE;
  if (root?.name !== "svg" || namespace !== NAMESPACE || others.length > 0) {
    throw new NotAnImage(UNREADABLE);
  }
  const [clean] = new Cleaner().element(root, 1);
  if (!clean || drawnElements(clean) > MAX_DRAWN_ELEMENTS) throw tooMuch();
  clean.attributes = {
    xmlns: NAMESPACE,
    "xmlns:xlink": "http://www.w3.org/1999/xlink",
    ...withDrawnSize(clean.attributes),
  };
  tree.children = [clean];
}

/**
 * Returns the SVG with only shapes, text, paints and plain styles, 1024 px wide or high. @throws
 * NotAnImage with what is wrong, or other errors if it is not well-formed XML
 */
export function cleanSvg(bytes: Buffer): Buffer {
  const text = decode(bytes);
  checkMarkup(text);
  const { data } = optimize(text, { plugins: [{ name: "allowed-svg", fn: cleanTree }] });
  return Buffer.from(data);
}

const WHOLE_PICTURE = 100;

function childrenOf(element: XastElement): XastElement[] {
  return element.children.filter((child) => child.type === "element");
}

function withDescendants(element: XastElement): XastElement[] {
  return [element, ...childrenOf(element).flatMap(withDescendants)];
}

function referencesOf({ attributes }: XastElement): string[] {
  return Object.entries(attributes).flatMap(([name, value]) =>
    REFERENCES.has(name) ? [value.slice(1)] : idsIn(value),
  );
}

/** An element that affects the whole image costs as much as many shapes. */
function costOf({ name }: XastElement): number {
  return name === "mask" || name.startsWith("fe") ? WHOLE_PICTURE : 1;
}

/** Returns the number of elements to draw, weighted by cost; infinite for a circular reference. */
export function drawnElements(root: XastElement): number {
  const byId = new Map<string, XastElement>();
  for (const element of withDescendants(root)) {
    const id = element.attributes["id"];
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  const counts = new Map<XastElement, number>();
  function count(element: XastElement): number {
    const known = counts.get(element);
    if (known !== undefined) return known;
    // Reaching this element again before its count is complete means a cycle.
    counts.set(element, Number.POSITIVE_INFINITY);
    const referred = referencesOf(element).flatMap((id) => byId.get(id) ?? []);
    const inner = [...childrenOf(element), ...referred];
    const total = inner.reduce((sum, it) => sum + count(it), costOf(element));
    counts.set(element, total);
    return total;
  }
  return count(root);
}
