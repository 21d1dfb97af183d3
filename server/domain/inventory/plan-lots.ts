// Holds credit lots that arrive against each other and against the stock, before any is written.
import type { Context, Mode } from "#core/context";
import type { Fault } from "#domain/catalogue";
import {
  findHolders,
  findLots,
  findNamedLots,
  type ReadLot,
  rangeOfLot,
  type StockLot,
} from "./lot-store";
import type { CreditLotEntry } from "./schema";
import {
  isNumbered,
  namesOverlap,
  overlappingPairs,
  parseSerialRange,
  readNumbers,
  SerialRangeError,
  serialRangesOverlap,
} from "./serial-rules";

interface PlanLots {
  mode: Mode;
  /** In the order of their list; null stands for one that could not be read. */
  lots: readonly (CreditLotEntry | null)[];
  isKnownProject: (id: string) => boolean;
}

export interface LotsPlan {
  mode: Mode;
  /** What is wrong; each path leads on from the list of the lots. */
  faults: Fault[];
  /** New lots whose serials are in stock already: the place in the list → the lot that has them. */
  held: Map<number, string>;
  /** All other new lots. */
  fresh: ReadLot[];
  /** Lots that are there, and that get another retirement URL, or are declared opaque. */
  relinked: CreditLotEntry[];
  unchanged: number;
}

interface Placed {
  index: number;
  entry: ReadLot;
  range: ReadLot["range"];
}

type Before = ReadonlyMap<string, StockLot>;

/** A lot in stock keeps the serials that it came in with, whatever its text is read as today. */
function readRange(entry: CreditLotEntry, before: StockLot | undefined): ReadLot["range"] {
  if (before?.serial_number_range === entry.serial_number_range) return rangeOfLot(before);
  const { serial_number_range: text, quantity_kg: quantityKg, opaque_serials: isOpaque } = entry;
  return parseSerialRange(text, quantityKg, { isOpaque });
}

function readLots({ lots, isKnownProject }: PlanLots, before: Before, faults: Fault[]): Placed[] {
  return [...lots.entries()].flatMap(([index, entry]) => {
    if (entry === null) return [];
    if (!isKnownProject(entry.project_id)) {
      const message = `there is no project "${entry.project_id}"`;
      faults.push({ path: [index, "project_id"], message });
    }
    try {
      const range = readRange(entry, before.get(entry.id));
      return [{ index, range, entry: { ...entry, range } }];
    } catch (error) {
      if (!(error instanceof SerialRangeError)) throw error;
      faults.push({ path: [index, "serial_number_range"], message: error.message });
      return [];
    }
  });
}

function checkOverlaps(placed: Placed[]): Fault[] {
  return overlappingPairs(placed).map(([one, other]) => {
    const [earlier, later] = one.index < other.index ? [one, other] : [other, one];
    return {
      path: [later.index, "serial_number_range"],
      message: `shares serials with lot "${earlier.entry.id}" of the same file`,
    };
  });
}

const fixed = ["project_id", "vintage_year", "quantity_kg", "serial_number_range"] as const;

function checkUnchanged(index: number, entry: CreditLotEntry, before: StockLot): Fault[] {
  const changed = fixed
    .filter((field) => entry[field] !== before[field])
    .map((field) => ({
      path: [index, field],
      message: `is ${JSON.stringify(before[field])} in lot "${entry.id}", and a lot cannot change`,
    }));
  const opaque = checkOpaque(entry, before);
  return opaque === null
    ? changed
    : [...changed, { path: [index, "opaque_serials"], message: opaque }];
}

/** That serials are a name may be declared later, of a lot that has no others. */
function checkOpaque(entry: CreditLotEntry, before: StockLot): string | null {
  if (!entry.opaque_serials || before.opaque_serials) return null;
  try {
    parseSerialRange(before.serial_number_range, before.quantity_kg, { isOpaque: true });
    return null;
  } catch (error) {
    if (error instanceof SerialRangeError) return error.message;
    throw error;
  }
}

/**
 * New lots whose serials are in stock under a name. Older installations took ranges that they could
 * not read for names: those are read here, whatever quantity they were declared with.
 */
async function findNamesakes(
  ctx: Context,
  { mode, fresh }: { mode: Mode; fresh: Placed[] },
): Promise<Map<number, string>> {
  const held = new Map<number, string>();
  const withIsometric = fresh.some(({ range }) => range.kind === "opaque");
  const inStock = (await findNamedLots(ctx, { mode, withIsometric })).map((lot) => {
    const text = lot.serial_number_range;
    return {
      id: lot.id,
      numbers: readNumbers(text),
      name: { kind: "opaque", range: text } as const,
    };
  });
  if (inStock.length === 0) return held;
  const byBlock = Map.groupBy(inStock, ({ numbers }) => numbers?.blockKey ?? "");
  for (const { index, range } of fresh) {
    const holder = isNumbered(range)
      ? byBlock
          .get(range.blockKey)
          ?.find(({ numbers }) => numbers && serialRangesOverlap(numbers, range))
      : inStock.find(({ name }) => namesOverlap({ ...name, tonnes: 0 }, range));
    if (holder) held.set(index, holder.id);
  }
  return held;
}

/** Tells new lots from known ones, and finds all faults. The caller holds the catalogue's lock. */
export async function planLots(ctx: Context, input: PlanLots): Promise<LotsPlan> {
  const { mode } = input;
  const faults: Fault[] = [];
  const ids = input.lots.flatMap((lot) => (lot === null ? [] : [lot.id]));
  const before = await findLots(ctx, { mode, ids });
  const placed = readLots(input, before, faults);
  faults.push(...checkOverlaps(placed));
  const fresh = placed.filter(({ entry }) => !before.has(entry.id));
  const relinked: CreditLotEntry[] = [];
  for (const { index, entry } of placed) {
    const lot = before.get(entry.id);
    if (lot === undefined) continue;
    faults.push(...checkUnchanged(index, entry, lot));
    const isDeclared = entry.opaque_serials && !lot.opaque_serials;
    if (entry.retirement_url !== lot.retirement_url || isDeclared) relinked.push(entry);
  }
  const held = new Map([
    ...(await findHolders(ctx, { mode, ranges: fresh })),
    ...(await findNamesakes(ctx, { mode, fresh })),
  ]);
  return {
    mode,
    faults,
    held,
    fresh: fresh.filter(({ index }) => !held.has(index)).map(({ entry }) => entry),
    relinked,
    unchanged: placed.length - fresh.length - relinked.length,
  };
}
