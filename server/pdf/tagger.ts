// Gives what a PDF draws its place in the document's structure: ISO 32000-1, 14.6 to 14.8.

/** Structure types of ISO 32000-1, 14.8.4. An artifact is decoration, which is not read. */
export type Role =
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "Caption"
  | "L"
  | "LI"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure"
  | "Artifact";

export interface Tag {
  role: Role;
  /** Describes a figure in words. */
  alt?: string;
  /** For header cells. */
  scope?: "Column" | "Row";
  /** Language of the text, if it is not the document's. */
  lang?: string | undefined;
}

/** Opaque to this module: content of a page, or a reference to an annotation. */
type Content = object;

interface Element {
  add(child: Content): unknown;
}

/** The methods of pdfkit's document that mark content. */
export interface MarkedPdf {
  page: { markings: unknown[] };
  save(): MarkedPdf;
  restore(): MarkedPdf;
  font(...of: unknown[]): MarkedPdf;
  link(x: number, y: number, width: number, height: number, url: string, more?: object): MarkedPdf;
  addContent(operators: string): MarkedPdf;
  struct(type: string, options?: object): Element;
  addStructure(element: Element): unknown;
  markStructureContent(type: string): Content;
  markContent(type: string, options?: object): unknown;
  endMarkedContent(): unknown;
}

export interface TextLine {
  runs: { attributes: { link?: unknown } }[];
  xAdvance: number;
  decorationLines?: unknown[];
}

/** The properties of a laid out node that concern its tag and its texts. */
export interface LaidOut {
  type: string;
  props?: object & { tag?: Tag; fixed?: boolean };
  style?: object;
  /** Of a piece of a text. */
  value?: string;
  lines?: TextLine[];
  /** Corrects the place of a text that is narrower than it could be. */
  alignOffset?: number;
  box?: { width?: number; paddingLeft?: number; paddingRight?: number };
  children?: LaidOut[];
}

/** Scripts written from the left whose glyphs are in another order than their characters. */
const REORDERED = /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Thai}]/u;
/** Thin spaces that help to draw a text. */
const HELPERS = /\u200a/g;
/** The Thai vowel am around a tone mark, as it is drawn. */
const SPLIT_AM = /\u0e4d([\u0e48-\u0e4b])\u0e32/g;

function isDecorated({ style = {} }: LaidOut): boolean {
  return Object.entries(style).some(
    ([name, value]) => name === "backgroundColor" || (/^border.*Width$/.test(name) && value !== 0),
  );
}

function textOf({ value = "", children = [] }: LaidOut): string {
  return value + children.map(textOf).join("");
}

/** Returns the text as one would type it, or null if its glyphs are in that order. */
function readingOf(node: LaidOut): string | null {
  const text = textOf(node);
  if (!REORDERED.test(text)) return null;
  return text.replace(HELPERS, "").replace(SPLIT_AM, "$1\u0e33");
}

/** A node that draws nothing, and runs a step when the renderer comes to its children. */
function stepOf(run: () => void): LaidOut {
  return { type: "STEP", style: {}, props: {}, children: Object.assign([], { forEach: run }) };
}

/** Marks the content of one document. */
export class PdfTagger {
  readonly #pdf: MarkedPdf;
  readonly #root: Element;
  /** Both halves of a node that continues on the next page belong to one element. */
  readonly #elements = new Map<object, Element>();
  /** Nodes that every page repeats. Only the first is read. */
  readonly #repeated = new Set<object>();
  /** Owner of the content that is drawn now. */
  #current: { element: Element; type: string } | null = null;
  /** A link is one run of glyphs: `open` until its font is set, `drawn` until that of the next. */
  #link: "open" | "drawn" | null = null;
  /** Text of the glyphs to come. After the first of a text, the others have none of their own. */
  #reading: string | null = null;

  constructor(pdf: MarkedPdf) {
    this.#pdf = pdf;
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
    this.#watchLinks();
    this.#watchGlyphs();
  }

  /** Returns the page with steps between its nodes that mark what they draw. */
  tagPage(page: LaidOut): LaidOut {
    return { ...page, children: this.#tagAll(page.children, this.#root) };
  }

  #tagAll(nodes: LaidOut[] = [], parent: Element): LaidOut[] {
    return nodes.flatMap((node) => this.#tag(node, parent));
  }

  #tag(node: LaidOut, parent: Element): LaidOut[] {
    const tag = node.props?.tag;
    if (this.#isRepeat(node)) return this.#around(node, () => this.#skip());
    if (node.type === "TEXT" && tag?.role !== "Artifact") return this.#tagText(node, parent);
    if (tag?.role === "Figure") {
      const element = this.#elementOf(node, tag, parent);
      return this.#around(node, () => this.#begin(element, tag.role));
    }
    const isGroup = node.type === "VIEW" || node.type === "LINK";
    if (!isGroup || tag?.role === "Artifact") return this.#around(node, () => this.#skip());
    const element = tag ? this.#elementOf(node, tag, parent) : parent;
    const children = this.#tagAll(node.children, element);
    if (!isDecorated(node)) return [{ ...node, children }];
    const end = stepOf(() => this.#end());
    return [stepOf(() => this.#skip()), { ...node, children: [end, ...children] }];
  }

  #isRepeat({ props }: LaidOut): boolean {
    if (!props?.fixed) return false;
    const isRepeat = this.#repeated.has(props);
    this.#repeated.add(props);
    return isRepeat;
  }

  #tagText(node: LaidOut, parent: Element): LaidOut[] {
    if (!node.lines?.length) return [node];
    const tag = node.props?.tag ?? { role: "P" };
    const element = this.#elementOf(node, tag, parent);
    const startsWithLink = node.lines[0]?.runs[0]?.attributes.link != null;
    const begin = () => {
      if (startsWithLink) this.#current = { element, type: tag.role };
      else this.#begin(element, tag.role);
      this.#reading = readingOf(node);
    };
    return this.#around(node, begin);
  }

  #around(node: LaidOut, begin: () => void): LaidOut[] {
    return [stepOf(begin), node, stepOf(() => this.#end())];
  }

  #elementOf({ props = {} }: LaidOut, tag: Tag, parent: Element): Element {
    const { role, alt, scope, lang } = tag;
    const known = this.#elements.get(props);
    if (known) return known;
    const element = this.#pdf.struct(role, { alt, scope, lang });
    parent.add(element);
    const inner = role === "LI" ? this.#pdf.struct("LBody") : element;
    if (inner !== element) element.add(inner);
    this.#elements.set(props, inner);
    return inner;
  }

  #begin(element: Element, type: string): void {
    this.#outside(() => element.add(this.#pdf.markStructureContent(type)));
    this.#current = { element, type };
  }

  #skip(): void {
    this.#outside(() => this.#pdf.markContent("Artifact", {}));
  }

  #end(): void {
    this.#outside(() => this.#close());
    this.#current = null;
    this.#link = null;
    this.#reading = null;
  }

  #close(): void {
    while (this.#pdf.page.markings.length > 0) this.#pdf.endMarkedContent();
  }

  /** The renderer saves its state twice before a step. Marks stay outside, so that they nest. */
  #outside(mark: () => void): void {
    this.#pdf.restore().restore();
    mark();
    this.#pdf.save().save();
  }

  /** Links inside a text are known only when they are drawn. */
  #watchLinks(): void {
    const { link, font } = this.#pdf;
    this.#pdf.link = (x, y, width, height, url) => {
      const parent = this.#current?.element ?? this.#root;
      const element = this.#pdf.struct("Link");
      this.#close();
      parent.add(element);
      element.add(this.#pdf.markStructureContent("Link"));
      this.#link = "open";
      const more = { structParent: element, Contents: Object(url) };
      return link.call(this.#pdf, x, y, width, height, url, more);
    };
    this.#pdf.font = (...of) => {
      if (this.#link === "drawn" && this.#current) {
        const { element, type } = this.#current;
        this.#close();
        element.add(this.#pdf.markStructureContent(type));
      }
      this.#link = this.#link === "open" ? "drawn" : null;
      return font.apply(this.#pdf, of);
    };
  }

  /** Readers take the text of a span where its end has the coordinates of its glyphs. */
  #watchGlyphs(): void {
    const { addContent } = this.#pdf;
    this.#pdf.addContent = (operators) => {
      const isText = this.#reading !== null && (operators === "BT" || operators === "ET");
      if (isText && operators === "BT") {
        // An object, because pdfkit ignores an empty primitive.
        this.#pdf.markContent("Span", { actual: Object(this.#reading) });
        this.#reading = "";
      }
      addContent.call(this.#pdf, operators);
      if (isText && operators === "ET") this.#pdf.endMarkedContent();
      return this.#pdf;
    };
  }
}
