// Prints the score of each store's SQL, and each surviving mutant as an entry for the list.
import { type ListedSql, listedSql } from "./listed-sql";
import { line, type Score } from "./report-rules";
import { type SqlRun, withSqlRun } from "./run-sql";
import type { SqlMutant } from "./sql-mutants";
import type { Store } from "./sql-stores";

/** Percentage of a store's mutants that are not listed. */
const MIN_SCORE = 90;

function entryOf({ statement, change }: SqlMutant): ListedSql | undefined {
  return listedSql.find((it) => it.statement === statement && it.change === change);
}

/** Entries for a store that match no mutant of its present statements. */
function staleEntries({ mutants }: SqlRun, { statements }: Store): ListedSql[] {
  const means = ({ statement, change }: ListedSql) =>
    mutants.some((it) => it.statement === statement && it.change === change);
  return listedSql.filter((entry) => statements.includes(entry.statement) && !means(entry));
}

function printMutant(what: string, { statement, change }: ListedSql | SqlMutant): void {
  process.stdout.write(`            ${what}: ${statement}: ${change}\n`);
}

async function runStore(run: SqlRun, store: Store) {
  const score: Score = { killed: 0, counted: 0 };
  let equivalent = 0;
  const stale = staleEntries(run, store);
  for (const entry of stale) printMutant("listed, but missing", entry);
  let isRight = stale.length === 0;
  for (const mutant of run.mutants.filter((it) => store.statements.includes(it.statement))) {
    const entry = entryOf(mutant);
    const isKilled = await run.isKilled(mutant);
    if (entry && isKilled) {
      printMutant("listed, but killed", mutant);
      isRight = false;
    } else if (entry) {
      equivalent += 1;
    } else {
      score.counted += 1;
      if (isKilled) score.killed += 1;
      else printMutant("survived", mutant);
    }
  }
  const listed = equivalent > 0 ? `, ${equivalent} listed as equivalent` : "";
  process.stdout.write(line(`SQL of ${store.name}`, score, listed));
  return isRight && 100 * score.killed >= MIN_SCORE * score.counted;
}

/** Tries the stores' mutants. Returns false if too many survive or the list is out of date. */
export async function runStores(stores: readonly Store[]): Promise<boolean> {
  return withSqlRun(stores, async (run) => {
    const results: boolean[] = [];
    for (const store of stores) results.push(await runStore(run, store));
    return results.every(Boolean);
  });
}
