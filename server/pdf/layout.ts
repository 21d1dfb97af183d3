import layoutDocument from "@react-pdf/layout";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import { setOffsets } from "./glyph-offsets";
import type { LaidOut } from "./laid-out";
import { TextLines } from "./text-lines";

type PdfElement = ReactElement<DocumentProps>;

// Its types lack a parameter, or want a class in place of its instance.
const layOut: (document: unknown, fonts: typeof Font) => Promise<LaidOut> = layoutDocument as never;
const nodeOf = (document: PdfElement) => pdf(document).container.document as LaidOut;

/** Lays out the document with the lines of texts that were in earlier ones. */
async function layOutWithStoredLines(root: LaidOut): Promise<LaidOut[]> {
  const lines = new TextLines();
  lines.fill(root);
  let layout = await layOut(root, Font);
  if (!lines.fit(layout)) {
    lines.clear(root);
    layout = await layOut(root, Font);
  }
  lines.keep(layout);
  return layout.children ?? [];
}

/**
 * Returns the pages of a document, each with what is on the same page of another document. The
 * library itself would lay out all pages four times for footers, because it counts the pages first.
 * @param document with pages that have `experimentalPagination`
 */
export async function layOutPages(
  document: PdfElement,
  footersOf: (pages: number) => PdfElement,
): Promise<LaidOut[]> {
  const pages = await layOutWithStoredLines(nodeOf(document));
  const footers = await layOut(nodeOf(footersOf(pages.length)), Font);
  const complete = pages.map((page, index) => ({
    ...page,
    children: [...(page.children ?? []), ...(footers.children?.[index]?.children ?? [])],
  }));
  for (const page of complete) setOffsets(page);
  return complete;
}
