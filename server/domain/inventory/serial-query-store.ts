// Looks serials up among the lots of which something is retired, their retirements, and what the
// registries say: each by index, so that the size of the ledger does not matter.
import { sql } from "kysely";
import { type Mode, modes } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn, unnest } from "#core/query";
import type { AskedSerials, NamedSerials, NumberedSerials } from "./serial-format-rules";
import { kgPerSerial } from "./serial-rules";
import type { InventoryTables } from "./tables";

const query = queriesOn<InventoryTables>();

/** A lot that holds asked serials, and which of its kg they are. */
export interface AskedLot {
  mode: Mode;
  /** The reading of the question that led to it. */
  place: number;
  lotId: string;
  projectId: string;
  vintageYear: number;
  /** All that it came in with. */
  quantityKg: number;
  fromKg: number;
  toKg: number;
}

type Placed<Asked> = Asked & { place: number };

interface Readings {
  numbered: readonly Placed<NumberedSerials>[];
  named: readonly Placed<NamedSerials>[];
}

const numberedTypes = { block: "text", first: "numeric", last: "numeric", place: "int" } as const;
const namedTypes = { range: "text", place: "int" } as const;
const kg = sql.lit(kgPerSerial);

/** Both modes, as a table. */
const sides = sql<{ mode: Mode }>`(VALUES ('live'), ('test'))`.as<"side">(sql`side (mode)`);

// Lots share no serial, so of those that start before a range only the last can reach into it.
const findNumbered = query(
  "inventory-find-lots-of-serials",
  (db, asked: Params<Pick<Readings, "numbered"> & { limit: number }>) =>
    db
      .selectFrom(unnest("asked", asked.numbered, numberedTypes))
      .crossJoin(sides)
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots as held")
          .selectAll("held")
          .whereRef("held.serialBlock", "=", "asked.block")
          .whereRef("held.mode", "=", "side.mode")
          .where("held.retiredKg", ">", 0)
          .where("held.serialFirst", ">=", (eb) =>
            eb.fn.coalesce(
              eb
                .selectFrom("creditLots as before")
                .select("before.serialFirst")
                .whereRef("before.serialBlock", "=", "asked.block")
                .whereRef("before.mode", "=", "side.mode")
                .where("before.retiredKg", ">", 0)
                .whereRef("before.serialFirst", "<=", "asked.first")
                .orderBy("before.serialFirst", "desc")
                .limit(1),
              eb.ref("asked.first").$castTo<string>(),
            ),
          )
          .whereRef("held.serialFirst", "<=", "asked.last")
          .whereRef("held.serialLast", ">=", "asked.first")
          .orderBy("held.serialFirst")
          .limit(asked.limit)
          .as("lot"),
      )
      .select([
        "side.mode",
        "asked.place",
        "lot.id as lotId",
        "lot.projectId",
        "lot.vintageYear",
        "lot.quantityKg",
        sql<number>`(greatest(asked.first - lot.serial_first, 0) * ${kg})::bigint`.as("fromKg"),
        sql<number>`((least(asked.last, lot.serial_last) - lot.serial_first + 1) * ${kg})::bigint`.as(
          "toKg",
        ),
      ])
      .orderBy("side.mode")
      .orderBy("asked.place")
      .orderBy("lot.serialFirst"),
);

// Offset 0 keeps the planner from walking all the lots that have no numbers.
const findNamed = query(
  "inventory-find-lots-of-names",
  (db, { named }: Params<Pick<Readings, "named">>) =>
    db
      .selectFrom(unnest("asked", named, namedTypes))
      .crossJoinLateral((from) =>
        from
          .selectFrom("creditLots")
          .selectAll("creditLots")
          .whereRef("serialNumberRange", "=", "asked.range")
          .where("mode", "in", modes)
          .offset(0)
          .as("lot"),
      )
      .select([
        "lot.mode",
        "asked.place",
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
      .orderBy("asked.place"),
);

/** The asked tonnes of a lot that has a name alone; none where it has another number of them. */
function namedLot(lot: AskedLot, asked: NamedSerials): AskedLot[] {
  const { tonnes } = asked;
  if (tonnes === null) return [lot];
  if (tonnes.of !== Math.ceil(lot.quantityKg / kgPerSerial)) return [];
  const fromKg = (tonnes.first - 1) * kgPerSerial;
  return [{ ...lot, fromKg, toKg: Math.min(tonnes.last * kgPerSerial, lot.quantityKg) }];
}

function split(readings: readonly AskedSerials[]): Readings {
  const placed = readings.map((asked, place) => ({ ...asked, place }));
  return {
    numbered: placed.filter((asked) => asked.kind === "numbered"),
    named: placed.filter((asked) => asked.kind === "named"),
  };
}

/** Up to `limit` lots a mode and reading that hold asked serials and of which something is retired. */
export async function findAskedLots(
  db: Sql,
  { readings, limit }: { readings: readonly AskedSerials[]; limit: number },
): Promise<AskedLot[]> {
  const { numbered, named } = split(readings);
  const [byNumber, byName] = await Promise.all([
    findNumbered(db, { numbered, limit }),
    findNamed(db, { named }),
  ]);
  const lotsByName = byName.flatMap((lot) => {
    const asked = readings[lot.place];
    return asked?.kind === "named" ? namedLot(lot, asked) : [];
  });
  return [...byNumber, ...lotsByName];
}

interface Lots {
  lots: readonly (AskedLot & { index: number })[];
  limit: number;
}

// A lot's retirements are a chain from its first kg on, so the one that starts last before a kg is
// the one that holds it.
const findRetirements = query("inventory-find-retirements-of-lots", (db, asked: Params<Lots>) =>
  db
    .selectFrom(
      unnest("asked", asked.lots, {
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
        .whereRef("taken.lotId", "=", "asked.lotId")
        .whereRef("taken.mode", "=", "asked.mode")
        .where("taken.lotStartKg", ">=", (eb) =>
          eb.fn.coalesce(
            eb
              .selectFrom("retirements as before")
              .select("before.lotStartKg")
              .whereRef("before.lotId", "=", "asked.lotId")
              .whereRef("before.mode", "=", "asked.mode")
              .whereRef("before.lotStartKg", "<=", "asked.fromKg")
              .orderBy("before.lotStartKg", "desc")
              .limit(1),
            "asked.fromKg",
          ),
        )
        .whereRef("taken.lotStartKg", "<", "asked.toKg")
        .whereRef("taken.lotEndKg", ">", "asked.fromKg")
        .orderBy("taken.lotStartKg")
        .limit(asked.limit)
        .as("retired"),
    )
    .select((eb) => [
      "asked.index",
      "retired.orderId",
      "retired.serialNumberRange",
      eb("retired.lotEndKg", "-", eb.ref("retired.lotStartKg")).as("amountKg"),
      sql<number>`least(retired.lot_end_kg, asked.to_kg)
        - greatest(retired.lot_start_kg, asked.from_kg)`.as("matchedKg"),
    ])
    .orderBy("asked.index")
    .orderBy("retired.lotStartKg")
    .limit(asked.limit),
);

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
  db: Sql,
  { lots, limit }: { lots: readonly AskedLot[]; limit: number },
): Promise<AskedRetirement[]> {
  const indexed = lots.map((lot, index) => ({ ...lot, index }));
  return (await findRetirements(db, { lots: indexed, limit })).flatMap(({ index, ...retired }) => {
    const lot = lots[index];
    return lot ? [{ lot, ...retired }] : [];
  });
}

// A registry retires a serial once, so the range that starts last before the end of an asked one
// is the one that can reach into it.
const findNamedByRegistry = query(
  "inventory-find-serials-in-registry",
  (db, { numbered, named }: Params<Readings>) =>
    db
      .selectFrom(unnest("asked", numbered, numberedTypes))
      .crossJoin(sides)
      .crossJoinLateral((from) =>
        from
          .selectFrom("registryRetirements as gone")
          .select("gone.serialLast")
          .whereRef("gone.mode", "=", "side.mode")
          .whereRef("gone.serialBlock", "=", "asked.block")
          .whereRef("gone.serialFirst", "<=", "asked.last")
          .orderBy("gone.serialFirst", "desc")
          .limit(1)
          .as("retired"),
      )
      .select(["side.mode", "asked.place"])
      .whereRef("retired.serialLast", ">=", "asked.first")
      .union(
        db
          .selectFrom(unnest("asked", named, namedTypes))
          .crossJoinLateral((from) =>
            from
              .selectFrom("registryRetirements as gone")
              .select("gone.mode")
              .where("gone.mode", "in", modes)
              .whereRef("gone.serialNumberRange", "=", "asked.range")
              .offset(0)
              .as("retired"),
          )
          .select(["retired.mode", "asked.place"]),
      ),
);

/** The readings of which a registry itself says that some or all is retired. */
export function findInRegistry(
  db: Sql,
  readings: readonly AskedSerials[],
): Promise<{ mode: Mode; place: number }[]> {
  return findNamedByRegistry(db, split(readings));
}
