// Matches mutants with the reviewed list of equivalent ones.
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** A mutant that no test can kill, because the program behaves the same. */
export interface Equivalent {
  file: string;
  /** Line on which the mutated code starts. */
  line: string;
  from: string;
  to: string;
  reason: string;
}

interface Position {
  line: number;
  column: number;
}

export interface Mutation {
  fileName: string;
  mutatorName: string;
  location: { start: Position; end: Position };
  replacement?: string | undefined;
}

export const EXCLUDED = ["StringLiteral"];

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Describes a mutation by the source's text, so that moved lines don't matter. */
export function nameOf(mutation: Mutation, source: string): Omit<Equivalent, "file" | "reason"> {
  const { start, end } = mutation.location;
  const lines = source.split("\n");
  const cut = lines.slice(start.line, end.line + 1);
  const last = cut.length - 1;
  cut[last] = cut[last]?.slice(0, end.column) ?? "";
  cut[0] = cut[0]?.slice(start.column) ?? "";
  return {
    line: oneLine(lines[start.line] ?? ""),
    from: oneLine(cut.join("\n")),
    to: oneLine(mutation.replacement ?? ""),
  };
}

/** Key of a mutation, and of its entry in the list. */
export function keyOf(name: Omit<Equivalent, "reason">): string {
  return JSON.stringify([name.file, name.line, name.from, name.to]);
}

const quiet = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** Makes the mutants of sources without running them; the returned code contains all of them. */
export async function instrument(sources: readonly { name: string; content: string }[]) {
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] };
  const files = sources.map((source) => ({ ...source, mutate: true }));
  return new Instrumenter(quiet).instrument(files, options);
}

/** Keys of all mutants of a file, without running them. */
export async function keysOfFile(file: string, source: string): Promise<string[]> {
  const { mutants } = await instrument([{ name: file, content: source }]);
  return mutants.map((mutant) => keyOf({ file, ...nameOf(mutant, source) }));
}
