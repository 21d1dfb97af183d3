// Structure of a tagged PDF, as a screen reader meets it.
import { getDocument, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect } from "vitest";

interface Structure {
  /** Structure types in reading order, of all pages. */
  roles: string[];
  /** Descriptions of figures. */
  alternatives: string[];
  /** Texts in the document's structure. */
  spoken: string[];
  /** Texts that are neither in the structure nor marked as artifacts. */
  untagged: string[];
  /** Contents of attached files by name. */
  attached: Record<string, string>;
}

type StructureNode = Awaited<ReturnType<PDFPageProxy["getStructTree"]>>;

function collect(node: StructureNode, structure: Structure): void {
  if (node.role !== "Root") structure.roles.push(node.role);
  if ("alt" in node && typeof node.alt === "string") structure.alternatives.push(node.alt);
  for (const child of node.children) if ("role" in child) collect(child, structure);
}

async function collectContent(page: PDFPageProxy, structure: Structure): Promise<void> {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const open: (string | null)[] = [];
  for (const item of items) {
    if ("str" in item) {
      if (item.str.trim() === "") continue;
      if (open.some((id) => id !== null && id !== "Artifact")) structure.spoken.push(item.str);
      else if (!open.includes("Artifact")) structure.untagged.push(item.str);
    } else if (item.type === "endMarkedContent") open.pop();
    else open.push("tag" in item && item.tag === "Artifact" ? "Artifact" : (item.id ?? null));
  }
}

/** Expects all text in the structure, under one title, with tables that have headers. */
export async function expectTables(bytes: Uint8Array): Promise<void> {
  const { roles, untagged } = await readStructure(bytes);
  expect(untagged).toEqual([]);
  expect(roles.filter((role) => role === "H1")).toHaveLength(1);
  expect(roles).toEqual(expect.arrayContaining(["Table", "TR", "TH", "TD"]));
}

/** Reads the structure, the text and the attached files of a PDF. */
export async function readStructure(bytes: Uint8Array): Promise<Structure> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const structure: Structure = {
    roles: [],
    alternatives: [],
    spoken: [],
    untagged: [],
    attached: {},
  };
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    collect(await page.getStructTree(), structure);
    await collectContent(page, structure);
  }
  for (const name of (await pdf.getAttachments())?.keys() ?? []) {
    const content = (await pdf.getAttachmentContent(name)) ?? new Uint8Array();
    structure.attached[name] = new TextDecoder().decode(content);
  }
  return structure;
}
