// What the process writes to its log while a test runs.
import { symbols } from "pino";
import { log } from "#core/log";

export type LogLine = Record<string, unknown>;

/** Collects the log's lines while `work` runs, in place of writing them. */
export async function logLinesOf(work: () => Promise<void>): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  // Children look their stream up here, too.
  const root = log as unknown as Record<symbol, { write(line: string): void }>;
  const stream = root[symbols.streamSym];
  if (!stream) throw new Error("the log has no stream");
  const collect = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  root[symbols.streamSym] = collect;
  try {
    await work();
  } finally {
    root[symbols.streamSym] = stream;
  }
  return lines;
}
