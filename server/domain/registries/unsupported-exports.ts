// Files that operators have, but that cannot be read: what to do with each.

/** Why a text is no CSV; null if it may be. */
export function foreignFile(text: string): string | null {
  const start = text
    .slice(0, 500)
    .replace(/^\ufeff/, "")
    .trimStart();
  if (/^<(?:!doctype|html|head|meta|table|style|\?xml)/i.test(start)) {
    return (
      "is a web page (HTML), though its name may end in .xls: open it in a spreadsheet " +
      "and save it as CSV or XLSX"
    );
  }
  return null;
}

const inCatalogue =
  "put the credits that you hold into a catalogue file as a lot with opaque_serials " +
  "(docs/operations/catalogue-file.md)";

interface Unsupported {
  name: string;
  /** All occur in the header. */
  columns: readonly RegExp[];
  why: string;
}

const unsupported: readonly Unsupported[] = [
  {
    name: "ARB's issuance table",
    columns: [
      /^(?:c?arb|opr) (?:issuance|project) (?:id|number)/i,
      /invalidat|offset credits issued/i,
    ],
    why: "it has no serial numbers and lists retirements only as sums, so evidence cannot be matched",
  },
  {
    name: "an export of Plan Vivo",
    columns: [/plan vivo|^PVC/i],
    why: "its serial numbers are not known",
  },
  {
    name: "an export of BioCarbon",
    columns: [/biocarbon|^BCR/i],
    why: "its serial numbers are not known",
  },
  {
    name: "an export of ICR",
    columns: [/^ICC|carbon registry/i],
    why: "its serials are not known",
  },
];

/** Why no export of this header can be read, and what to do; null for others. */
export function unsupportedExport(header: readonly string[]): string | null {
  const match = unsupported.find(({ columns }) =>
    columns.every((column) => header.some((name) => column.test(name))),
  );
  if (match === undefined) return null;
  return `is ${match.name}, which cannot be imported: ${match.why}; ${inCatalogue}`;
}
