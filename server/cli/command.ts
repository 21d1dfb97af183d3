import fs from "node:fs/promises";
import path from "node:path";
import { Option } from "commander";
import { type Account, type Context, type Mode, newContext, type Progress } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-client";
import { notFound, Problem } from "#core/errors";
import type { Log } from "#core/log";
import { accountInMode, findAccount } from "#domain/accounts";
import { readExportFile } from "#domain/registries";
import { withDatabase, withUnmigratedDatabase } from "#setup/with-database";

/** The result of a command: lines for people, or one JSON document. */
export interface Output {
  lines: string[];
  document: unknown;
  /** True if the command ran and found something wrong. */
  failed?: boolean;
}

export interface JsonOption {
  json?: boolean;
}

export const jsonOption = () => new Option("--json", "print one JSON document");

export const modeOption = (description: string) =>
  new Option("--mode <mode>", description).choices(["test", "live"]).default("test");

/** For commands that take an account; a test account's ID stands for the same account. */
export const accountOption = () =>
  new Option("--account <id or slug>", "the account").makeOptionMandatory();

/** @throws not-found */
export async function requireAccount(ctx: Context, name: string): Promise<Account> {
  const account = await findAccount(ctx, name);
  if (!account) throw notFound(`account "${name}"`);
  return account;
}

/** Adds the live account or its test account to the context. @throws not-found */
export async function accountContext(ctx: Context, options: { account: string; mode: Mode }) {
  const account = await requireAccount(ctx, options.account);
  const own = await accountInMode(ctx, { account, mode: options.mode });
  return { ...ctx, account: own };
}

export function printError(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Prints a log line as text on stderr, because stdout is for the result. */
const printLine: Log["info"] = ({ event: _, ...fields }, message) => {
  const details = Object.entries(fields).flatMap(([name, value]) => {
    const text = value instanceof Error ? value.message : value;
    return typeof text === "string" || typeof text === "number" ? [`${name}: ${text}`] : [];
  });
  printError(details.length === 0 ? message : `${message} (${details.join(", ")})`);
};

const stderrLog: Log = {
  debug: () => undefined,
  info: printLine,
  warn: printLine,
  error: printLine,
};

/** The message of a failure, with one line below for each fault in an input. */
function failureMessage(error: unknown): string {
  if (error instanceof Problem) {
    const places = Object.entries(error.errors ?? {});
    const faults = places.flatMap(([place, messages]) => messages.map((it) => `${place}: ${it}`));
    const title = error.detail ?? error.title;
    return faults.length === 0 ? title : [`${title}:`, ...faults.map((it) => `  ${it}`)].join("\n");
  }
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

const PROGRESS_MS = 3000;

/** Prints how far long work has come, every few seconds. */
function progressPrinter(): (progress: Progress) => Promise<void> {
  let printedAt = Date.now();
  return async ({ phase, done, total }) => {
    if (Date.now() - printedAt < PROGRESS_MS) return;
    printedAt = Date.now();
    printError(`${phase}: ${format(done)} of ${format(total)}`);
  };
}

function systemContext(): Context {
  const ctx = newContext({ type: "system", name: "till" });
  return { ...ctx, log: stderrLog, progress: progressPrinter() };
}

/** Prints the result of `work`, which needs no database; exit code 1 if it failed. */
export async function printResult(
  { json = false }: JsonOption,
  work: () => Promise<Output>,
): Promise<void> {
  try {
    const output = await work();
    const text = json ? JSON.stringify(output.document, null, 2) : output.lines.join("\n");
    process.stdout.write(`${text}\n`);
    if (output.failed) process.exitCode = 1;
  } catch (error) {
    printError(failureMessage(error));
    process.exitCode = 1;
  }
}

/** Runs a command on the database and prints its result; exit code 1 if it failed. */
export async function run(
  options: JsonOption,
  work: (ctx: Context) => Promise<Output>,
): Promise<void> {
  await printResult(options, () =>
    withDatabase(() => withDatabaseUse("long", () => work(systemContext())), stderrLog),
  );
}

/** As `run`, with PostgreSQL's address and before anything is migrated. */
export async function runUnmigrated(
  options: JsonOption,
  work: (url: string, log: Log) => Promise<Output>,
): Promise<void> {
  await printResult(options, () =>
    withUnmigratedDatabase((url) => work(url, stderrLog), { log: stderrLog }),
  );
}

/** As `runUnmigrated`; afterwards `then` runs on the migrated database, and the results are joined. */
export async function runBeforeMigrations<T>(
  options: JsonOption & { allowsMoved?: boolean },
  first: (url: string, log: Log) => Promise<T>,
  then: (ctx: Context, result: T) => Promise<Output>,
): Promise<void> {
  await printResult(options, async () => {
    const result = await withUnmigratedDatabase((url) => first(url, stderrLog), {
      log: stderrLog,
      allowsMoved: options.allowsMoved ?? false,
    });
    return withDatabase(
      () => withDatabaseUse("long", () => then(systemContext(), result)),
      stderrLog,
    );
  });
}

/** As `run`, in one transaction. */
export async function runInTransaction(
  options: JsonOption,
  work: (ctx: Context) => Promise<Output>,
): Promise<void> {
  return run(options, (ctx) => database().transaction((db) => work({ ...ctx, db })));
}

/** Under npm, paths are relative to where npm was called. */
export function resolvePath(file: string): string {
  return path.resolve(process.env["INIT_CWD"] ?? ".", file);
}

export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await fs.readFile(resolvePath(file));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${readFailure(error)}`, { cause: error });
  }
}

/** A registry's exports, CSV or XLSX. @throws invalid-parameters if one cannot be read */
export async function readExportFiles(files: readonly string[]) {
  return Promise.all(
    files.map(async (file) => readExportFile(path.basename(file), await readBytes(file))),
  );
}

/** A file's text. */
export async function readText(file: string): Promise<string> {
  const bytes = await readBytes(file);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new Error(`${file} cannot be read: it is not UTF-8 text`, { cause: error });
  }
}

function readFailure(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "no such file";
  if (code === "EISDIR") return "it is a directory";
  if (code === "EACCES") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}

/** "1,234" */
export function format(count: number): string {
  return count.toLocaleString("en-US");
}
