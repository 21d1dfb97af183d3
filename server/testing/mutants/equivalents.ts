// Matches mutants with the reviewed list of those that change nothing.
import { Instrumenter } from "@stryker-mutator/instrumenter";

/** A mutant that no test can kill, because the program does the same with it. */
export interface Equivalent {
  file: string;
  /** The line on which the mutated code begins. */
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

/** A mutation as the list names it: by what the source says, so that moved lines don't matter. */
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

/** One text for each mutation, and for the entry of the list that means it. */
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

/** The keys of all mutants of a file, without running any. */
export async function keysOfFile(file: string, source: string): Promise<string[]> {
  const instrumenter = new Instrumenter(quiet);
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] };
  const files = [{ name: file, content: source, mutate: true }];
  const { mutants } = await instrumenter.instrument(files, options);
  return mutants.map((mutant) => keyOf({ file, ...nameOf(mutant, source) }));
}
