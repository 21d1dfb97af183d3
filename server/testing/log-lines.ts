import { symbols } from "pino";
import { log } from "#core/log";

export type LogLine = Record<string, unknown>;

/** Collects log lines while `work` runs, instead of writing them. */
export async function logLinesOf(work: () => Promise<void>): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  // Child loggers read their stream here, too.
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
