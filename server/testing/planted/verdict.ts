// Finds the tests that notice a planted bug.
import type { PlantedBug } from "./bug";
import type { Tree } from "./tree";

export interface Verdict {
  bug: PlantedBug;
  /** Selection of tests that failed; null if the bug survived. */
  caughtBy: "named tests" | "whole suite" | null;
  failure: string | null;
  seconds: number;
}

/** The everyday tests that `npm test` runs with Vitest. */
const EVERYDAY = ["unit", "shared", "isolated"].map((name) => `--project=${name}`);

/** Plants the bug and runs the tests it names; then, if `widely`, all everyday tests. */
export async function judge(
  tree: Tree,
  bug: PlantedBug,
  { widely }: { widely: boolean },
): Promise<Verdict> {
  return tree.with([bug], async () => {
    const first = await tree.runTests(bug.caughtBy);
    const [failure] = first.failures;
    if (failure !== undefined) {
      return { bug, caughtBy: "named tests", failure, seconds: first.seconds };
    }
    if (!widely) return { bug, caughtBy: null, failure: null, seconds: first.seconds };
    const all = await tree.runTests(EVERYDAY);
    const seconds = first.seconds + all.seconds;
    const [other] = all.failures;
    return other === undefined
      ? { bug, caughtBy: null, failure: null, seconds }
      : { bug, caughtBy: "whole suite", failure: other, seconds };
  });
}

/** Test files named by the bugs, without duplicates. */
export function testFilesOf(bugs: readonly PlantedBug[]): string[] {
  return [...new Set(bugs.flatMap(({ caughtBy }) => caughtBy))].sort();
}

/** Groups bugs that can be planted together: no group changes a function twice. */
export function groupsOf(bugs: readonly PlantedBug[]): PlantedBug[][] {
  const groups: PlantedBug[][] = [];
  for (const bug of bugs) {
    const isElsewhere = (other: PlantedBug) =>
      other.file !== bug.file || other.target !== bug.target;
    const group = groups.find((members) => members.every(isElsewhere));
    if (group) group.push(bug);
    else groups.push([bug]);
  }
  return groups;
}
