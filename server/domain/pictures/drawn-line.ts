import type { DrawnLine } from "#pdf";

export type { DrawnLine };

/** A line of text as documents have it. @returns null if no font has all of its characters */
export async function getDrawnLine(text: string, color: string): Promise<DrawnLine | null> {
  // Imported on demand, because most pictures need no fonts of PDFs.
  const { drawLine } = await import("#pdf");
  return drawLine(text, color);
}
