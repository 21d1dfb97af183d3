// A life of the process under test, in this process: its own connections to the database and to the
// outside world, all of which end at the moment of its death, as if the process had been killed.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { type Database, openDatabase } from "#core/db";
import { env } from "#core/env";
import { providers } from "#gateways/payments";
import { openHttpGate } from "#testing/crashes/http-gate";
import type { Hit, SecondHit } from "#testing/crashes/points";
import { openPostgresProxy } from "#testing/crashes/postgres-proxy";
import { openSmtpGate } from "#testing/crashes/smtp-gate";
import { Steps } from "#testing/crashes/steps";
import type { Addresses, World } from "#testing/crashes/world";

/** How long a dead life's code may take to notice: what it still does reaches nobody. */
const NOTICES_WITHIN_MS = 50;
const CONNECTIONS = 10;

const lives = new AsyncLocalStorage<Life>();

/** Gates before everything that the world offers. */
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

export class Life {
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

  /** Begins a life in which the hit happens, if it comes that far. */
  static async begin(
    world: World,
    { hit, databaseUrl }: { hit: Hit | SecondHit | null; databaseUrl?: string | undefined },
  ): Promise<Life> {
    const steps = new Steps(hit);
    const life = new Life(steps, await openGates(world, steps, databaseUrl));
    world.steps = steps;
    return life;
  }

  /** Runs the work until it is done or the process dies. Returns what the work threw, if it did. */
  async live(work: () => Promise<void>): Promise<unknown> {
    const working = lives
      .run(this, async () => work())
      .then(
        () => undefined,
        (error: unknown) => error,
      );
    const died = this.steps.died.then(() =>
      Promise.race([working, sleep(NOTICES_WITHIN_MS, undefined, { ref: false })]),
    );
    const error = await Promise.race([working, died]);
    return this.steps.isDead ? undefined : error;
  }

  /** Ends it, if it has not died, and lets go of its connections. */
  end(world: World): void {
    world.steps = null;
    this.steps.closeGates();
    this.database.close().catch(() => undefined);
  }
}

/** The database address of the life that runs this code, for what opens connections of its own. */
export function addressNow(world: Pick<World, "databaseUrl">): string {
  return lives.getStore()?.databaseUrl ?? world.databaseUrl;
}

/** Whether the life that runs this code has died: whatever comes of it, nobody is told. */
export function isDeadNow(): boolean {
  return lives.getStore()?.steps.isDead ?? false;
}

/**
 * Gives each life its own database and addresses wherever the product asks for its own; code outside
 * any life gets the world's. Returns what undoes it.
 */
export function bindLives(world: World, outside: Database): () => void {
  const addresses = () => lives.getStore()?.addresses ?? world.addresses;
  const { settings } = providers.stripe;
  const formerStripe = settings.current;
  const former = { s3: env.s3, SMTP_URL: env.SMTP_URL };
  const stripe = { configurable: true, enumerable: true, get: () => addresses().stripe };
  Object.defineProperty(settings, "current", stripe);
  Object.defineProperties(env, {
    s3: { configurable: true, enumerable: true, get: () => addresses().s3 },
    SMTP_URL: { configurable: true, enumerable: true, get: () => addresses().smtp },
  });
  const place = { configurable: true, get: () => lives.getStore()?.database ?? outside };
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
