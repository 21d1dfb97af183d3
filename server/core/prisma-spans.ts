// Spans of the statements that Prisma writes itself, if traces are on.
import type { PrismaPg } from "@prisma/adapter-pg";
import { currentTracer, inStatementSpan } from "./tracing";

type Connection = Awaited<ReturnType<PrismaPg["connect"]>>;
type Queryable = Pick<Connection, "queryRaw" | "executeRaw">;

const TABLE = /\b(?:FROM|INTO|UPDATE)\s+(?:"\w+"\.)?"(\w+)"/;

/** Such as "prisma select orders". */
function nameOf(sql: string): string {
  const verb = /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? "";
  return ["prisma", verb, TABLE.exec(sql)?.[1] ?? ""].join(" ").trimEnd();
}

function traceQueries(queryable: Queryable): void {
  const { queryRaw, executeRaw } = queryable;
  queryable.queryRaw = (query) =>
    inStatementSpan(nameOf(query.sql), () => queryRaw.call(queryable, query));
  queryable.executeRaw = (query) =>
    inStatementSpan(nameOf(query.sql), () => executeRaw.call(queryable, query));
}

/** Traces the statements of an adapter's connections. */
export function tracePrisma(adapter: PrismaPg): PrismaPg {
  if (currentTracer() === null) return adapter;
  const connect = adapter.connect.bind(adapter);
  adapter.connect = async () => {
    const connection = await connect();
    traceQueries(connection);
    const start = connection.startTransaction.bind(connection);
    connection.startTransaction = async (level) => {
      const transaction = await start(level);
      traceQueries(transaction);
      return transaction;
    };
    return connection;
  };
  return adapter;
}
