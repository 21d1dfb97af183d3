// Looks up serials among lots with retirements, their retirements, and the registries' lists. Every
// lookup uses an index, so the size of the ledger does not matter.
import { sql } from "kysely";
import { type Mode, modes } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { NamedSerials, NumberedSerials, QueriedSerials } from "./serial-format-rules";
import { kgPerSerial } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

/** A lot with queried serials, and their kg in it. */
export interface QueriedLot {
  mode: Mode;
  /** Index of the reading that led to it. */
  place: number;
  lotId: string;
  projectId: string;
  vintageYear: number;
  /** Original quantity. */
  quantityKg: number;
  fromKg: number;
  toKg: number;
}

type Indexed<Item> = Item & { place: number };

interface Readings {
  numbered: readonly Indexed<NumberedSerials>[];
  named: readonly Indexed<NamedSerials>[];
}

const numberedTypes = { block: "text", first: "numeric", last: "numeric", place: "int" } as const;
const namedTypes = { range: "text", place: "int" } as const;
const kg = sql.lit(kgPerSerial);

/** Both modes as a table. */
const sides = sql<{ mode: Mode }>`(VALUES ('live'), ('test'))`.as<"side">(sql`side (mode)`);

// Lots share no serials, so of those that start before a range only the last can overlap it.
const findNumbered = query(
  "inventory-find-lots-of-serials",
  (db, query: Params<Pick<Readings, "numbered"> & { limit: number }>) =>
    db
      .selectFrom(unnest("query", query.numbered, numberedTypes))
      .crossJoin(sides)
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots as held")
          .selectAll("held")
          .whereRef("held.serialBlock", "=", "query.block")
          .whereRef("held.mode", "=", "side.mode")
          .where("held.retiredKg", ">", 0)
          .where("held.serialFirst", ">=", (eb) =>
            eb.fn.coalesce(
              eb
                .selectFrom("creditLots as before")
                .select("before.serialFirst")
                .whereRef("before.serialBlock", "=", "query.block")
                .whereRef("before.mode", "=", "side.mode")
                .where("before.retiredKg", ">", 0)
                .whereRef("before.serialFirst", "<=", "query.first")
                .orderBy("before.serialFirst", "desc")
                .limit(1),
              eb.ref("query.first").$castTo<string>(),
            ),
          )
          .whereRef("held.serialFirst", "<=", "query.last")
          .whereRef("held.serialLast", ">=", "query.first")
          .orderBy("held.serialFirst")
          .limit(query.limit)
          .as("lot"),
      )
      .select([
        "side.mode",
        "query.place",
        "lot.id as lotId",
        "lot.projectId",
        "lot.vintageYear",
        "lot.quantityKg",
        sql<number>`(greatest(query.first - lot.serial_first, 0) * ${kg})::bigint`.as("fromKg"),
        sql<number>`((least(query.last, lot.serial_last) - lot.serial_first + 1) * ${kg})::bigint`.as(
          "toKg",
        ),
      ])
      .orderBy("side.mode")
      .orderBy("query.place")
      .orderBy("lot.serialFirst"),
);

// OFFSET 0 keeps the planner from scanning all lots without numbers.
const findNamed = query(
  "inventory-find-lots-of-names",
  (db, { named }: Params<Pick<Readings, "named">>) =>
    db
      .selectFrom(unnest("query", named, namedTypes))
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots")
          .selectAll("creditLots")
          .whereRef("serialNumberRange", "=", "query.range")
          .where("mode", "in", modes)
          .offset(0)
          .as("lot"),
      )
      .select([
        "lot.mode",
        "query.place",
        "lot.id as lotId",
        "lot.projectId",
        "lot.vintageYear",
        "lot.quantityKg",
        sql<number>`0::bigint`.as("fromKg"),
        "lot.quantityKg as toKg",
      ])
      .where("lot.serialBlock", "is", null)
      .where("lot.retiredKg", ">", 0)
      .orderBy("lot.mode")
      .orderBy("query.place"),
);

/** The queried tonnes of a lot with a name; none if the lot has another number of tonnes. */
function namedLot(lot: QueriedLot, reading: NamedSerials): QueriedLot[] {
  const { tonnes } = reading;
  if (tonnes === null) return [lot];
  if (tonnes.of !== Math.ceil(lot.quantityKg / kgPerSerial)) return [];
  const fromKg = (tonnes.first - 1) * kgPerSerial;
  return [{ ...lot, fromKg, toKg: Math.min(tonnes.last * kgPerSerial, lot.quantityKg) }];
}

function split(readings: readonly QueriedSerials[]): Readings {
  const placed = readings.map((reading, place) => ({ ...reading, place }));
  return {
    numbered: placed.filter((reading) => reading.kind === "numbered"),
    named: placed.filter((reading) => reading.kind === "named"),
  };
}

/** Up to `limit` lots per mode and reading that have queried serials and retirements. */
export async function findQueriedLots(
  db: Sql,
  { readings, limit }: { readings: readonly QueriedSerials[]; limit: number },
): Promise<QueriedLot[]> {
  const { numbered, named } = split(readings);
  const [byNumber, byName] = await Promise.all([
    findNumbered(db, { numbered, limit }),
    findNamed(db, { named }),
  ]);
  const lotsByName = byName.flatMap((lot) => {
    const reading = readings[lot.place];
    return reading?.kind === "named" ? namedLot(lot, reading) : [];
  });
  return [...byNumber, ...lotsByName];
}

interface Lots {
  lots: readonly (QueriedLot & { index: number })[];
  limit: number;
}

const replacedKg = sql`
  SELECT coalesce(sum(least(x.end_kg, query.to_kg) - greatest(x.start_kg, query.from_kg)), 0)::bigint
  FROM allocation_remedies x
  WHERE x.account_id = retired.account_id AND x.order_id = retired.order_id
    AND x.replaced_start_kg = retired.order_start_kg
    AND x.start_kg < query.to_kg AND x.end_kg > query.from_kg`;

// A lot's retirements are contiguous from its first kg, so the last one that starts before a kg
// contains it.
const findRetirements = query("inventory-find-retirements-of-lots", (db, query: Params<Lots>) =>
  db
    .selectFrom(
      unnest("query", query.lots, {
        lotId: "text",
        mode: "text",
        fromKg: "bigint",
        toKg: "bigint",
        index: "int",
      }),
    )
    .crossJoinLateral((from) =>
      from
        .selectFrom("retirements as taken")
        .selectAll("taken")
        .whereRef("taken.lotId", "=", "query.lotId")
        .whereRef("taken.mode", "=", "query.mode")
        .where("taken.lotStartKg", ">=", (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom("retirements as before")
              .select("before.lotStartKg")
              .whereRef("before.lotId", "=", "query.lotId")
              .whereRef("before.mode", "=", "query.mode")
              .whereRef("before.lotStartKg", "<=", "query.fromKg")
              .orderBy("before.lotStartKg", "desc")
              .limit(1),
            "query.fromKg",
          ),
        )
        .whereRef("taken.lotStartKg", "<", "query.toKg")
        .whereRef("taken.lotEndKg", ">", "query.fromKg")
        .orderBy("taken.lotStartKg")
        .limit(query.limit)
        .as("retired"),
    )
    .select((eb) => [
      "query.index",
      "retired.orderId",
      "retired.serialNumberRange",
      eb("retired.lotEndKg", "-", eb.ref("retired.lotStartKg")).as("amountKg"),
      sql<number>`least(retired.lot_end_kg, query.to_kg)
        - greatest(retired.lot_start_kg, query.from_kg)`.as("matchedKg"),
      sql<number>`(${replacedKg})`.as("replacedKg"),
    ])
    .orderBy("query.index")
    .orderBy("retired.lotStartKg")
    .limit(query.limit),
);

/** A retirement of queried kg of a lot. */
export interface QueriedRetirement {
  lot: QueriedLot;
  orderId: string;
  serialNumberRange: string;
  amountKg: number;
  /** Part of it that was queried. */
  matchedKg: number;
  /** Part of what was queried for which other credits were substituted. */
  replacedKg: number;
}

/** Up to `limit` retirements of the lots' queried kg, by lot and position. */
export async function findQueriedRetirements(
  db: Sql,
  { lots, limit }: { lots: readonly QueriedLot[]; limit: number },
): Promise<QueriedRetirement[]> {
  const indexed = lots.map((lot, index) => ({ ...lot, index }));
  return (await findRetirements(db, { lots: indexed, limit })).flatMap(({ index, ...retired }) => {
    const lot = lots[index];
    return lot ? [{ lot, ...retired }] : [];
  });
}

// A registry retires a serial once, so only the last range that starts before the end of a queried
// one can overlap it.
const findNamedByRegistry = query(
  "inventory-find-serials-in-registry",
  (db, { numbered, named }: Params<Readings>) =>
    db
      .selectFrom(unnest("query", numbered, numberedTypes))
      .crossJoin(sides)
      .crossJoinLateral((from) =>
        from
          .selectFrom("retiredSerials as gone")
          .select("gone.serialLast")
          .whereRef("gone.mode", "=", "side.mode")
          .whereRef("gone.serialBlock", "=", "query.block")
          .whereRef("gone.serialFirst", "<=", "query.last")
          .orderBy("gone.serialFirst", "desc")
          .limit(1)
          .as("retired"),
      )
      .select(["side.mode", "query.place"])
      .whereRef("retired.serialLast", ">=", "query.first")
      .union(
        db
          .selectFrom(unnest("query", named, namedTypes))
          .crossJoinLateral((from) =>
            from
              .selectFrom("retiredSerials as gone")
              .select("gone.mode")
              .where("gone.mode", "in", modes)
              .whereRef("gone.serialNumberRange", "=", "query.range")
              .offset(0)
              .as("retired"),
          )
          .select(["retired.mode", "query.place"]),
      ),
);

/** Readings with serials that a registry lists as retired. */
export function findInRegistry(
  db: Sql,
  readings: readonly QueriedSerials[],
): Promise<{ mode: Mode; place: number }[]> {
  return findNamedByRegistry(db, split(readings));
}
