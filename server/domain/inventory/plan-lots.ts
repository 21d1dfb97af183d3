import type { Context, Mode } from "#core/context";
import type { Fault } from "#domain/catalogue";
import {
  findHolders,
  findLots,
  findNamedLots,
  type ImportedLot,
  type NewLot,
  type ParsedLot,
} from "./lot-store";
import type { CreditLotEntry } from "./schema";
import { attributeChanges, checkAttributes, completeAttributes, mergeAttributes } from "./schema";
import {
  isNumbered,
  namesOverlap,
  overlappingPairs,
  parseSerialRange,
  readNumbers,
  SerialRangeError,
  serialRangesOverlap,
  storedSerialRange,
} from "./serial-rules";

interface PlanLots {
  mode: Mode;
  /** In the order of the input; null stands for an unreadable entry. */
  lots: readonly (CreditLotEntry | null)[];
  isKnownProject: (id: string) => boolean;
  /** Existing lots keep their retirement URL and attributes; only unknown ones are filled in. */
  completesOnly?: boolean;
}

export interface LotsPlan {
  mode: Mode;
  /** Paths are relative to the list of lots. */
  faults: Fault[];
  /** New lots whose serials another lot has: index in the list → that lot, in words. */
  holders: Map<number, string>;
  /** All other new lots. */
  created: ParsedLot[];
  /** Existing lots with a new retirement URL or other attributes, or newly declared opaque. */
  updated: NewLot[];
  /** Those of `updated` with other attributes; each as text, for the audit log. */
  changedAttributes: { id: string; changes: Record<string, string | null> }[];
  unchanged: number;
  /** Lots that are in stock no more. */
  removed: number;
}

interface IndexedLot {
  index: number;
  lot: ParsedLot;
  range: ParsedLot["range"];
}

type Before = ReadonlyMap<string, ImportedLot>;

interface Merge {
  before: ImportedLot | undefined;
  completesOnly: boolean;
}

function lotOf(entry: CreditLotEntry, { before, completesOnly }: Merge): NewLot {
  const attributes = (completesOnly ? completeAttributes : mergeAttributes)(entry, before);
  return {
    ...attributes,
    id: entry.id,
    projectId: entry.project_id,
    vintageYear: entry.vintage_year,
    quantityKg: entry.quantity_kg,
    serialNumberRange: entry.serial_number_range,
    opaqueSerials: entry.opaque_serials,
    retirementUrl: completesOnly && before ? before.retirementUrl : entry.retirement_url,
  };
}

/** An existing lot keeps its stored serials, however its text would be parsed now. */
function readRange(lot: NewLot, before: ImportedLot | undefined): ParsedLot["range"] {
  if (before?.serialNumberRange === lot.serialNumberRange) return storedSerialRange(before);
  const { serialNumberRange: text, quantityKg, opaqueSerials: isOpaque } = lot;
  return parseSerialRange(text, quantityKg, { isOpaque });
}

function readLots(
  { lots, isKnownProject, completesOnly = false }: PlanLots,
  before: Before,
  faults: Fault[],
): IndexedLot[] {
  return [...lots.entries()].flatMap(([index, entry]) => {
    if (entry === null) return [];
    if (!isKnownProject(entry.project_id)) {
      const message = `there is no project "${entry.project_id}"`;
      faults.push({ path: [index, "project_id"], message });
    }
    try {
      const known = before.get(entry.id);
      const lot = lotOf(entry, { before: known, completesOnly });
      for (const { field, message } of checkAttributes(lot, known)) {
        faults.push({ path: [index, field], message });
      }
      const range = readRange(lot, known);
      return [{ index, range, lot: { ...lot, range } }];
    } catch (error) {
      if (!(error instanceof SerialRangeError)) throw error;
      faults.push({ path: [index, "serial_number_range"], message: error.message });
      return [];
    }
  });
}

function checkOverlaps(indexed: IndexedLot[]): Fault[] {
  return overlappingPairs(indexed).map(([one, other]) => {
    const [earlier, later] = one.index < other.index ? [one, other] : [other, one];
    return {
      path: [later.index, "serial_number_range"],
      message: `shares serials with lot "${earlier.lot.id}" of the same file`,
    };
  });
}

/** Fields of a lot that cannot change: name in the file, and property. */
const fixed = [
  ["project_id", "projectId"],
  ["vintage_year", "vintageYear"],
  ["quantity_kg", "quantityKg"],
  ["serial_number_range", "serialNumberRange"],
] as const;

function checkUnchanged(index: number, lot: NewLot, before: ImportedLot): Fault[] {
  const changed = fixed
    .filter(([, field]) => lot[field] !== before[field])
    .map(([name, field]) => ({
      path: [index, name],
      message: `is ${JSON.stringify(before[field])} in lot "${lot.id}", and a lot cannot change`,
    }));
  const opaque = checkOpaque(lot, before);
  return opaque === null
    ? changed
    : [...changed, { path: [index, "opaque_serials"], message: opaque }];
}

/** An existing lot may be declared opaque later, if it has no numbers. */
function checkOpaque(lot: NewLot, before: ImportedLot): string | null {
  if (!lot.opaqueSerials || before.opaqueSerials) return null;
  try {
    parseSerialRange(before.serialNumberRange, before.quantityKg, { isOpaque: true });
    return null;
  } catch (error) {
    if (error instanceof SerialRangeError) return error.message;
    throw error;
  }
}

/**
 * New lots whose serials are in stock under a name. Older installations stored unreadable ranges as
 * names; those are parsed here, whatever quantity was declared.
 */
async function findNamedOverlaps(
  ctx: Context,
  { mode, created }: { mode: Mode; created: IndexedLot[] },
): Promise<Map<number, string>> {
  const holders = new Map<number, string>();
  const withIsometric = created.some(({ range }) => range.kind === "opaque");
  const inStock = (await findNamedLots(ctx, { mode, withIsometric })).map((lot) => {
    const text = lot.serialNumberRange;
    return {
      id: lot.id,
      numbers: readNumbers(text),
      name: { kind: "opaque", range: text } as const,
    };
  });
  if (inStock.length === 0) return holders;
  const byBlock = Map.groupBy(inStock, ({ numbers }) => numbers?.blockKey ?? "");
  for (const { index, range } of created) {
    const holder = isNumbered(range)
      ? byBlock
          .get(range.blockKey)
          ?.find(({ numbers }) => numbers && serialRangesOverlap(numbers, range))
      : inStock.find(({ name }) => namesOverlap({ ...name, tonnes: 0 }, range));
    if (holder) holders.set(index, holder.id);
  }
  return holders;
}

async function nameHolders(
  ctx: Context,
  { mode, holders }: { mode: Mode; holders: ReadonlyMap<number, string> },
): Promise<Map<number, string>> {
  const ids = [...new Set(holders.values())];
  const where = { mode, id: { in: ids }, state: "removed" };
  const lots = await ctx.db.prisma.creditLot.findMany({ where, select: { id: true } });
  const removed = new Set(lots.map(({ id }) => id));
  const nameOf = (id: string) =>
    removed.has(id)
      ? `lot "${id}", which was removed from stock: delete that lot to import its serials again`
      : `lot "${id}", which is in stock`;
  return new Map([...holders].map(([index, id]) => [index, nameOf(id)]));
}

/**
 * Separates new lots from existing ones, and collects all faults. The caller holds the catalogue's
 * lock.
 */
export async function planLots(ctx: Context, input: PlanLots): Promise<LotsPlan> {
  const { mode } = input;
  const faults: Fault[] = [];
  const ids = input.lots.flatMap((lot) => (lot === null ? [] : [lot.id]));
  const before = await findLots(ctx, { mode, ids });
  const indexed = readLots(input, before, faults);
  faults.push(...checkOverlaps(indexed));
  const created = indexed.filter(({ lot }) => !before.has(lot.id));
  const updated: NewLot[] = [];
  const changedAttributes: LotsPlan["changedAttributes"] = [];
  const holders = new Map<number, string>();
  let removed = 0;
  for (const { index, lot } of indexed) {
    const known = before.get(lot.id);
    if (known === undefined) continue;
    const changed = checkUnchanged(index, lot, known);
    if (known.isPiece && changed.length > 0) {
      holders.set(index, known.id);
      continue;
    }
    faults.push(...changed);
    if (known.isRemoved) removed += 1;
    const isDeclared = lot.opaqueSerials && !known.opaqueSerials;
    const changes = attributeChanges(known, lot);
    if (changes !== null) changedAttributes.push({ id: lot.id, changes });
    const isRelinked = lot.retirementUrl !== known.retirementUrl;
    const isChanged = isRelinked || isDeclared || changes !== null;
    if (isChanged && !known.isRemoved) updated.push(lot);
  }
  const unchanged = indexed.length - created.length - updated.length - removed - holders.size;
  const inStock = [
    ...(await findHolders(ctx, { mode, ranges: created })),
    ...(await findNamedOverlaps(ctx, { mode, created })),
  ];
  for (const [index, lotId] of inStock) holders.set(index, lotId);
  const named = await nameHolders(ctx, { mode, holders });
  return {
    mode,
    faults,
    holders: named,
    created: created.filter(({ index }) => !holders.has(index)).map(({ lot }) => lot),
    updated,
    changedAttributes,
    unchanged,
    removed,
  };
}
