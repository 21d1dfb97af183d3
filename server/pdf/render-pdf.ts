// PDFs from React elements: tagged for screen readers, with files attached.
import { buffer } from "node:stream/consumers";
import layoutDocument from "@react-pdf/layout";
import renderDocument from "@react-pdf/render";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import PdfDocument from "pdfkit";
import type { ReactElement } from "react";
import { setOffsets } from "./glyph-offsets";
import { type LaidOut, type MarkedPdf, PdfTagger, type Role, type Tag } from "./tagger";
import { TextLines } from "./text-lines";

export type { Tag } from "./tagger";

/**
 * Properties that give a text or a view its role in the document. A text without one is a
 * paragraph, a picture is decoration, and a view only groups.
 */
export function tagged(role: Role, more: Omit<Tag, "role"> = {}): { tag: Tag } {
  return { tag: { role, ...more } };
}

export const table = tagged("Table");
export const row = tagged("TR");
export const cell = tagged("TD");
export const columnHeader = tagged("TH", { scope: "Column" });
export const rowHeader = tagged("TH", { scope: "Row" });

export interface Attachment {
  name: string;
  contentType: string;
  description: string;
  bytes: Uint8Array;
  createdAt: Date;
}

interface Output extends MarkedPdf, NodeJS.ReadableStream {
  file(bytes: Uint8Array, options: object): unknown;
  registerFont(name: string, source: unknown): unknown;
}

// The types of both lack a parameter, or want a class in place of its instance.
const layOut: (document: unknown, fonts: typeof Font) => Promise<LaidOut> = layoutDocument as never;
const documentOf = (document: ReactElement<DocumentProps>) =>
  pdf(document).container.document as LaidOut;
const draw: (output: Output, layout: LaidOut) => void = renderDocument as never;

/** Makes what a page repeats, which it draws outside of the flow. */
type Frame = (page: { pageNumber: number; totalPages: number }, content: LaidOut[]) => unknown;

interface LaidOutPage extends LaidOut {
  props: object & { frame?: Frame };
  box: { width: number; height: number };
}

/**
 * Takes the frames from the pages. The library would lay out each page four times for them, because
 * it counts the pages first.
 */
function takeFrames(root: LaidOut): void {
  for (const page of root.children ?? []) {
    const { layout, ...props } = page.props as { layout?: Frame };
    page.props = { ...props, ...(layout && { frame: layout, experimentalPagination: true }) };
  }
}

/** Lays out the document with the lines of texts that were in earlier ones. */
async function layOutWithStoredLines(root: LaidOut): Promise<LaidOut> {
  const paragraphs = new TextLines();
  paragraphs.fill(root);
  let layout = await layOut(root, Font);
  if (!paragraphs.fit(layout)) {
    paragraphs.clear(root);
    layout = await layOut(root, Font);
  }
  paragraphs.keep(layout);
  return layout;
}

/** Lays out the frames on pages of their own, and returns the pages with both. */
async function withFrames(root: LaidOut, pages: LaidOutPage[]): Promise<LaidOut[]> {
  const totalPages = pages.length;
  const framed = pages.map(({ props, box, style, type }, index) => ({
    type,
    style,
    box: {},
    props: { size: { width: box.width, height: box.height } },
    children: [props.frame?.({ pageNumber: index + 1, totalPages }, []) ?? []].flat() as LaidOut[],
  }));
  const frames = await layOut({ ...root, children: framed }, Font);
  return pages.map((page, index) => ({
    ...page,
    children: [...(page.children ?? []), ...(frames.children?.[index]?.children ?? [])],
  }));
}

/** Opens each font once: of fonts without a name, the library opens one for each text. */
function withNamedFonts(output: Output): Output {
  const { font, registerFont } = output;
  const names = new Map<unknown, string>();
  output.font = (source, ...more) => {
    const name = names.get(source) ?? `font-${names.size}`;
    if (!names.has(source)) registerFont.call(output, name, source);
    names.set(source, name);
    return font.call(output, name, ...more);
  };
  return output;
}

function outputFor(document: DocumentProps): Output {
  const { title, author, subject, keywords, creator, producer, language } = document;
  const { creationDate, modificationDate } = document;
  const info = {
    Title: title,
    Author: author,
    Subject: subject,
    Keywords: keywords,
    Creator: creator,
    Producer: producer,
    CreationDate: creationDate,
    ModDate: modificationDate,
  };
  const stated = Object.entries(info).filter(([, value]) => value !== undefined);
  const output: Output = new PdfDocument({
    subset: "PDF/UA",
    pdfVersion: "1.7",
    tagged: true,
    lang: language,
    displayTitle: true,
    autoFirstPage: false,
    // Each text names its own.
    font: null,
    info: Object.fromEntries(stated),
  });
  return withNamedFonts(output);
}

/**
 * Renders the document as PDF/UA-1 (ISO 14289-1). A document that states its creation date always
 * results in the same bytes.
 * @param document a `Document` of @react-pdf/renderer
 */
export async function renderPdf(
  document: ReactElement<DocumentProps>,
  attachments: Attachment[] = [],
): Promise<Uint8Array> {
  const root = documentOf(document);
  takeFrames(root);
  const layout = await layOutWithStoredLines(root);
  const pages = await withFrames(root, (layout.children ?? []) as LaidOutPage[]);
  for (const page of pages) setOffsets(page);
  // In place of the library's own last step, which cannot mark content.
  const output = outputFor((root.props ?? {}) as DocumentProps);
  for (const { name, contentType, description, bytes, createdAt } of attachments) {
    const dates = { creationDate: createdAt, modifiedDate: createdAt };
    output.file(bytes, { name, type: contentType, description, relationship: "Data", ...dates });
  }
  const tagger = new PdfTagger(output);
  draw(output, { ...layout, children: pages.map((page) => tagger.tagPage(page)) });
  return buffer(output);
}
