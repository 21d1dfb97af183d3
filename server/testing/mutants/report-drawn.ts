// Prints what became of the drawn mutants.
import { DRAWN_ROOMS, drawnNames, roomOf } from "./drawn";
import { type DrawnResult, runDrawn } from "./run-drawn";

const STATUSES = ["killed", "survived", "no coverage", "gone"] as const;

function printResult({ name, status, by, unstable, seconds }: DrawnResult): void {
  const parts = [`${seconds.toFixed(1)} s`.padStart(8), status, name.replaceAll("\t", " | ")];
  process.stderr.write(`${parts.join("  ")}${by && `\n          by ${by}`}\n`);
  for (const file of unstable) process.stderr.write(`          passed when repeated: ${file}\n`);
}

function printRoom(room: string, results: readonly DrawnResult[]): void {
  const own = results.filter(({ name }) => roomOf(name) === room);
  const counts = STATUSES.map((status) => {
    const count = own.filter((result) => result.status === status).length;
    return `${count} ${status}`;
  });
  process.stdout.write(`${room.padEnd(12)}${counts.join(", ")}\n`);
}

function printAlive({ name, status }: DrawnResult): void {
  const [file, line, from, to] = name.split("\t");
  process.stdout.write(`${status}: ${file}: ${line}\n  ${from}\n  → ${to}\n`);
}

/** Tries all drawn mutants, the first N (`N`), or some of them (`FROM-TO`). */
export async function reportDrawn(only?: string): Promise<boolean> {
  const [first, last] = only?.split("-").map(Number) ?? [];
  const [from, to] = last === undefined ? [1, first ?? drawnNames().length] : [first ?? 1, last];
  const results = await runDrawn(drawnNames().slice(from - 1, to), printResult);
  for (const result of results) if (result.status !== "killed") printAlive(result);
  for (const room of DRAWN_ROOMS) printRoom(room, results);
  const killed = results.filter(({ status }) => status === "killed").length;
  process.stdout.write(`${killed} of ${results.length} drawn mutants killed\n`);
  return true;
}
