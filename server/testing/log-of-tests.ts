// Hands log lines to Vitest, which prints those of failed tests only.
import { symbols } from "pino";
import { log } from "#core/log";

const root = log as unknown as Record<symbol, { write(line: string): void }>;
root[symbols.streamSym] = { write: (line) => console.log(line.trimEnd()) };
