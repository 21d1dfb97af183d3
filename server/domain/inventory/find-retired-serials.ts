// Finds what was retired of serial numbers that anybody may ask after.
import { type Context, type Mode, modes } from "#core/context";
import { type AskedSerials, readSerials } from "./serial-format-rules";
import {
  type AskedLot,
  type AskedRetirement,
  findAskedLots,
  findAskedRetirements,
  findInRegistry,
} from "./serial-query-store";
import { kgPerSerial } from "./serial-rules";

/** What is known of the asked serials in one mode. */
export interface SerialStatus {
  mode: Mode;
  /** The kg that the serials stand for; null where only a registry knows them, by name. */
  askedKg: number | null;
  /** Of them, the kg of the retirements that were found. */
  retiredKg: number;
  /** Whether a registry's own list of retirements names any of them. */
  isInRegistry: boolean;
}

export interface RetiredSerials {
  /** Live ones first, by serial. */
  retirements: AskedRetirement[];
  hasMore: boolean;
  /** None in a mode that knows nothing of the serials: neither unknown ones nor stock. */
  standings: SerialStatus[];
}

type Placed = { mode: Mode; place: number };

/** Of several readings of one text, the likeliest that the mode knows anything of; -1: it has none. */
function readingOf(mode: Mode, found: readonly Placed[], inRegistry: readonly Placed[]): number {
  const likeliest = (all: readonly Placed[]) =>
    all.filter((one) => one.mode === mode).reduce((least, one) => Math.min(least, one.place), MANY);
  const place = Math.min(likeliest(found), likeliest(inRegistry));
  return place === MANY ? -1 : place;
}
const MANY = Number.POSITIVE_INFINITY;

function kgOf(reading: AskedSerials | undefined, lots: readonly AskedLot[]): number | null {
  if (reading?.kind === "numbered") return (reading.last - reading.first + 1) * kgPerSerial;
  if (lots.length === 0) return null;
  return lots.reduce((kg, { fromKg, toKg }) => kg + toKg - fromKg, 0);
}

/**
 * Up to `limit` retirements that took kg of the serials that the text names, in live and test
 * mode, and how the serials stand in each. A serial that is only in stock counts as unknown.
 */
export async function findRetiredSerials(
  ctx: Context,
  input: { text: string; limit: number },
): Promise<RetiredSerials> {
  const readings = readSerials(input.text);
  if (readings.length === 0) return { retirements: [], hasMore: false, standings: [] };
  const [lots, inRegistry] = await Promise.all([
    // The first lot may be retired only up to the serials: one more makes sure of the limit.
    findAskedLots(ctx.db, { readings, limit: input.limit + 2 }),
    findInRegistry(ctx.db, readings),
  ]);
  const found =
    lots.length === 0 ? [] : await findAskedRetirements(ctx.db, { lots, limit: input.limit + 1 });
  const places = new Map(
    modes.map((mode) => [
      mode,
      readingOf(
        mode,
        found.map(({ lot }) => lot),
        inRegistry,
      ),
    ]),
  );
  const isTaken = ({ mode, place }: Placed) => places.get(mode) === place;
  const retirements = found.slice(0, input.limit).filter(({ lot }) => isTaken(lot));
  const standings = modes.flatMap((mode): SerialStatus[] => {
    const place = places.get(mode) ?? -1;
    if (place === -1) return [];
    const its = retirements.filter(({ lot }) => lot.mode === mode);
    const ofReading = lots.filter((lot) => lot.mode === mode && isTaken(lot));
    return [
      {
        mode,
        askedKg: kgOf(readings[place], ofReading),
        retiredKg: its.reduce((kg, { matchedKg }) => kg + matchedKg, 0),
        isInRegistry: inRegistry.some((one) => one.mode === mode),
      },
    ];
  });
  return { retirements, hasMore: found.length > input.limit, standings };
}
