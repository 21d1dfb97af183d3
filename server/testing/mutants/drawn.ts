// The 300 mutants drawn from the rooms that sell and prove: the same before and after a change of tests.
import fs from "node:fs";
import path from "node:path";
import { instrument, nameOf } from "./equivalents";

export const DRAWN_ROOMS = ["inventory", "orders", "checkout", "evidence"];

const DOMAIN = "server/domain";
const LIST = "server/testing/mutants/drawn.tsv";
/** Longer code is named by its start, so that a change further on does not rename the mutant. */
const MAX_NAME_LENGTH = 60;

/** A mutant that is part of the instrumented code. */
export interface Mutant {
  id: string;
  /** Relative to the repository's root. */
  file: string;
  /** File in the domain, line, original and replacement; a number if that is not unique. */
  name: string;
}

export interface Instrumented {
  mutants: Mutant[];
  /** Code with all mutants, by file. */
  code: ReadonlyMap<string, string>;
}

export function roomOf(name: string): string {
  return name.split("/")[0] ?? "";
}

function sourcesOf(room: string): { name: string; content: string }[] {
  return fs
    .readdirSync(path.join(DOMAIN, room), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .sort()
    .map((file) => `${DOMAIN}/${room}/${file}`)
    .map((name) => ({ name, content: fs.readFileSync(name, "utf8") }));
}

function shortened(text: string): string {
  return text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text;
}

/** Puts all mutants of the rooms into their code. */
export async function instrumentRooms(): Promise<Instrumented> {
  const sources = DRAWN_ROOMS.flatMap(sourcesOf);
  const contents = new Map(sources.map(({ name, content }) => [name, content]));
  const { mutants, files } = await instrument(sources);
  const counts = new Map<string, number>();
  const named = mutants
    .filter(({ status }) => status !== "Ignored")
    .map((mutant) => {
      const file = mutant.fileName;
      const { line, from, to } = nameOf(mutant, contents.get(file) ?? "");
      const parts = [path.relative(DOMAIN, file), line, shortened(from), shortened(to)];
      const name = parts.join("\t");
      const nth = (counts.get(name) ?? 0) + 1;
      counts.set(name, nth);
      return { id: mutant.id, file, name: nth === 1 ? name : `${name}\t${nth}` };
    });
  return { mutants: named, code: new Map(files.map(({ name, content }) => [name, content])) };
}

/** Names of the drawn mutants, in the order in which they were drawn. */
export function drawnNames(): string[] {
  return fs.readFileSync(LIST, "utf8").split("\n").filter(Boolean);
}
