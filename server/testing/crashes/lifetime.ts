// A lifetime of the process under test, simulated in this process: it has its own database and
// network connections, and a kill cuts all of them at once.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "#core/db";
import { env, type S3Settings } from "#core/env";
import { providers } from "#gateways/payments";
import type { StripeSettings } from "#gateways/payments/stripe";
import { openHttpGate } from "#testing/crashes/http-gate";
import type { Hit, SecondHit } from "#testing/crashes/points";
import { openPostgresProxy } from "#testing/crashes/postgres-proxy";
import { openSmtpGate } from "#testing/crashes/smtp-gate";
import { Steps } from "#testing/crashes/steps";
import { type Outside, openOutside } from "#testing/world/outside";

/** Time for code of a killed lifetime to fail; it can't reach anything anymore. */
const ABORT_TIMEOUT_MS = 50;
const CONNECTIONS = 10;

/** Settings with which the process finds external services. */
interface Addresses {
  stripe: StripeSettings;
  s3: S3Settings;
  smtp: string;
}

/** The environment of the process under test. */
export interface World extends Outside {
  databaseUrl: string;
  addresses: Addresses;
  /** URL for callbacks; it leads through the gate of the present lifetime. */
  callbackUrl: string;
  /** Objects shared by runs on the same database. */
  shared: Map<string, unknown>;
  /** Steps of the present lifetime; null refuses all calls. */
  steps: Steps | null;
}

export async function openWorld(databaseUrl: string): Promise<World> {
  const outside = await openOutside();
  const { bank, s3, mailServer, receiver } = outside;
  const { origin } = new URL(receiver.url);
  const gate = await openHttpGate("receiver", origin, () => world.steps);
  const world: World = {
    ...outside,
    databaseUrl,
    addresses: { stripe: bank.settings, s3: s3.settings, smtp: mailServer.url },
    callbackUrl: `${gate.url}/callbacks`,
    shared: new Map(),
    steps: null,
    async closeOutside() {
      gate.close();
      await outside.closeOutside();
    },
  };
  return world;
}

const lifetimes = new AsyncLocalStorage<Lifetime>();

/** Opens gates in front of all servers in the world. */
export async function openGates(world: World, steps: Steps, databaseUrl = world.databaseUrl) {
  const { stripe, s3, smtp } = world.addresses;
  const [postgres, stripeGate, s3Gate, smtpGate] = await Promise.all([
    openPostgresProxy(databaseUrl, steps),
    openHttpGate("Stripe", stripe.url ?? "", () => steps),
    openHttpGate("S3", s3.endpoint ?? "", () => steps),
    openSmtpGate(smtp, steps),
  ]);
  for (const gate of [postgres, stripeGate, s3Gate, smtpGate]) steps.add(gate);
  const addresses: Addresses = {
    stripe: { ...stripe, url: stripeGate.url },
    s3: { ...s3, endpoint: s3Gate.url },
    smtp: smtpGate.url,
  };
  return { databaseUrl: postgres.url, addresses };
}

export class Lifetime {
  readonly steps: Steps;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly addresses: Addresses;

  private constructor(steps: Steps, opened: Awaited<ReturnType<typeof openGates>>) {
    this.steps = steps;
    this.databaseUrl = opened.databaseUrl;
    this.addresses = opened.addresses;
    this.database = openDatabase(opened.databaseUrl, { max: CONNECTIONS, isPooled: false });
  }

  /** Begins a lifetime in which the hit happens once its step is reached. */
  static async begin(
    world: World,
    { hit, facts }: { hit: Hit | SecondHit | null; facts: unknown },
  ): Promise<Lifetime> {
    const steps = new Steps(hit);
    const { databaseUrl } = facts as { databaseUrl?: string };
    const life = new Lifetime(steps, await openGates(world, steps, databaseUrl));
    world.steps = steps;
    return life;
  }

  /**
   * Runs the work until it is done or the process is killed. Returns the error that it threw, if
   * any.
   */
  async run(work: () => Promise<unknown>): Promise<unknown> {
    const working = lifetimes
      .run(this, async () => work())
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    const killed = this.steps.killed.then(() =>
      Promise.race([working, sleep(ABORT_TIMEOUT_MS, undefined, { ref: false })]),
    );
    const error = await Promise.race([working, killed]);
    return this.steps.isKilled ? undefined : error;
  }

  /** Ends the lifetime and closes its connections. */
  end(world: World): void {
    world.steps = null;
    this.steps.closeGates();
    this.database.close().catch(() => undefined);
  }
}

/** Database URL of the lifetime that runs this code, for code that opens its own connections. */
export function addressNow(world: Pick<World, "databaseUrl">): string {
  return lifetimes.getStore()?.databaseUrl ?? world.databaseUrl;
}

/** Returns true if the lifetime that runs this code was killed. */
export function isKilledNow(): boolean {
  return lifetimes.getStore()?.steps.isKilled ?? false;
}

/** Takes the steps one after the other, until the lifetime that runs this code is killed. */
export async function inTurn(...turns: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const turn of turns) {
    if (isKilledNow()) return;
    await turn();
  }
}

/**
 * Makes the product's settings and database depend on the lifetime that runs the code; other code
 * gets the world's own. Returns a function that restores them.
 */
export function bindLifetimes(world: World, outside: Database): () => void {
  const addresses = () => lifetimes.getStore()?.addresses ?? world.addresses;
  const { settings } = providers.stripe;
  const formerStripe = settings.current;
  const former = { s3: env.s3, SMTP_URL: env.SMTP_URL };
  const stripe = { configurable: true, enumerable: true, get: () => addresses().stripe };
  Object.defineProperty(settings, "current", stripe);
  Object.defineProperties(env, {
    s3: { configurable: true, enumerable: true, get: () => addresses().s3 },
    SMTP_URL: { configurable: true, enumerable: true, get: () => addresses().smtp },
  });
  const place = { configurable: true, get: () => lifetimes.getStore()?.database ?? outside };
  Object.defineProperty(globalThis, "carbonTillDatabase", place);
  return () => {
    for (const [name, value] of Object.entries(former)) {
      const own = { configurable: true, enumerable: true, writable: true, value };
      Object.defineProperty(env, name, own);
    }
    const value = { configurable: true, enumerable: true, writable: true, value: formerStripe };
    Object.defineProperty(settings, "current", value);
    Reflect.deleteProperty(globalThis, "carbonTillDatabase");
  };
}
