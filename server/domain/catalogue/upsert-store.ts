import { type SelectType, sql } from "kysely";
import type { Context, Mode } from "#core/context";
import { type Params, type Query, queriesOn } from "#core/query";
import type { CatalogueTables } from "./tables";

const query = queriesOn<CatalogueTables>();

/** Rows per statement. */
const BATCH = 5_000;

type Column<Name extends keyof CatalogueTables> = keyof CatalogueTables[Name] & string;

type ColumnType =
  | "text"
  | "text[]"
  | "integer"
  | "smallint"
  | "integer[]"
  | "bigint"
  | "double precision"
  | "date"
  | "jsonb";

type Snake<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Text;

/** Set by the statement itself, or by the database. */
type OwnColumn = "mode" | "createdAt" | "updatedAt" | "searchName";

interface Target<Name extends keyof CatalogueTables, Key, Skipped> {
  table: Name;
  key: readonly Key[];
  /** All others of the table, so that a new column does not compile until it is listed. */
  columns: Record<Exclude<Column<Name>, OwnColumn | Skipped>, ColumnType>;
  /** Columns that a catalogue file does not have: a new row gets their defaults. */
  skips?: readonly Skipped[];
  isStamped?: boolean;
  /** True if an existing row keeps its position, which `movePositions` changes. */
  keepsPosition?: boolean;
}

/** A row of the table under its columns' names in the database; each is given, at least as null. */
type RowOf<Name extends keyof CatalogueTables, Skipped = never> = {
  [K in Exclude<Column<Name>, OwnColumn | Skipped> as Snake<K>]: SelectType<
    CatalogueTables[Name][K]
  >;
};

type Keys<Name extends keyof CatalogueTables, Key extends Column<Name>> = {
  [K in Key]: SelectType<CatalogueTables[Name][K]>;
};

interface Rows {
  mode: Mode;
  /** As JSON, under the columns' names in the database. */
  rows: string;
  now: Date;
}

/** A statement for rows of this type. PostgreSQL reads a column that JSON lacks as NULL. */
interface Upsert<Row, Keys> {
  run: Query<Rows, Keys>;
  /** Only a type. */
  row?: Row;
}

/** `Given` without fields that `Row` has not: they would be dropped. */
type Exact<Row, Given extends Row> = Given & Record<Exclude<keyof Given, keyof Row>, never>;

const refs = (names: readonly string[], of?: string) =>
  sql.join(names.map((name) => sql.ref(of === undefined ? name : `${of}.${name}`)));

/** Inserts new rows and updates those that differ; returns the keys of both. */
function upsertQuery<
  Name extends keyof CatalogueTables,
  Key extends Column<Name>,
  Skipped extends Column<Name> = never,
>(
  name: string,
  { table, key, columns, isStamped = false, keepsPosition = false }: Target<Name, Key, Skipped>,
): Upsert<RowOf<Name, Skipped>, Keys<Name, Key>> {
  const names = Object.keys(columns);
  const fixed: string[] = [...key, ...(keepsPosition ? ["position"] : [])];
  const values = names.filter((column) => !fixed.includes(column));
  const stamps = isStamped ? ["createdAt", "updatedAt"] : [];
  const run = query(`catalogue-upsert-${name}`, (db, input: Params<Rows>) => {
    const record = Object.entries(columns).map(
      ([column, type]) => sql`${sql.ref(column)} ${sql.raw(String(type))}`,
    );
    const now = stamps.map(() => sql`, ${input.now}::timestamptz`);
    const updates = [...values, ...stamps.slice(1)].map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`,
    );
    const upsert = sql<Keys<Name, Key>>`
      INSERT INTO ${sql.table(table)} (mode, ${refs([...names, ...stamps])})
      SELECT ${input.mode}, ${refs(names)}${sql.join(now, sql``)}
      FROM jsonb_to_recordset(${input.rows}::jsonb) AS row (${sql.join(record)})
      ON CONFLICT (mode, ${refs(key)}) DO UPDATE SET ${sql.join(updates)}
      WHERE (${refs(values, table)}) IS DISTINCT FROM (${refs(values, "excluded")})
      RETURNING ${refs(key, table)}`;
    return { compile: () => upsert.compile(db) };
  });
  return { run };
}

const priceColumns = {
  currency: "text",
  apiPricePerTonne: "integer",
  checkoutPricePerTonne: "integer",
} as const;

export const upserts = {
  projects: upsertQuery("projects", {
    table: "projects",
    key: ["id"],
    keepsPosition: true,
    isStamped: true,
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      type: "text",
      summary: "text",
      description: "text",
      developer: "text",
      locationName: "text",
      locationLatitude: "double precision",
      locationLongitude: "double precision",
      primaryImageUrl: "text",
      registryName: "text",
      registryId: "text",
      registryUrl: "text",
      unSdgGoals: "integer[]",
      activityTypes: "text[]",
      methodology: "text",
      verifier: "text",
      permanence: "text",
      lifetimeStartYear: "integer",
      lifetimeEndYear: "integer",
      impactType: "text",
      dueDiligence: "text",
      beyondCarbon: "text",
      riskOfReversal: "text",
      thirdPartyLabels: "text[]",
      creditIssuances: "jsonb",
      countryCode: "text",
      mechanism: "text",
      sink: "text",
      durabilityYears: "integer",
      creditingPeriodStart: "date",
      creditingPeriodEnd: "date",
      protocol: "text",
    },
  }),
  categories: upsertQuery("project_categories", {
    table: "projectCategories",
    key: ["id"],
    keepsPosition: true,
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      description: "text",
      primaryImageUrl: "text",
      color: "smallint",
    },
  }),
  categoryPrices: upsertQuery("category_prices", {
    table: "categoryPrices",
    key: ["categoryId", "currency"],
    columns: { categoryId: "text", ...priceColumns },
  }),
  portfolioPrices: upsertQuery("portfolio_prices", {
    table: "portfolioPrices",
    key: ["portfolioId", "currency"],
    skips: ["isOffered"],
    columns: { portfolioId: "text", ...priceColumns },
  }),
  members: upsertQuery("category_projects", {
    table: "categoryProjects",
    key: ["categoryId", "projectId"],
    columns: {
      categoryId: "text",
      projectId: "text",
      position: "integer",
      weightMillionths: "bigint",
    },
  }),
  portfolios: upsertQuery("portfolios", {
    table: "portfolios",
    key: ["id"],
    keepsPosition: true,
    skips: ["accountId", "allocatedMillionths", "archivedAt", "isOffered", "splitPortfolioId"],
    columns: {
      id: "text",
      position: "integer",
      name: "text",
      summary: "text",
      description: "text",
      primaryImageUrl: "text",
    },
  }),
  factors: upsertQuery("emission_factors", {
    table: "emissionFactors",
    key: ["activity", "fromDistanceKm"],
    columns: {
      activity: "text",
      fromDistanceKm: "double precision",
      unit: "text",
      kgCo2ePerUnit: "double precision",
      source: "text",
      edition: "text",
      url: "text",
    },
  }),
};

/** Writes the rows that are new or differ. Returns their keys. */
export async function upsertRows<Row, Key, Given extends Row>(
  ctx: Context,
  input: { mode: Mode; into: Upsert<Row, Key>; rows: readonly Exact<Row, Given>[] },
): Promise<Key[]> {
  const { mode, into } = input;
  const written: Key[] = [];
  for (let start = 0; start < input.rows.length; start += BATCH) {
    const rows = JSON.stringify(input.rows.slice(start, start + BATCH));
    written.push(...(await into.run(ctx.db, { mode, rows, now: ctx.now })));
  }
  return written;
}

const removeMembers = query(
  "catalogue-remove-members",
  (db, remaining: Params<{ mode: Mode; categoryIds: string[]; rows: string }>) =>
    db
      .deleteFrom("categoryProjects as member")
      .where("mode", "=", remaining.mode)
      .where("categoryId", "=", sql<string>`any (${remaining.categoryIds}::text[])`)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(
              sql<{ categoryId: string; projectId: string }>`
                jsonb_to_recordset(${remaining.rows}::jsonb)`.as<"row">(
                sql`row (category_id text, project_id text)`,
              ),
            )
              .whereRef("row.categoryId", "=", "member.categoryId")
              .whereRef("row.projectId", "=", "member.projectId"),
          ),
        ),
      )
      .returning("categoryId"),
);

/** Sets the projects of the categories. Returns the categories that changed. */
export async function replaceMembers(
  ctx: Context,
  input: { mode: Mode; categoryIds: string[]; rows: RowOf<"categoryProjects">[] },
): Promise<Set<string>> {
  const { mode, categoryIds, rows } = input;
  const removed = await removeMembers(ctx.db, { mode, categoryIds, rows: JSON.stringify(rows) });
  const written = await upsertRows(ctx, { mode, into: upserts.members, rows });
  return new Set([...removed, ...written].map(({ categoryId }) => categoryId));
}

const deleteFactors = query(
  "catalogue-remove-factors",
  (db, remaining: Params<{ mode: Mode; rows: string }>) => {
    const rows = sql<{ activity: string; fromDistanceKm: number }>`
      jsonb_to_recordset(${remaining.rows}::jsonb)`.as<"row">(
      sql`row (activity text, from_distance_km float8)`,
    );
    return db
      .deleteFrom("emissionFactors as factor")
      .where("mode", "=", remaining.mode)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom(rows)
              .whereRef("row.activity", "=", "factor.activity")
              .whereRef("row.fromDistanceKm", "=", "factor.fromDistanceKm"),
          ),
        ),
      )
      .where("activity", "in", ({ selectFrom }) => selectFrom(rows).select("row.activity"))
      .returning(["activity", "fromDistanceKm"]);
  },
);

/** Deletes steps that are not among the rows, of the rows' activities. Returns them. */
export async function removeFactors(ctx: Context, input: { mode: Mode; rows: object[] }) {
  const { mode, rows } = input;
  return deleteFactors(ctx.db, { mode, rows: JSON.stringify(rows) });
}
