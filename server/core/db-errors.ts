/** Serialization failure, deadlock, and Prisma's code for both. */
const RETRYABLE = new Set(["40001", "40P01", "P2034"]);
/**
 * SQLSTATE classes 08, 53 and 57P, statement timeouts (57014), and Node's and Prisma's network
 * errors.
 */
const UNREACHABLE =
  /^(08...|53...|57P0\d|57014|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E\w+UNREACH|P10\d\d|P2024|P2028)$/;
const MAX_DEPTH = 5;
/** Messages of pg's errors without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has)/;

/** Returns the SQLSTATE, wherever pg or Prisma stored it, or else Prisma's own code. */
export function sqlState(error: unknown): string | undefined {
  const { code, originalCode, cause, meta } = (error ?? {}) as {
    code?: string;
    originalCode?: string;
    cause?: unknown;
    meta?: { driverAdapterError?: unknown };
  };
  return sqlStateWithin(meta?.driverAdapterError) ?? sqlStateWithin(cause) ?? originalCode ?? code;
}

function sqlStateWithin(error: unknown): string | undefined {
  return typeof error === "object" && error !== null ? sqlState(error) : undefined;
}

/** Returns true if repeating the whole transaction may succeed. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? "");
}

/** Returns true if a write reached a replica: a former primary, or not yet the primary. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === "25006";
}

/** Returns true if the database could not write because its disk is full or fails. */
export function isDiskFailure(error: unknown): boolean {
  return ["53100", "58030"].includes(sqlState(error) ?? "");
}

export function isUniqueViolation(error: unknown): boolean {
  const state = sqlState(error);
  return state === "23505" || state === "P2002";
}

/** Returns true for a violated unique key that has this column. */
export function isDuplicate(error: unknown, column: string): boolean {
  if (!isUniqueViolation(error)) return false;
  // The key's name from pg, or its columns from Prisma.
  return errorsWithin(error).some(({ constraint }) =>
    JSON.stringify(constraint ?? "").includes(column),
  );
}

/** Returns true if a statement waited longer than `lockMs` (see db-client.ts) for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

export function isForeignKeyViolation(error: unknown): boolean {
  const state = sqlState(error);
  return state === "23503" || state === "P2003";
}

/** Returns the name of the violated foreign key, or null for other errors. */
export function violatedForeignKey(error: unknown): string | null {
  if (!isForeignKeyViolation(error)) return null;
  const named = errorsWithin(error).flatMap(({ constraint }) =>
    typeof constraint === "string"
      ? [constraint]
      : Object.values(constraint ?? {}).filter((name) => typeof name === "string"),
  );
  return named[0] ?? "";
}

/** Returns true if the database was unreachable, so the same request may work later. */
export function isUnreachable(error: unknown): boolean {
  return errorsWithin(error).some(
    ({ code, originalCode, message }) =>
      [code, originalCode].some((it) => typeof it === "string" && UNREACHABLE.test(it)) ||
      (typeof message === "string" &&
        (CONNECTION_LOST.test(message) || UNREACHABLE.test(codeIn(message)))),
  );
}

interface ErrorParts {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  /** A name, or `{ index }` or `{ foreignKey }` in Prisma's errors. */
  constraint?: unknown;
  cause?: unknown;
  error?: unknown;
  errors?: unknown;
  meta?: { driverAdapterError?: unknown } | undefined;
}

/** Flattens the nesting of Prisma's errors, AggregateErrors and causes. */
function errorsWithin(error: unknown, depth = 0): ErrorParts[] {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return [];
  const parts = error as ErrorParts;
  const several = Array.isArray(parts.errors) ? parts.errors : [];
  const carried = [parts.meta?.driverAdapterError, parts.cause, parts.error, ...several];
  return [parts, ...carried.flatMap((one) => errorsWithin(one, depth + 1))];
}

/** Extracts the SQLSTATE that Prisma leaves in its message. */
function codeIn(message: string): string {
  return /Code: `(\w{5})`/.exec(message)?.[1] ?? "";
}
