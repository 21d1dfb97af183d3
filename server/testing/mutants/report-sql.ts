// Prints the score of each store's SQL, and every surviving mutant as an entry for the list.

import { type ListedSql, listedSql } from "./listed-sql";
import { line, type Score } from "./report-rules";
import { type SqlRun, withSqlRun } from "./run-sql";
import type { SqlMutant } from "./sql-mutants";
import type { Store } from "./sql-stores";

function entryOf({ statement, change }: SqlMutant): ListedSql | undefined {
  return listedSql.find((it) => it.statement === statement && it.change === change);
}

async function runStore(run: SqlRun, store: Store, only: (mutant: SqlMutant) => boolean) {
  const score: Score = { killed: 0, counted: 0 };
  let equivalent = 0;
  let isRight = true;
  for (const mutant of run.mutants.filter((it) => store.statements.includes(it.statement))) {
    if (!only(mutant)) continue;
    const entry = entryOf(mutant);
    const isKilled = await run.isKilled(mutant);
    if (entry && isKilled) {
      process.stdout.write(
        `            listed, but killed: ${mutant.statement}: ${mutant.change}\n`,
      );
      isRight = false;
    } else if (entry) {
      equivalent += 1;
    } else {
      score.counted += 1;
      if (isKilled) score.killed += 1;
      else process.stdout.write(`            survived: ${mutant.statement}: ${mutant.change}\n`);
    }
  }
  const listed = equivalent > 0 ? `, ${equivalent} listed as equivalent` : "";
  process.stdout.write(line(`SQL of ${store.name}`, score, listed));
  return isRight && score.killed === score.counted;
}

/** Tries the mutants of the stores; false where one survives that is not listed. */
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
