// PDFs from React elements: tagged for screen readers, with files attached.
import { buffer } from "node:stream/consumers";
import layoutDocument from "@react-pdf/layout";
import renderDocument from "@react-pdf/render";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import PdfDocument from "pdfkit";
import type { ReactElement } from "react";
import { setOffsets } from "./pdf-offsets";
import { type LaidOut, type MarkedPdf, PdfTagger, type Role, type Tag } from "./pdf-tagger";

export type { Tag } from "./pdf-tagger";

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
}

// The types of both lack a parameter, or want a class in place of its instance.
const layOut: (document: unknown, fonts: typeof Font) => Promise<LaidOut> = layoutDocument as never;
const draw: (output: Output, layout: LaidOut) => void = renderDocument as never;

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
  return new PdfDocument({
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
  // In place of the library's own last step, which cannot mark content.
  const root = pdf(document).container.document;
  const layout = await layOut(root, Font);
  setOffsets(layout);
  const output = outputFor(root.props);
  for (const { name, contentType, description, bytes, createdAt } of attachments) {
    const dates = { creationDate: createdAt, modifiedDate: createdAt };
    output.file(bytes, { name, type: contentType, description, relationship: "Data", ...dates });
  }
  const tagger = new PdfTagger(output);
  draw(output, {
    ...layout,
    children: (layout.children ?? []).map((page) => tagger.tagPage(page)),
  });
  return buffer(output);
}
