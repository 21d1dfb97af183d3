// Gives what a PDF draws its place in the document's structure: ISO 32000-1, 14.6 to 14.8.
import renderDocument from "@react-pdf/render";
import type { StructureElement } from "pdfkit";
import type { LaidOut, TextLine } from "./laid-out";
import type { PdfOutput } from "./pdf-output";
import type { Tag } from "./tags";

// Its type wants a class in place of an instance.
const draw: (output: PdfOutput, document: { children: LaidOut[] }) => void =
  renderDocument as never;

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

/** The text as one would type it, unless its glyphs are in that order. */
function typedTextOf(node: LaidOut): string | undefined {
  const text = textOf(node);
  if (!REORDERED.test(text)) return undefined;
  return text.replace(HELPERS, "").replace(SPLIT_AM, "$1\u0e33");
}

/** A link that is not within a text is a paragraph. */
const isText = ({ type }: LaidOut) => type === "TEXT" || type === "LINK";
const isLink = ({ attributes }: TextLine["runs"][number]) => attributes.link != null;

interface Piece {
  node: LaidOut;
  isLink: boolean;
}

/** Divides a text that has links, because a link is an element of its own. */
function piecesOf(node: LaidOut): Piece[] {
  const { type, lines = [] } = node;
  if (type === "LINK") return [{ node, isLink: true }];
  if (!lines.some(({ runs }) => runs.some(isLink))) return [{ node, isLink: false }];
  const { box = {} } = node;
  const firstTop = lines[0]?.box.y ?? 0;
  return lines.flatMap((line) => {
    // The renderer draws the first line of a text at its top.
    const top = (box.top ?? 0) + line.box.y - firstTop;
    let { x } = line.box;
    return line.runs.map((run, at) => {
      const decorationLines = at === 0 ? line.decorationLines : [];
      const piece = { ...line, runs: [run], decorationLines, box: { ...line.box, x } };
      x += run.xAdvance;
      return { node: { ...node, box: { ...box, top }, lines: [piece] }, isLink: isLink(run) };
    });
  });
}

/** Draws the content of one document, each node in its element. */
export class TaggedDrawing {
  readonly #pdf: PdfOutput;
  readonly #root: StructureElement;
  /** Both halves of a node that continues on the next page belong to one element. */
  readonly #elements = new Map<object, StructureElement>();
  /** Nodes that every page repeats. Only the first is read. */
  readonly #repeated = new Set<object>();

  constructor(pdf: PdfOutput) {
    this.#pdf = pdf;
    this.#root = pdf.struct("Document");
    pdf.addStructure(this.#root);
  }

  drawPage(page: LaidOut): void {
    this.#draw({ ...page, children: [] });
    for (const node of page.children ?? []) this.#drawTagged(node, this.#root);
  }

  #draw(node: LaidOut): void {
    draw(this.#pdf, { children: [node] });
  }

  #drawTagged(node: LaidOut, parent: StructureElement): void {
    const tag = node.props?.tag;
    if (tag?.role === "Artifact" || this.#isRepeat(node)) this.#drawArtifact(node);
    else if (isText(node)) this.#drawText(node, this.#elementOf(node, parent, "P"));
    else if (tag?.role === "Figure") this.#elementOf(node, parent).add(() => this.#draw(node));
    else if (node.type === "VIEW") {
      this.#drawView(node, tag ? this.#elementOf(node, parent) : parent);
    } else this.#drawArtifact(node);
  }

  #isRepeat({ props }: LaidOut): boolean {
    if (!props?.fixed) return false;
    const isRepeat = this.#repeated.has(props);
    this.#repeated.add(props);
    return isRepeat;
  }

  #drawArtifact(node: LaidOut): void {
    this.#pdf.markContent("Artifact", {});
    this.#draw(node);
    this.#pdf.endMarkedContent();
  }

  /** Draws what is in a view. Views are not turned, and hide nothing of it. */
  #drawView(node: LaidOut, element: StructureElement): void {
    if (isDecorated(node)) this.#drawArtifact({ ...node, children: [] });
    const { left = 0, top = 0 } = node.box ?? {};
    this.#pdf.save().translate(left, top);
    for (const child of node.children ?? []) this.#drawTagged(child, element);
    this.#pdf.restore();
  }

  #drawText(node: LaidOut, element: StructureElement): void {
    this.#pdf.actualText = typedTextOf(node);
    for (const { node: piece, isLink } of piecesOf(node)) {
      const drawPiece = () => this.#draw(piece);
      element.add(isLink ? this.#pdf.struct("Link", {}, [drawPiece]) : drawPiece);
    }
    this.#pdf.actualText = undefined;
  }

  #elementOf({ props = {} }: LaidOut, parent: StructureElement, plainRole?: Tag["role"]) {
    const existing = this.#elements.get(props);
    if (existing) return existing;
    const { role = plainRole ?? "", ...options } = props.tag ?? {};
    const element = this.#pdf.struct(role, options);
    parent.add(element);
    const inner = role === "LI" ? this.#pdf.struct("LBody") : element;
    if (inner !== element) element.add(inner);
    this.#elements.set(props, inner);
    return inner;
  }
}
