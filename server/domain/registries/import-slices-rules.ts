// Divides an import into slices whose rows depend on no other slice's.
import type { SerialRange } from "#domain/inventory";
import type { ExportLot, ReadFile, RegistryRetirementRow } from "./export-contents";

/** Rows that one transaction imports, unless more of them share serials. */
export const SLICE_ROWS = 300;

interface Row {
  /** Index of the file. */
  file: number;
  line: number;
  serials: SerialRange | null;
  lot: ExportLot | null;
  retirement: RegistryRetirementRow | null;
}

function rowsOf(files: readonly ReadFile[]): Row[] {
  return files.flatMap(({ lots, retirements }, file) => {
    const ofLots = lots.map((lot): Row => {
      return { file, line: lot.line, serials: lot.range, lot, retirement: null };
    });
    const retired = retirements.map((retirement): Row => {
      const { rowNumber: line, serials } = retirement;
      return { file, line, serials, lot: null, retirement };
    });
    return [...ofLots, ...retired].sort((a, b) => a.line - b.line);
  });
}

/** Rows without serials are named by their facts, because equal ones are counted together. */
function nameOf({ serials, retirement }: Row): string {
  if (serials) return "first" in serials ? serials.blockKey : serials.range;
  const { kind, quantityKg, retiredOn, projectRegistryId, vintageYear } = retirement ?? {};
  return JSON.stringify([kind, quantityKg, retiredOn, projectRegistryId, vintageYear]);
}

const firstOf = ({ serials }: Row) => (serials && "first" in serials ? serials.first : 0);
const lastOf = ({ serials }: Row) => (serials && "first" in serials ? serials.last : 0);

/** Rows that share a serial, directly or through others; or a name. */
function* groupsOf(rows: readonly Row[]): Generator<Row[]> {
  for (const named of Map.groupBy(rows, nameOf).values()) {
    let group: Row[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const row of named.toSorted((a, b) => firstOf(a) - firstOf(b))) {
      if (group.length > 0 && firstOf(row) > last) {
        yield group;
        group = [];
      }
      group.push(row);
      last = Math.max(last, lastOf(row));
    }
    yield group;
  }
}

/** The groups by their first row. */
function inOrder(groups: Iterable<Row[]>, rows: readonly Row[]): Row[][] {
  const places = new Map(rows.map((row, index) => [row, index]));
  const placed = [...groups].map((group) => ({
    group,
    place: group.reduce((first, row) => Math.min(first, places.get(row) ?? first), rows.length),
  }));
  return placed.sort((a, b) => a.place - b.place).map(({ group }) => group);
}

/** The files with these rows and their projects only. */
function filesWith(files: readonly ReadFile[], rows: readonly Row[]): ReadFile[] {
  const projects = new Set(rows.flatMap(({ lot }) => lot?.project_id ?? []));
  return files.map((file, index) => {
    const rowsOfFile = rows.filter((row) => row.file === index);
    return {
      ...file,
      projects: file.projects.filter(({ id }) => projects.has(id)),
      lots: rowsOfFile.flatMap(({ lot }) => lot ?? []),
      retirements: rowsOfFile.flatMap(({ retirement }) => retirement ?? []),
      refused: [],
    };
  });
}

/** The files in slices of about `limit` rows, in their order. */
export function slicesOf(files: readonly ReadFile[], limit = SLICE_ROWS): ReadFile[][] {
  const rows = rowsOf(files);
  const slices: Row[][] = [];
  for (const group of inOrder(groupsOf(rows), rows)) {
    const last = slices.at(-1);
    if (last && last.length + group.length <= limit) last.push(...group);
    else slices.push(group);
  }
  return slices.map((slice) => filesWith(files, slice));
}
