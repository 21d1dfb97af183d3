import { type Context, type Mode, modes } from "#core/context";
import { type QueriedSerials, readSerials } from "./serial-format-rules";
import { kgPerSerial } from "./serial-rules";
import {
  findInRegistry,
  findQueriedLots,
  findQueriedRetirements,
  type QueriedLot,
  type QueriedRetirement,
} from "./serial-search";

/** Facts about the queried serials in one mode. */
export interface SerialStatus {
  mode: Mode;
  /** Kg of the serials; null if only a registry's list has them, by name. */
  queriedKg: number | null;
  /** Kg of the matching retirements. */
  retiredKg: number;
  /** Part of them for which other credits were substituted. */
  replacedKg: number;
  /** True if a registry's own list of retirements has any of them. */
  isInRegistry: boolean;
}

export interface RetiredSerials {
  /** Live ones first, by serial. */
  retirements: QueriedRetirement[];
  hasMore: boolean;
  /** Without a mode that has no retirement of the serials. */
  statuses: SerialStatus[];
}

type Placed = { mode: Mode; place: number };

/** Returns the index of the likeliest reading that the mode has data for, or -1. */
function readingOf(mode: Mode, retired: readonly Placed[], inRegistry: readonly Placed[]): number {
  const likeliest = (all: readonly Placed[]) =>
    all.filter((one) => one.mode === mode).reduce((least, one) => Math.min(least, one.place), NONE);
  const place = Math.min(likeliest(retired), likeliest(inRegistry));
  return place === NONE ? -1 : place;
}
const NONE = Number.POSITIVE_INFINITY;

function kgOf(reading: QueriedSerials | undefined, lots: readonly QueriedLot[]): number | null {
  if (reading?.kind === "numbered") return (reading.last - reading.first + 1) * kgPerSerial;
  if (lots.length === 0) return null;
  return lots.reduce((kg, { fromKg, toKg }) => kg + toKg - fromKg, 0);
}

/**
 * Finds up to `limit` retirements of the serials in the text, and their status in each mode.
 * Serials that are only in stock count as unknown.
 */
export async function findRetiredSerials(
  ctx: Context,
  input: { text: string; limit: number },
): Promise<RetiredSerials> {
  const readings = readSerials(input.text);
  if (readings.length === 0) return { retirements: [], hasMore: false, statuses: [] };
  const [lots, inRegistry] = await Promise.all([
    // The first lot may be retired only up to these serials: one more keeps the limit exact.
    findQueriedLots(ctx.db, { readings, limit: input.limit + 2 }),
    findInRegistry(ctx.db, readings),
  ]);
  const retired =
    lots.length === 0 ? [] : await findQueriedRetirements(ctx.db, { lots, limit: input.limit + 1 });
  const places = new Map(
    modes.map((mode) => [
      mode,
      readingOf(
        mode,
        retired.map(({ lot }) => lot),
        inRegistry,
      ),
    ]),
  );
  const isTaken = ({ mode, place }: Placed) => places.get(mode) === place;
  const retirements = retired.slice(0, input.limit).filter(({ lot }) => isTaken(lot));
  const statuses = modes.flatMap((mode): SerialStatus[] => {
    const place = places.get(mode) ?? -1;
    if (place === -1) return [];
    const its = retirements.filter(({ lot }) => lot.mode === mode);
    const ofReading = lots.filter((lot) => lot.mode === mode && isTaken(lot));
    return [
      {
        mode,
        queriedKg: kgOf(readings[place], ofReading),
        retiredKg: its.reduce((kg, { matchedKg }) => kg + matchedKg, 0),
        replacedKg: its.reduce((kg, { replacedKg }) => kg + replacedKg, 0),
        isInRegistry: inRegistry.some((one) => one.mode === mode),
      },
    ];
  });
  return { retirements, hasMore: retired.length > input.limit, statuses };
}
