// Carries out an import that an operator asked for, and tells what it changed.
import { sql } from "kysely";
import type { Context, Mode } from "#core/context";
import type { Sql } from "#core/db";
import { invalid, Problem } from "#core/errors";
import { runOnce } from "#core/query";
import { lockCatalogue } from "#domain/catalogue";
import { changesBetween } from "./changes-rules";
import { takeSnapshot } from "./changes-store";
import { importCatalogueFile } from "./import-catalogue-file";
import { importRegistryExport } from "./import-registry-export";
import { type ImportKind, type ImportReport, MAX_TOLD } from "./task-rules";

interface RunImport {
  mode: Mode;
  kind: ImportKind;
  files: { name: string; bytes: Uint8Array }[];
}

/** Lets this transaction think between its statements for as long as a large file takes to read. */
async function waitPatiently(db: Sql): Promise<void> {
  await runOnce(db, (builder) =>
    builder.selectNoFrom(
      sql`set_config('idle_in_transaction_session_timeout', '120000', true)`.as("value"),
    ),
  );
}

type Told = Pick<ImportReport, "refused" | "refusedCount" | "stoppedLots" | "notes">;

function textOf({ name, bytes }: RunImport["files"][number]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid(name, "is not UTF-8 text");
  }
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new Problem("invalid-parameters", {
      title: "The file is not JSON",
      errors: { [name]: [reason] },
    });
  }
}

async function importCatalogue(ctx: Context, { mode, files }: RunImport): Promise<Told> {
  const [file, ...others] = files;
  if (!file || others.length > 0) throw invalid("files", "a catalogue is one file");
  const read = parseJson(file.name, textOf(file));
  const { mode: told = "test" } = (read ?? {}) as { mode?: unknown };
  // What is wrong with another value is for the import to say.
  if ((told === "live" || told === "test") && told !== mode) {
    throw invalid("mode", `is ${told} in the file, and this is ${mode}`);
  }
  const { changed } = await importCatalogueFile(ctx, read);
  return { refused: [], refusedCount: 0, notes: changed ? [] : ["The file changes nothing."] };
}

async function importExports(ctx: Context, input: RunImport): Promise<Told> {
  const { mode, kind, files } = input;
  if (kind === "catalogue") throw new Error("a catalogue is no registry's export");
  const texts = files.map((file) => ({ name: file.name, text: textOf(file) }));
  const report = await importRegistryExport(ctx, { mode, registry: kind, files: texts });
  const { projects, withdrawn, lots, refused, disputed, changed } = report;
  const count = (value: number) => value.toLocaleString("en-US");
  const notes = [
    changed ? null : "The files change nothing.",
    lots.unchanged > 0 ? `${count(lots.unchanged)} lots were there already.` : null,
    withdrawn.lots > 0
      ? `${count(withdrawn.lots)} lots held serials that are retired at the registry: ` +
        `${count(withdrawn.kg)} kg taken out of the stock.`
      : null,
    projects.skipped > 0
      ? `${count(projects.skipped)} projects of which there are no credits were left out.`
      : null,
  ];
  return {
    refused: refused.slice(0, MAX_TOLD).map(({ file, line, reason }) => ({
      place: line === null ? file : `${file}, line ${line}`,
      reason,
    })),
    refusedCount: refused.length,
    stoppedLots: disputed.slice(0, MAX_TOLD).map(({ lotId, file, line, range }) => ({
      lotId,
      place: `${file}, line ${line}`,
      range,
    })),
    notes: notes.filter((note) => note !== null),
  };
}

/**
 * Imports the files by the verbs of the command line, and compares the catalogue and the stock
 * before and after. For a preview, the caller rolls all of it back.
 * @throws invalid-parameters whose `errors` name everything wrong by its place
 */
export async function runImport(ctx: Context, input: RunImport): Promise<ImportReport> {
  const { mode, kind } = input;
  await waitPatiently(ctx.db);
  await lockCatalogue(ctx, mode);
  const before = await takeSnapshot(ctx.db, mode);
  const told = await (kind === "catalogue" ? importCatalogue : importExports)(ctx, input);
  return { ...changesBetween(before, await takeSnapshot(ctx.db, mode)), ...told };
}
