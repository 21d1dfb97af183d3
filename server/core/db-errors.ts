// What an error of the database means, wherever pg or Prisma put its code.

const RETRYABLE = new Set(["40001", "40P01", "P2034"]);
/**
 * PostgreSQL's classes 08, 53 and 57P, a statement that took too long (57014), Node's network
 * errors, and Prisma's names for the same.
 */
const UNREACHABLE =
  /^(08...|53...|57P0\d|57014|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|E\w+UNREACH|P10\d\d|P2024|P2028)$/;
/** How deep errors may be nested in one another. */
const MAX_DEPTH = 5;
/** What pg says without a code. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has)/;

/** PostgreSQL's code for what went wrong, wherever pg or Prisma put it; else Prisma's own code. */
function sqlState(error: unknown): string | undefined {
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

/** Whether the whole transaction may succeed if it is repeated at once. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(sqlState(error) ?? "");
}

/** Whether PostgreSQL refused a row because a unique key holds it already. */
export function isUniqueViolation(error: unknown): boolean {
  const state = sqlState(error);
  return state === "23505" || state === "P2002";
}

/** Whether a statement gave up waiting for another transaction (see `lockMs` in db-use.ts). */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === "55P03";
}

/** Whether PostgreSQL refused a change because another row points here, or at nothing. */
export function isForeignKeyViolation(error: unknown): boolean {
  const state = sqlState(error);
  return state === "23503" || state === "P2003";
}

/** The foreign key that held back a change; null where another error came. */
export function violatedForeignKey(error: unknown): string | null {
  if (!isForeignKeyViolation(error)) return null;
  const named = errorsWithin(error).flatMap(({ constraint }) =>
    typeof constraint === "string"
      ? [constraint]
      : Object.values(constraint ?? {}).filter((name) => typeof name === "string"),
  );
  return named[0] ?? "";
}

/** Whether the database was out of reach, anywhere in the error: the same request may work later. */
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
  /** Its name, or in Prisma's errors `{ index }` or `{ foreignKey }`. */
  constraint?: unknown;
  cause?: unknown;
  error?: unknown;
  errors?: unknown;
  meta?: { driverAdapterError?: unknown } | undefined;
}

/** The error and all that it carries, as Prisma, AggregateError and plain causes nest them. */
function errorsWithin(error: unknown, depth = 0): ErrorParts[] {
  if (typeof error !== "object" || error === null || depth > MAX_DEPTH) return [];
  const parts = error as ErrorParts;
  const several = Array.isArray(parts.errors) ? parts.errors : [];
  const carried = [parts.meta?.driverAdapterError, parts.cause, parts.error, ...several];
  return [parts, ...carried.flatMap((one) => errorsWithin(one, depth + 1))];
}

/** PostgreSQL's code where Prisma left it only in its message. */
function codeIn(message: string): string {
  return /Code: `(\w{5})`/.exec(message)?.[1] ?? "";
}
