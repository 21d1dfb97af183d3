// Reads large files of an import in a process of its own, one slice at a time.
import { type ChildProcess, spawn } from "node:child_process";
import { projectRoot } from "#core/build";
import { type FieldErrors, Problem } from "#core/errors";
import { nextMessage, programLine } from "#core/program";
import {
  type ExportPart,
  type ExportSummary,
  type OpenExports,
  type ReadExports,
  readExports,
} from "#domain/registries";

/** Smaller files are read in a moment. */
const MAX_LENGTH_HERE = 500_000;

export type FromReader =
  | { type: "summary"; summary: ExportSummary }
  | { type: "refused"; title: string; errors: FieldErrors }
  /** Null after the last one. */
  | { type: "part"; part: ExportPart | null };

async function* partsOf(child: ChildProcess): AsyncGenerator<ExportPart> {
  try {
    for (;;) {
      const message = nextMessage<FromReader>(child);
      child.send("next");
      const next = await message;
      if (next.type !== "part" || next.part === null) return;
      yield next.part;
    }
  } finally {
    child.kill("SIGKILL");
  }
}

/** @throws invalid-parameters if a file is no export of the registry */
export async function openExports(input: ReadExports): Promise<OpenExports> {
  const length = input.files.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= MAX_LENGTH_HERE) return readExports(input);
  const child = spawn(process.execPath, programLine("server/read-exports.ts"), {
    cwd: projectRoot(),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    serialization: "advanced",
  });
  child.on("error", () => undefined);
  const first = nextMessage<FromReader>(child);
  child.send(input);
  const opened = await first;
  if (opened.type === "summary") return { summary: opened.summary, parts: partsOf(child) };
  child.kill("SIGKILL");
  if (opened.type === "part") throw new Error("the files were read out of turn");
  throw new Problem("invalid-parameters", { title: opened.title, errors: opened.errors });
}
