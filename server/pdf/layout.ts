import layoutDocument from "@react-pdf/layout";
import { type DocumentProps, Font, pdf } from "@react-pdf/renderer";
import type { ReactElement } from "react";
import type { LaidOut } from "./laid-out";
import { prepareGlyphs } from "./prepare-glyphs";

type PdfElement = ReactElement<DocumentProps>;

// Its types lack a parameter, and want a class in place of its instance.
const layOut: (document: unknown, fonts: typeof Font) => Promise<LaidOut> = layoutDocument as never;

async function pagesOf(document: PdfElement): Promise<LaidOut[]> {
  const { children = [] } = await layOut(pdf(document).container.document, Font);
  return children;
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
  const pages = await pagesOf(document);
  const footers = await pagesOf(footersOf(pages.length));
  const complete = pages.map((page, index) => ({
    ...page,
    children: [...(page.children ?? []), ...(footers[index]?.children ?? [])],
  }));
  for (const page of complete) prepareGlyphs(page);
  return complete;
}
