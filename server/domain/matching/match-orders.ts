import { type Context, type Mode, presentTime } from "#core/context";
import type { Database, Sql } from "#core/db";
import { isLockTimeout } from "#core/db-errors";
import { awaitCatalogue, lockStock } from "#domain/catalogue";
import { returnFreedStock } from "#domain/holds";
import type { Component } from "./component-rules";
import { findDueOrders } from "./find-components";
import { BATCH, type BatchReport, matchBatch, type Turn } from "./match-batch";
import { findModesWithWork } from "./match-store";

export interface MatchReport {
  matched: number;
  /** Orders that were tried and cannot be filled completely now. */
  waiting: number;
}

interface Run {
  mode: Mode;
  database: Database;
  stopped: () => boolean;
  /** The last place in the queue that is matched; undefined for all. */
  untilId: string | undefined;
  total: MatchReport;
  /** True once the mode stayed locked for too long: it is tried again later. */
  isLocked: boolean;
}

/** Turns that one worker takes at the same time, each with a connection. */
const LANES = 2;

/** Batches of one turn: then orders that have become due are looked for. */
const BATCHES = 8;

/** Returns false if someone else has locked the stock. */
async function returnFreed(ctx: Context, { mode, database }: Run): Promise<boolean> {
  try {
    await database.sqlTransaction(async (db) => {
      await lockStock({ ...ctx, db }, mode);
      await returnFreedStock({ ...ctx, db }, mode);
    });
    return true;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    return false;
  }
}

/** Matches one batch in its own transaction, after others if someone has locked the mode. */
async function runBatch(ctx: Context, run: Run, turn: Turn): Promise<BatchReport> {
  const { database } = run;
  const match = (db: Sql) => matchBatch({ ...ctx, db, now: presentTime(ctx) }, turn);
  const report = await database.sqlTransaction(match);
  if (report !== "busy") return report;
  try {
    return await database.sqlTransaction(async (db) => {
      await awaitCatalogue(db, turn.mode);
      return match(db);
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    run.isLocked = true;
    return "busy";
  }
}

/** Each batch is its own transaction. Returns whether orders should be looked for again. */
async function matchTurn(ctx: Context, run: Run, turn: Turn): Promise<boolean> {
  const { stopped, total } = run;
  let hasTried = false;
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const report = await runBatch(ctx, run, turn);
    if (report === "busy") return hasTried;
    if (report === "outdated") return true;
    if (report === "freed") return (await returnFreed(ctx, run)) || hasTried;
    const tried = report.matched + report.waiting;
    total.matched += report.matched;
    total.waiting += report.waiting;
    hasTried ||= tried > 0;
    if (tried < BATCH || stopped()) break;
  }
  return hasTried;
}

/** Turns of one worker on disjoint parts of the mode's orders. */
class Lanes {
  /** Portfolios whose orders are being matched. */
  readonly #busy = new Set<string>();
  readonly #lanes: Promise<void>[] = [];
  readonly #failures: unknown[] = [];
  #running = 0;
  readonly #ctx: Context;
  readonly #run: Run;

  constructor(ctx: Context, run: Run) {
    this.#ctx = ctx;
    const stopped = () => this.#failures.length > 0 || this.#run.isLocked || run.stopped();
    this.#run = { ...run, stopped };
  }

  /** Resolves when no more orders can be filled. @throws the first failure of a turn */
  async work(): Promise<void> {
    this.#start();
    // A lane may start others.
    for (let next = 0; next < this.#lanes.length; next += 1) await this.#lanes[next];
    if (this.#failures.length > 0) throw this.#failures[0];
  }

  #start(): void {
    this.#running += 1;
    this.#lanes.push(this.#takeTurns());
  }

  async #takeTurns(): Promise<void> {
    try {
      while (await this.#takeTurn());
    } catch (error) {
      this.#failures.push(error);
    } finally {
      this.#running -= 1;
    }
  }

  readonly #isFree = ({ portfolioIds }: Component) =>
    !portfolioIds.some((id) => this.#busy.has(id));

  /** Returns whether another turn may find orders. */
  async #takeTurn(): Promise<boolean> {
    const { mode, stopped, untilId: limit } = this.#run;
    const due = await findDueOrders(this.#ctx.db, mode);
    if (due === null) return false;
    const { components, stockVersion } = due;
    const untilId = limit !== undefined && limit < due.untilId ? limit : due.untilId;
    for (const component of components) {
      if (!this.#isFree(component)) continue;
      for (const id of component.portfolioIds) this.#busy.add(id);
      try {
        if (this.#running < LANES && components.some(this.#isFree)) this.#start();
        const turn = { ...component, mode, untilId, stockVersion };
        const mayFindMore = await matchTurn(this.#ctx, this.#run, turn);
        if (mayFindMore || stopped()) return !stopped();
      } finally {
        for (const id of component.portfolioIds) this.#busy.delete(id);
      }
    }
    return false;
  }
}

/**
 * Fills orders of both modes, oldest first, until no more can be filled or `stopped` returns true.
 * Each batch is its own transaction, so a large backlog never becomes a large transaction. Orders
 * whose portfolios share no project are matched at the same time.
 */
export async function matchOrders(
  ctx: Context,
  input: { database: Database; stopped?: () => boolean; untilId?: string },
): Promise<MatchReport> {
  const total: MatchReport = { matched: 0, waiting: 0 };
  const { database, stopped = () => false, untilId } = input;
  for (const mode of await findModesWithWork(ctx.db)) {
    const run = { mode, database, stopped, untilId, total, isLocked: false };
    await new Lanes(ctx, run).work();
  }
  return total;
}
