// Prints the score of each store's SQL, and every surviving mutant as an entry for the list.
import { type ListedSql, listedSql } from "./listed-sql";
import { line, type Score } from "./report-rules";
import { type SqlRun, withSqlRun } from "./run-sql";
import type { SqlMutant } from "./sql-mutants";
import type { Store } from "./sql-stores";

/** Per cent of a store's mutants that are not listed. */
const LEAST_SCORE = 90;

function entryOf({ statement, change }: SqlMutant): ListedSql | undefined {
  return listedSql.find((it) => it.statement === statement && it.change === change);
}

/** The entries of the list for a store that mean no mutant of its present statements. */
function gone({ mutants }: SqlRun, { statements }: Store): ListedSql[] {
  const means = ({ statement, change }: ListedSql) =>
    mutants.some((it) => it.statement === statement && it.change === change);
  return listedSql.filter((entry) => statements.includes(entry.statement) && !means(entry));
}

function complain(what: string, { statement, change }: ListedSql | SqlMutant): void {
  process.stdout.write(`            ${what}: ${statement}: ${change}\n`);
}

async function runStore(run: SqlRun, store: Store, only: (mutant: SqlMutant) => boolean) {
  const score: Score = { killed: 0, counted: 0 };
  let equivalent = 0;
  const stale = gone(run, store);
  for (const entry of stale) complain("listed, but gone", entry);
  let isRight = stale.length === 0;
  for (const mutant of run.mutants.filter((it) => store.statements.includes(it.statement))) {
    if (!only(mutant)) continue;
    const entry = entryOf(mutant);
    const isKilled = await run.isKilled(mutant);
    if (entry && isKilled) {
      complain("listed, but killed", mutant);
      isRight = false;
    } else if (entry) {
      equivalent += 1;
    } else {
      score.counted += 1;
      if (isKilled) score.killed += 1;
      else complain("survived", mutant);
    }
  }
  const listed = equivalent > 0 ? `, ${equivalent} listed as equivalent` : "";
  process.stdout.write(line(`SQL of ${store.name}`, score, listed));
  return isRight && 100 * score.killed >= LEAST_SCORE * score.counted;
}

/** Tries the mutants of the stores; false where too many survive, or the list is wrong. */
export async function runStores(
  stores: readonly Store[],
  only: (mutant: SqlMutant) => boolean = () => true,
): Promise<boolean> {
  return withSqlRun(stores, async (run) => {
    const results: boolean[] = [];
    for (const store of stores) results.push(await runStore(run, store, only));
    return results.every(Boolean);
  });
}
