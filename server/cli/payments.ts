// `till payments`: evidence for disputes.
import fs from "node:fs/promises";
import path from "node:path";
import type { Command } from "commander";
import type { Context, Mode } from "#core/context";
import { database } from "#core/db";
import { exportEvidenceOfAny } from "#domain/checkout";
import { format, type JsonOption, jsonOption, modeOption, type Output, run } from "./command";

interface EvidenceOptions extends JsonOption {
  session: string;
  mode: Mode;
  file?: string;
}

async function evidence(ctx: Context, options: EvidenceOptions): Promise<Output> {
  const { session: id, mode } = options;
  const { fileName, bytes } = await exportEvidenceOfAny(ctx, { mode, id, database: database() });
  // Under npm, paths are relative to where npm was called.
  const file = path.resolve(process.env["INIT_CWD"] ?? ".", options.file ?? fileName);
  // An earlier export must not be lost.
  await fs.writeFile(file, bytes, { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    throw new Error(`${file} already exists: name another file with --file`, { cause: error });
  });
  return {
    lines: [`Wrote ${format(bytes.length)} bytes to ${file}.`],
    document: { checkout_session_id: id, file, bytes: bytes.length },
  };
}

/** Adds `payments evidence`. */
export function addPaymentCommands(program: Command): void {
  const group = program.command("payments").description("manage customers' payments");
  group
    .command("evidence")
    .description("write the evidence about a paid purchase as a ZIP file, for a dispute")
    .requiredOption("--session <id>", "the checkout session")
    .option("--file <file>", "the file to create; named for the order if omitted")
    .addOption(modeOption("the mode of the session"))
    .addOption(jsonOption())
    .action((options: EvidenceOptions) => run(options, (ctx) => evidence(ctx, options)));
}
