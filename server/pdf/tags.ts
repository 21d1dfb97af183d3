/** Structure types of ISO 32000-1, 14.8.4. An artifact is decoration, which is not read. */
type Role =
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
