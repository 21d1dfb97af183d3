// Typed SQL: statements are built from the tables' types, compiled once, and run by name.
import {
  type AliasedRawBuilder,
  CamelCasePlugin,
  type ColumnType,
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely";
import type { AuditEntry, IdempotencyKey, Prisma, Worker } from "#prisma";
import type { Actor } from "./context";
import type { Sql, Statement } from "./db";

/** Types that pg reads differently from Prisma: decimals are text, bytes are buffers. */
type Read<T> = T extends bigint
  ? number
  : T extends Uint8Array
    ? Buffer
    : T extends { toDecimalPlaces: unknown }
      ? string
      : T;
/** JSON is sent as text. */
type Written<T> = T extends bigint
  ? number
  : T extends Date | string | number | boolean | null | undefined
    ? T
    : T extends Uint8Array
      ? Buffer
      : string;

type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/**
 * A table's columns from Prisma's types: `Row` is the model, `Create` its unchecked create input,
 * which tells what has a default, and `Narrow` gives columns narrower types than the database has.
 */
export type Table<Row, Create, Narrow extends Partial<Record<keyof Row, unknown>> = object> = {
  [K in keyof Row]: ColumnType<
    K extends keyof Narrow ? Narrow[K] : Read<Row[K]>,
    | (K extends keyof Narrow ? Narrow[K] : Written<Row[K]>)
    | (K extends OptionalKeys<Create> ? undefined : never),
    K extends keyof Narrow ? Narrow[K] : Written<Row[K]>
  >;
};

/** Placeholders for the input of a statement. */
export type Params<Input> = { readonly [K in keyof Input]: RawBuilder<Input[K]> };

/** Selects some of the parameters, for example as the values of a row. */
export function pick<Input, Key extends keyof Input>(
  input: Params<Input>,
  keys: readonly Key[],
): Pick<Params<Input>, Key> {
  return Object.fromEntries(keys.map((key) => [key, input[key]])) as Pick<Params<Input>, Key>;
}

/** Like `pick`, as columns of a SELECT. */
export function pickAs<Input, Key extends keyof Input & string>(
  input: Params<Input>,
  keys: readonly Key[],
): { [K in Key]: AliasedRawBuilder<Input[K], K> }[Key][] {
  return keys.map((key) => input[key].as(key));
}

/** Reads a value from the input each time the statement runs. */
class Param {
  readonly read: (input: Record<string, unknown>) => unknown;
  constructor(read: (input: Record<string, unknown>) => unknown) {
    this.read = read;
  }
}

const names = new WeakMap<object, string>();

const params = new Proxy(
  {},
  {
    get: (_target, property) => {
      const name = String(property);
      const param = sql`${sql.val(new Param((input) => input[name]))}`;
      names.set(param, name);
      return param;
    },
  },
) as Params<Record<string, unknown>>;

type ArrayType = "text" | "boolean" | "int" | "bigint" | "numeric" | "timestamptz" | "jsonb";

/**
 * Makes rows of the input a table: `unnest($1::text[], $2::int[]) AS alias (a, b)`, where each
 * array holds one column.
 */
export function unnest<Alias extends string, Row extends object, Column extends keyof Row & string>(
  alias: Alias,
  rows: RawBuilder<readonly Row[]>,
  columns: { readonly [K in Column]: ArrayType },
): AliasedRawBuilder<Pick<Row, Column>, Alias> {
  const name = names.get(rows);
  if (name === undefined) throw new TypeError("unnest takes rows of the statement's input");
  const entries = Object.entries(columns) as [Column, ArrayType][];
  const arrays = entries.map(([column, type]) => {
    const values = new Param((input) => {
      const list = (input[name] as readonly Row[]).map((row) => row[column]);
      return type === "jsonb" ? list.map((value) => JSON.stringify(value)) : list;
    });
    return sql`${sql.val(values)}::${sql.raw(type)}[]`;
  });
  const aliases = entries.map(([column]) => sql.ref(column));
  return sql<Pick<Row, Column>>`unnest(${sql.join(arrays)})`.as<Alias>(
    sql`${sql.ref(alias)} (${sql.join(aliases)})`,
  );
}

/**
 * Inlines values known when the statement is built: PostgreSQL plans with a partial index only if
 * the index's condition is in the text.
 */
class ConstantCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Param) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

function builderOf(createQueryCompiler: () => PostgresQueryCompiler): Kysely<unknown> {
  return new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler,
    },
    plugins: [new CamelCasePlugin()],
  });
}

const namedBuilder = builderOf(() => new ConstantCompiler());
const onceBuilder = builderOf(() => new PostgresQueryCompiler());

/** The name of a column in the database. */
export function snakeCase(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Dates become ISO text, because Prisma sends them without a time zone and PostgreSQL would apply
 * the session's.
 */
function written(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(written) : value;
}

/** A compiled statement, to run on a connection or in a transaction. */
export interface Query<Input, Row> {
  (db: Sql, input: Input): Promise<Row[]>;
  /** For query plans and benchmarks. */
  readonly statement: () => Statement;
}

interface Compiled extends Statement {
  parameters: readonly unknown[];
}

/**
 * Statements on these tables are built and compiled at first use. PostgreSQL parses and plans a
 * named statement once per connection.
 */
export function queriesOn<Tables>() {
  return <Input extends object, Row>(
    name: string,
    build: (db: Kysely<Tables>, input: Params<Input>) => Compilable<Row>,
  ): Query<Input, Row> => {
    let compiled: Compiled | undefined;
    const statement = (): Compiled => {
      if (compiled) return compiled;
      const { sql: text, parameters } = build(
        namedBuilder as unknown as Kysely<Tables>,
        params as unknown as Params<Input>,
      ).compile();
      compiled = { name, text, parameters, inCamelCase: true };
      return compiled;
    };
    const run = (db: Sql, input: Input): Promise<Row[]> => {
      const { parameters, ...plain } = statement();
      const values = parameters.map((value) =>
        value instanceof Param ? written(value.read(input as Record<string, unknown>)) : value,
      );
      return db.query<Row>(plain, values);
    };
    return Object.assign(run, { statement });
  };
}

/** For statements whose form depends on their input: built, parsed and planned each time. */
export async function runOnce<Tables, Row>(
  db: Sql,
  build: (db: Kysely<Tables>) => Compilable<Row>,
): Promise<Row[]> {
  const { sql: text, parameters } = build(onceBuilder as unknown as Kysely<Tables>).compile();
  return db.query<Row>({ name: "", text, inCamelCase: true }, parameters.map(written));
}

export interface CoreTables {
  idempotencyKeys: Table<IdempotencyKey, Prisma.IdempotencyKeyUncheckedCreateInput>;
  workers: Table<Worker, Prisma.WorkerUncheckedCreateInput>;
  auditEntries: Table<
    AuditEntry,
    Prisma.AuditEntryUncheckedCreateInput,
    { actorType: Actor["type"] }
  >;
}
