// Looks serials up among the lots of which something is retired, their retirements, and what the
// registries say: each by index, so that the size of the ledger does not matter.
import type { Mode } from "#core/context";
import type { Sql, Statement } from "#core/db";
import type { AskedSerials, NamedSerials, NumberedSerials } from "./serial-query-rules";
import { kgPerSerial } from "./serial-rules";

/** A lot that holds asked serials, and which of its kg they are. */
export interface AskedLot {
  mode: Mode;
  /** The reading of the question that led to it. */
  place: number;
  lotId: string;
  projectId: string;
  vintageYear: number;
  fromKg: number;
  toKg: number;
}

// Lots share no serial, so of those that start before a range only the last can reach into it.
const FIND_NUMBERED: Statement = {
  name: "inventory-find-lots-of-serials",
  text: `
    SELECT side.mode, asked.place::int, lot.id AS lot_id, lot.project_id, lot.vintage_year,
           lot.quantity_kg,
           (greatest(asked.first - lot.serial_first, 0) * ${kgPerSerial})::bigint AS from_kg,
           ((least(asked.last, lot.serial_last) - lot.serial_first + 1) * ${kgPerSerial})::bigint
             AS to_kg
    FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::int[])
      AS asked (block, first, last, place)
    CROSS JOIN (VALUES ('live'), ('test')) AS side (mode)
    CROSS JOIN LATERAL (
      SELECT * FROM credit_lots
      WHERE serial_block = asked.block AND mode = side.mode AND retired_kg > 0
        AND serial_first >= coalesce((
          SELECT serial_first FROM credit_lots
          WHERE serial_block = asked.block AND mode = side.mode AND retired_kg > 0
            AND serial_first <= asked.first
          ORDER BY serial_first DESC LIMIT 1
        ), asked.first)
        AND serial_first <= asked.last AND serial_last >= asked.first
      ORDER BY serial_first LIMIT $5
    ) lot
    ORDER BY side.mode, asked.place, lot.serial_first`,
};

// OFFSET 0 keeps the planner from walking all the lots that have no numbers.
const FIND_NAMED: Statement = {
  name: "inventory-find-lots-of-names",
  text: `
    SELECT lot.mode, asked.place::int, lot.id AS lot_id, lot.project_id, lot.vintage_year,
           lot.quantity_kg,
           0::bigint AS from_kg, lot.quantity_kg AS to_kg
    FROM unnest($1::text[], $2::int[]) AS asked (range, place)
    CROSS JOIN LATERAL (
      SELECT * FROM credit_lots
      WHERE serial_number_range = asked.range AND mode IN ('live', 'test')
      OFFSET 0
    ) lot
    WHERE lot.serial_block IS NULL AND lot.retired_kg > 0
    ORDER BY lot.mode, asked.place`,
};

interface LotRow {
  mode: Mode;
  place: number;
  lot_id: string;
  project_id: string;
  vintage_year: number;
  quantity_kg: number;
  from_kg: number;
  to_kg: number;
}

function toLot(row: LotRow): AskedLot {
  return {
    mode: row.mode,
    place: row.place,
    lotId: row.lot_id,
    projectId: row.project_id,
    vintageYear: row.vintage_year,
    fromKg: row.from_kg,
    toKg: row.to_kg,
  };
}

/** The asked tonnes of a lot that has a name alone; none where it has another number of them. */
function namedLot(row: LotRow, asked: NamedSerials): AskedLot[] {
  const { tonnes } = asked;
  if (tonnes === null) return [toLot(row)];
  if (tonnes.of !== Math.ceil(row.quantity_kg / kgPerSerial)) return [];
  const fromKg = (tonnes.first - 1) * kgPerSerial;
  return [{ ...toLot(row), fromKg, toKg: Math.min(tonnes.last * kgPerSerial, row.quantity_kg) }];
}

type Placed<Asked> = { asked: Asked; place: number };

function split(readings: readonly AskedSerials[]) {
  const numbered: Placed<NumberedSerials>[] = [];
  const named: Placed<NamedSerials>[] = [];
  for (const [place, asked] of readings.entries()) {
    if (asked.kind === "numbered") numbered.push({ asked, place });
    else named.push({ asked, place });
  }
  return { numbered, named };
}

/** Up to `limit` lots a mode and reading that hold asked serials and of which something is retired. */
export async function findAskedLots(
  sql: Sql,
  wanted: { readings: readonly AskedSerials[]; limit: number },
): Promise<AskedLot[]> {
  const { numbered, named } = split(wanted.readings);
  const [byNumber, byName] = await Promise.all([
    sql.query<LotRow>(FIND_NUMBERED, [
      numbered.map(({ asked }) => asked.block),
      numbered.map(({ asked }) => asked.first),
      numbered.map(({ asked }) => asked.last),
      numbered.map(({ place }) => place),
      wanted.limit,
    ]),
    sql.query<LotRow>(FIND_NAMED, [
      named.map(({ asked }) => asked.range),
      named.map(({ place }) => place),
    ]),
  ]);
  const lotsByName = byName.flatMap((row) => {
    const asked = wanted.readings[row.place];
    return asked?.kind === "named" ? namedLot(row, asked) : [];
  });
  return [...byNumber.map(toLot), ...lotsByName];
}

// A lot's retirements are a chain from its first kg on, so the one that starts last before a kg is
// the one that holds it.
const FIND_RETIREMENTS: Statement = {
  name: "inventory-find-retirements-of-lots",
  text: `
    SELECT asked.place::int, retired.order_id, retired.serial_number_range,
           retired.lot_end_kg - retired.lot_start_kg AS amount_kg,
           least(retired.lot_end_kg, asked.to_kg) - greatest(retired.lot_start_kg, asked.from_kg)
             AS matched_kg
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) WITH ORDINALITY
      AS asked (lot_id, mode, from_kg, to_kg, place)
    CROSS JOIN LATERAL (
      SELECT * FROM retirements
      WHERE lot_id = asked.lot_id AND mode = asked.mode
        AND lot_start_kg >= coalesce((
          SELECT lot_start_kg FROM retirements
          WHERE lot_id = asked.lot_id AND mode = asked.mode AND lot_start_kg <= asked.from_kg
          ORDER BY lot_start_kg DESC LIMIT 1
        ), asked.from_kg)
        AND lot_start_kg < asked.to_kg AND lot_end_kg > asked.from_kg
      ORDER BY lot_start_kg LIMIT $5
    ) retired
    ORDER BY asked.place, retired.lot_start_kg
    LIMIT $5`,
};

/** A retirement that took some of the asked kg of a lot. */
export interface AskedRetirement {
  lot: AskedLot;
  orderId: string;
  serialNumberRange: string;
  amountKg: number;
  /** How much of it is of the asked serials. */
  matchedKg: number;
}

/** Up to `limit` retirements of the lots' asked kg, in the order of the lots and their kg. */
export async function findAskedRetirements(
  sql: Sql,
  { lots, limit }: { lots: readonly AskedLot[]; limit: number },
): Promise<AskedRetirement[]> {
  const rows = await sql.query<{
    place: number;
    order_id: string;
    serial_number_range: string;
    amount_kg: number;
    matched_kg: number;
  }>(FIND_RETIREMENTS, [
    lots.map(({ lotId }) => lotId),
    lots.map(({ mode }) => mode),
    lots.map(({ fromKg }) => fromKg),
    lots.map(({ toKg }) => toKg),
    limit,
  ]);
  return rows.flatMap((row) => {
    const lot = lots[row.place - 1];
    if (!lot) return [];
    const { order_id: orderId, serial_number_range: serialNumberRange } = row;
    return [
      { lot, orderId, serialNumberRange, amountKg: row.amount_kg, matchedKg: row.matched_kg },
    ];
  });
}

// A registry retires a serial once, so the range that starts last before the end of an asked one
// is the one that can reach into it.
const FIND_IN_REGISTRY: Statement = {
  name: "inventory-find-serials-in-registry",
  text: `
    SELECT side.mode, asked.place
    FROM unnest($1::text[], $2::numeric[], $3::numeric[], $4::int[])
      AS asked (block, first, last, place)
    CROSS JOIN (VALUES ('live'), ('test')) AS side (mode)
    CROSS JOIN LATERAL (
      SELECT serial_last FROM registry_retirements
      WHERE mode = side.mode AND serial_block = asked.block AND serial_first <= asked.last
      ORDER BY serial_first DESC LIMIT 1
    ) retired
    WHERE retired.serial_last >= asked.first
    UNION
    SELECT retired.mode, asked.place
    FROM unnest($5::text[], $6::int[]) AS asked (range, place)
    CROSS JOIN LATERAL (
      SELECT mode FROM registry_retirements
      WHERE mode IN ('live', 'test') AND serial_number_range = asked.range
      OFFSET 0
    ) retired`,
};

/** The readings of which a registry itself says that some or all is retired. */
export async function findInRegistry(
  sql: Sql,
  readings: readonly AskedSerials[],
): Promise<{ mode: Mode; place: number }[]> {
  const { numbered, named } = split(readings);
  return sql.query(FIND_IN_REGISTRY, [
    numbered.map(({ asked }) => asked.block),
    numbered.map(({ asked }) => asked.first),
    numbered.map(({ asked }) => asked.last),
    numbered.map(({ place }) => place),
    named.map(({ asked }) => asked.range),
    named.map(({ place }) => place),
  ]);
}
