// Runs many points, each on what the one before left, and now and then checks the whole database.
import { randomBytes } from "node:crypto";
import type { Database } from "#core/db";
import { openDatabase } from "#core/db";
import { withClient } from "#core/db-client";
import { type DiskHit, liveOverDisk } from "#testing/crashes/disk-death";
import type { AnyFlow } from "#testing/crashes/flow";
import { flows } from "#testing/crashes/flows";
import { audit } from "#testing/crashes/judge";
import { liveInChild } from "#testing/crashes/killed-life";
import { findLeftBehind } from "#testing/crashes/left-behind";
import { bindLives } from "#testing/crashes/life";
import { dropStages } from "#testing/crashes/migrate-flow";
import { nameOf, type Point, pointsOf } from "#testing/crashes/points";
import { type Beginning, type Lived, runFlow } from "#testing/crashes/run-point";
import { openWorld, type World } from "#testing/crashes/world";

/** The whole database is checked after so many points, and left behind after so many checks. */
const POINTS_A_CHECK = 25;
const CHECKS_A_DATABASE = 10;
const CONNECTIONS = 10;
const MOST_TRIES = 4;

export interface Result {
  name: string;
  faults: string[];
  /** False where this run of the flow did not come to the step. */
  wasHit: boolean;
}

interface Place {
  /** The address of a server on which databases may be made. */
  server: string;
  /** A migrated database without rows, which nobody is connected to. */
  template: string;
  /** For outputs of child processes. */
  folder: string;
  /** Whose points are run, where those are not the product's own. */
  flows?: readonly AnyFlow[];
}

interface Bench {
  world: World;
  outside: Database;
  drop(): Promise<void>;
}

function named(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** The points of some flows, run on databases that are copies of a template. */
export class Campaign {
  readonly #server: string;
  readonly #template: string;
  readonly #world: World;
  readonly #flows: readonly AnyFlow[];
  #bench: Bench | null = null;
  #checks = 0;
  #unchecked: Point[] = [];

  private constructor(at: Place, world: World) {
    this.#server = at.server;
    this.#template = at.template;
    this.#flows = at.flows ?? flows;
    this.#world = world;
  }

  static async open(at: Place): Promise<Campaign> {
    return new Campaign(at, await openWorld(at.server, at.folder));
  }

  #flowNamed(name: string): AnyFlow {
    const found = this.#flows.find((one) => one.name === name);
    if (found) return found;
    throw new Error(`"${name}" is no flow: ${this.#flows.map((one) => one.name).join(", ")}`);
  }

  async #openBench(): Promise<Bench> {
    const world = this.#world;
    const name = `ct_test_${process.pid}_${randomBytes(6).toString("hex")}`;
    const execute = (sql: string) => withClient(this.#server, (client) => client.query(sql));
    await execute(`CREATE DATABASE ${name} TEMPLATE ${this.#template}`);
    world.databaseUrl = named(this.#server, name);
    world.shared.clear();
    world.receiver.received.length = 0;
    world.mailServer.received.length = 0;
    world.s3.objects.clear();
    await world.stripe.forget();
    const how = { max: CONNECTIONS, isPooled: false };
    const outside = openDatabase(world.databaseUrl, how);
    const unbind = bindLives(world, outside);
    const drop = async () => {
      unbind();
      await outside.close();
      await execute(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    };
    return { world, outside, drop };
  }

  async #ready(): Promise<World> {
    this.#bench ??= await this.#openBench();
    return this.#bench.world;
  }

  /** Leaves the database behind, with whatever is wrong in it. */
  async #leave(): Promise<void> {
    await this.#bench?.drop();
    this.#bench = null;
    this.#checks = 0;
    this.#unchecked = [];
  }

  /** The points of a flow, by an undisturbed run of it. @throws Error where that has faults */
  async points(flow: string, seed: number): Promise<Point[]> {
    const own = this.#flowNamed(flow);
    const { steps, faults } = await runFlow(await this.#ready(), own, { seed, hit: null });
    if (faults.length > 0) {
      throw new Error(`${flow}:${seed} is at fault undisturbed:\n${faults.join("\n")}`);
    }
    return pointsOf(flow, seed, steps);
  }

  /** One point, on a database of its own if the one before left something wrong. */
  async run(point: Point): Promise<Result> {
    const own = this.#flowNamed(point.flow);
    let { hit, faults } = await runFlow(await this.#ready(), own, point);
    // Of work that runs side by side, now this and now that comes first, and the other not at all.
    for (let tries = 1; tries < MOST_TRIES && !hit && faults.length === 0; tries += 1) {
      ({ hit, faults } = await runFlow(await this.#ready(), own, point));
    }
    this.#unchecked.push(point);
    if (faults.length > 0) await this.#leave();
    return { name: nameOf(point), faults, wasHit: hit !== undefined };
  }

  /**
   * Runs a point twice, each time on a database of its own: killed in this process, and in a process
   * of its own by SIGKILL. Returns what each left behind, and what was wrong in the end.
   */
  async compareDeaths(
    point: Point,
  ): Promise<{ here: string[]; there: string[]; faults: string[] }> {
    const own = this.#flowNamed(point.flow);
    const left: string[][] = [];
    const faults: string[] = [];
    for (const live of [undefined, liveInChild]) {
      await this.#leave();
      const onEnd = async ({ steps }: Lived) => {
        left.push([`dead: ${steps.isDead}`, ...(await findLeftBehind())]);
      };
      const manner = live ? { live, onEnd } : { onEnd };
      const verdict = await runFlow(await this.#ready(), own, point, manner);
      const found = own.ownDatabase ? [] : await audit();
      faults.push(...verdict.faults, ...found);
    }
    await this.#leave();
    const [here = [], there = []] = left;
    return { here, there, faults };
  }

  /**
   * Runs the flow while the server under `dataFolder` is killed as it writes to disk. Returns null
   * where it writes less often.
   */
  async runOverDisk(
    { flow, seed, hit }: { flow: string; seed: number; hit: DiskHit },
    dataFolder: string,
  ): Promise<Result | null> {
    const own = this.#flowNamed(flow);
    let wasKilled = false;
    const live = async (world: World, beginning: Beginning) => {
      const lived = await liveOverDisk(world, beginning, { dataFolder, hit });
      wasKilled = lived.wasKilled;
      return { ...lived, error: undefined };
    };
    const verdict = await runFlow(await this.#ready(), own, { seed, hit: null }, { live });
    if (!wasKilled && verdict.faults.length === 0) return null;
    const faults = [...verdict.faults, ...(own.ownDatabase ? [] : await audit())];
    if (faults.length > 0) await this.#leave();
    return { name: `${flow}:${seed}:disk ${hit.write}#${hit.nth}`, faults, wasHit: wasKilled };
  }

  /** Whether the whole database is to be checked before more is run on it. */
  get isCheckDue(): boolean {
    return this.#unchecked.length >= POINTS_A_CHECK;
  }

  /** Checks the whole database; where it is wrong, finds out by which of the last points. */
  async check(): Promise<Result[]> {
    const points = this.#unchecked;
    const faults = points.length === 0 ? [] : await audit();
    this.#unchecked = [];
    this.#checks += 1;
    if (faults.length === 0) {
      if (this.#checks >= CHECKS_A_DATABASE) await this.#leave();
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
      const found = this.#bench ? [...result.faults, ...(await audit())] : result.faults;
      if (found.length > 0) culprits.push({ ...result, faults: found });
    }
    await this.#leave();
    if (culprits.length > 0) return culprits;
    const name = `one of ${points.map(nameOf).join(", ")}`;
    return [{ name, faults, wasHit: true }];
  }

  async close(): Promise<void> {
    await this.#leave();
    await dropStages(this.#server);
    await this.#world.close();
  }
}
