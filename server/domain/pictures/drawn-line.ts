import type { DrawnLine } from "#domain/documents";

/** A line of text as documents have it. @returns null if no font has all of its characters */
export async function getDrawnLine(text: string, color: string): Promise<DrawnLine | null> {
  // Imported on demand, because most pictures need no fonts of documents.
  const { drawLine } = await import("#domain/documents");
  return drawLine(text, color);
}
