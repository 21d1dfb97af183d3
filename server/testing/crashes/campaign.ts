// Runs many points on one database after the other and regularly checks the whole database.
import { openDatabase } from "#core/db";
import type { AnyFlow } from "#testing/crashes/flow";
import { flows } from "#testing/crashes/flows";
import { runInChild } from "#testing/crashes/killed-run";
import { bindLifetimes, openWorld, type World } from "#testing/crashes/lifetime";
import { dropStages } from "#testing/crashes/migrate-flow";
import { nameOf, type Point, pointsOf } from "#testing/crashes/points";
import { findRemainingRows } from "#testing/crashes/remaining-rows";
import {
  audit,
  type LifetimeResult,
  prepareRun,
  type RunInput,
  runFlow,
} from "#testing/crashes/run-point";
import { copyDatabase, dropDatabase } from "#testing/world/scratch";

/** Points between two checks of the whole database, and checks before a new one is created. */
const POINTS_PER_CHECK = 25;
const CHECKS_PER_DATABASE = 10;
const CONNECTIONS = 10;
const MAX_TRIES = 4;

export interface Result {
  name: string;
  faults: string[];
  /** False if this run never reached the step. */
  wasHit: boolean;
}

interface Place {
  /** URL of a server that allows creating databases. */
  server: string;
  /** A migrated database without rows or connections. */
  template: string;
  /** Flows to run instead of the product's own. */
  flows?: readonly AnyFlow[];
}

interface Stage {
  world: World;
  drop(): Promise<void>;
}

/** Runs points of some flows, on copies of a template database. */
export class Campaign {
  readonly #server: string;
  readonly #template: string;
  readonly #world: World;
  readonly #flows: readonly AnyFlow[];
  #stage: Stage | null = null;
  #checks = 0;
  #unchecked: Point[] = [];

  private constructor(at: Place, world: World) {
    this.#server = at.server;
    this.#template = at.template;
    this.#flows = at.flows ?? flows;
    this.#world = world;
  }

  static async open(at: Place): Promise<Campaign> {
    return new Campaign(at, await openWorld(at.server));
  }

  #flowNamed(name: string): AnyFlow {
    const match = this.#flows.find((one) => one.name === name);
    if (match) return match;
    throw new Error(
      `"${name}" is not a flow; flows: ${this.#flows.map((one) => one.name).join(", ")}`,
    );
  }

  async #openStage(): Promise<Stage> {
    const world = this.#world;
    world.databaseUrl = await copyDatabase(this.#server, this.#template);
    world.shared.clear();
    await world.forget();
    const how = { max: CONNECTIONS, isPooled: false };
    const outside = openDatabase(world.databaseUrl, how);
    const unbind = bindLifetimes(world, outside);
    const drop = async () => {
      unbind();
      await outside.close();
      await dropDatabase(this.#server, world.databaseUrl);
    };
    return { world, drop };
  }

  async #ready(): Promise<World> {
    this.#stage ??= await this.#openStage();
    return this.#stage.world;
  }

  /** Drops the database; the next run gets a new copy. */
  async #leave(): Promise<void> {
    await this.#stage?.drop();
    this.#stage = null;
    this.#checks = 0;
    this.#unchecked = [];
  }

  /**
   * Points of a flow, found by running it without a failure. @throws Error if that run has faults
   */
  async points(flow: string, seed: number): Promise<Point[]> {
    const selected = this.#flowNamed(flow);
    const { steps, faults } = await runFlow(await this.#ready(), selected, { seed, hit: null });
    if (faults.length > 0) {
      throw new Error(`${flow}:${seed} has faults without a failure:\n${faults.join("\n")}`);
    }
    return pointsOf(flow, seed, steps);
  }

  /** The first seed whose steps come in the same order in each run. */
  async findSequentialSeed(flow: string): Promise<number> {
    const selected = this.#flowNamed(flow);
    for (let seed = 1; ; seed += 1) {
      const facts = await prepareRun(await this.#ready(), selected, seed);
      if (!selected.isConcurrent?.(facts)) return seed;
    }
  }

  /** Runs one point; a run with faults drops the database. */
  async run(point: Point): Promise<Result> {
    const selected = this.#flowNamed(point.flow);
    let { hit, faults } = await runFlow(await this.#ready(), selected, point);
    // The order of concurrent steps varies, so the step may be missed.
    for (let tries = 1; tries < MAX_TRIES && !hit && faults.length === 0; tries += 1) {
      ({ hit, faults } = await runFlow(await this.#ready(), selected, point));
    }
    this.#unchecked.push(point);
    if (faults.length > 0) await this.#leave();
    return { name: nameOf(point), faults, wasHit: hit !== undefined };
  }

  /**
   * Runs a point twice, each time on a new database: killed in this process, and by SIGKILL in a
   * child process. Returns the rows that remained after each kill, and the faults found after
   * recovery.
   */
  async compareKills(point: Point): Promise<{ here: string[]; there: string[]; faults: string[] }> {
    const selected = this.#flowNamed(point.flow);
    const leftovers: string[][] = [];
    const faults: string[] = [];
    for (const runLifetime of [undefined, runInChild]) {
      await this.#leave();
      const onEnd = async ({ steps }: LifetimeResult) => {
        leftovers.push([`killed: ${steps.isKilled}`, ...(await findRemainingRows())]);
      };
      const options = runLifetime ? { runLifetime, onEnd } : { onEnd };
      const verdict = await runFlow(await this.#ready(), selected, point, options);
      const bookFaults = selected.ownDatabase ? [] : await audit();
      faults.push(...verdict.faults, ...bookFaults);
    }
    await this.#leave();
    const [here = [], there = []] = leftovers;
    return { here, there, faults };
  }

  /** Runs the flow once, in another way. Returns the faults, also those of the whole database. */
  async runOnce(
    flow: string,
    seed: number,
    runLifetime: (world: World, input: RunInput) => Promise<LifetimeResult>,
  ): Promise<string[]> {
    const selected = this.#flowNamed(flow);
    const at = { seed, hit: null };
    const verdict = await runFlow(await this.#ready(), selected, at, { runLifetime });
    const faults = [...verdict.faults, ...(selected.ownDatabase ? [] : await audit())];
    if (faults.length > 0) await this.#leave();
    return faults;
  }

  /** True if the whole database must be checked before the next run. */
  get isCheckDue(): boolean {
    return this.#unchecked.length >= POINTS_PER_CHECK;
  }

  /** Checks the whole database; if it is faulty, finds the point that caused it. */
  async check(): Promise<Result[]> {
    const points = this.#unchecked;
    const faults = points.length === 0 ? [] : await audit();
    this.#unchecked = [];
    this.#checks += 1;
    if (faults.length === 0) {
      if (this.#checks >= CHECKS_PER_DATABASE) await this.#leave();
      return [];
    }
    return this.#findCulprits(points, faults);
  }

  async #findCulprits(points: readonly Point[], faults: string[]): Promise<Result[]> {
    const culprits: Result[] = [];
    for (const point of points) {
      await this.#leave();
      await this.#ready();
      const result = await this.run(point);
      const allFaults = this.#stage ? [...result.faults, ...(await audit())] : result.faults;
      if (allFaults.length > 0) culprits.push({ ...result, faults: allFaults });
    }
    await this.#leave();
    if (culprits.length > 0) return culprits;
    const name = `one of ${points.map(nameOf).join(", ")}`;
    return [{ name, faults, wasHit: true }];
  }

  async close(): Promise<void> {
    await this.#leave();
    await dropStages(this.#server);
    await this.#world.closeOutside();
  }
}
