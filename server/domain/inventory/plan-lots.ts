// Holds credit lots that arrive against each other and against the stock, before any is written.
import type { Context, Mode } from "#core/context";
import type { Fault } from "#domain/catalogue";
import { findHolders, findLots, type ReadLot } from "./lot-store";
import type { CreditLotEntry } from "./schema";
import { overlappingPairs, parseSerialRange, SerialRangeError } from "./serial-rules";

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
  /** Lots that are there, and that get another retirement URL. */
  relinked: CreditLotEntry[];
  unchanged: number;
}

interface Placed {
  index: number;
  entry: ReadLot;
  range: ReadLot["range"];
}

function readLots({ lots, isKnownProject }: PlanLots, faults: Fault[]): Placed[] {
  return [...lots.entries()].flatMap(([index, entry]) => {
    if (entry === null) return [];
    if (!isKnownProject(entry.project_id)) {
      const message = `there is no project "${entry.project_id}"`;
      faults.push({ path: [index, "project_id"], message });
    }
    try {
      const range = parseSerialRange(entry.serial_number_range, entry.quantity_kg);
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

function checkUnchanged(index: number, entry: CreditLotEntry, before: CreditLotEntry): Fault[] {
  return fixed
    .filter((field) => entry[field] !== before[field])
    .map((field) => ({
      path: [index, field],
      message: `is ${JSON.stringify(before[field])} in lot "${entry.id}", and a lot cannot change`,
    }));
}

/** Tells new lots from known ones, and finds all faults. The caller holds the catalogue's lock. */
export async function planLots(ctx: Context, input: PlanLots): Promise<LotsPlan> {
  const { mode } = input;
  const faults: Fault[] = [];
  const placed = readLots(input, faults);
  faults.push(...checkOverlaps(placed));
  const before = await findLots(ctx, { mode, ids: placed.map(({ entry }) => entry.id) });
  const fresh = placed.filter(({ entry }) => !before.has(entry.id));
  const relinked: CreditLotEntry[] = [];
  for (const { index, entry } of placed) {
    const lot = before.get(entry.id);
    if (lot === undefined) continue;
    faults.push(...checkUnchanged(index, entry, lot));
    if (entry.retirement_url !== lot.retirement_url) relinked.push(entry);
  }
  const held = await findHolders(ctx, { mode, ranges: fresh });
  return {
    mode,
    faults,
    held,
    fresh: fresh.filter(({ index }) => !held.has(index)).map(({ entry }) => entry),
    relinked,
    unchanged: placed.length - fresh.length - relinked.length,
  };
}
