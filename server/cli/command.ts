// What all commands share: a context, an answer as text or JSON, and failures in plain words.
import fs from "node:fs/promises";
import path from "node:path";
import { type Context, newContext } from "#core/context";
import { database } from "#core/db";
import { withDatabaseUse } from "#core/db-use";
import { Problem } from "#core/errors";
import type { Log } from "#core/log";
import { withDatabase } from "#setup/with-database";

/** What a command has to say: lines for people, or one JSON document. */
export interface Answer {
  lines: string[];
  document: unknown;
  /** True where the command did its work and found something wrong. */
  failed?: boolean;
}

export interface JsonOption {
  json?: boolean;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Notices go to stderr: "Migration … applied", "Waiting for another start …". */
function notice(first: unknown, second?: unknown): void {
  const text = typeof first === "string" ? first : second;
  if (typeof text === "string") tell(text);
}

const stderrLog: Log = { debug: () => undefined, info: notice, warn: notice, error: notice };

/** The words for a failure; what is wrong in an input stands below, a line each. */
function wordsFor(error: unknown): string {
  if (error instanceof Problem) {
    const places = Object.entries(error.errors ?? {});
    const faults = places.flatMap(([place, messages]) => messages.map((it) => `${place}: ${it}`));
    const title = error.detail ?? error.title;
    return faults.length === 0 ? title : [`${title}:`, ...faults.map((it) => `  ${it}`)].join("\n");
  }
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

function systemContext(): Context {
  return { ...newContext({ type: "system", name: "till" }), log: stderrLog };
}

/** Runs a command on the database and gives its answer; exit code 1 where it failed. */
export async function run(
  { json = false }: JsonOption,
  work: (ctx: Context) => Promise<Answer>,
): Promise<void> {
  try {
    const answer = await withDatabase(
      () => withDatabaseUse("long", () => work(systemContext())),
      stderrLog,
    );
    const text = json ? JSON.stringify(answer.document, null, 2) : answer.lines.join("\n");
    process.stdout.write(`${text}\n`);
    if (answer.failed) process.exitCode = 1;
  } catch (error) {
    tell(wordsFor(error));
    process.exitCode = 1;
  }
}

/** As `run`, in one transaction. */
export async function runInTransaction(
  options: JsonOption,
  work: (ctx: Context) => Promise<Answer>,
): Promise<void> {
  return run(options, (ctx) => database().transaction((db) => work({ ...ctx, db })));
}

/** A file's bytes; paths are from where the person stands, also under npm. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await fs.readFile(path.resolve(process.env["INIT_CWD"] ?? ".", file));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
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

function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "ENOENT") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES") return "permission is denied";
  return error instanceof Error ? error.message : String(error);
}

/** "1,234" of a thing. */
export function format(count: number): string {
  return count.toLocaleString("en-US");
}
