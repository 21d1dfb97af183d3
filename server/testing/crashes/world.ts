// What stands around the process under test: a database, and stand-ins for all that it calls.
import type { S3Settings } from "#core/env";
import type { StripeSettings } from "#gateways/payments/stripe";
import { type HttpGate, openHttpGate } from "#testing/crashes/http-gate";
import type { Steps } from "#testing/crashes/steps";
import { type FakeS3, startFakeS3 } from "#testing/fake-s3";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { openReceiver, type Receiver } from "#testing/receiver";
import { type Program, startProgram } from "#testing/torture/processes";

/** Where the process finds what it calls. */
export interface Addresses {
  stripe: StripeSettings;
  s3: S3Settings;
  smtp: string;
}

export interface World {
  databaseUrl: string;
  addresses: Addresses;
  stripe: StripeStandIn;
  receiver: Receiver;
  mailServer: MailServer;
  s3: FakeS3;
  /** The address at which callbacks arrive; their way leads through the gate of the present life. */
  callbackUrl: string;
  /** What runs share, as long as the database is the same. */
  shared: Map<string, unknown>;
  /** Whose calls arrive just now; null: everybody's are refused. */
  steps: Steps | null;
  close(): Promise<void>;
}

interface StripeCharge {
  payment: string;
  reference: string;
  amountCents: number;
  refundedCents: number;
}

/** Stripe's stand-in, a process of its own. */
export class StripeStandIn {
  readonly settings: StripeSettings;
  readonly #url: string;

  constructor(settings: StripeSettings) {
    this.settings = settings;
    this.#url = settings.url ?? "";
  }

  async #ask(path: string, method = "POST"): Promise<unknown> {
    const answer = await fetch(`${this.#url}/_fake/${path}`, { method });
    if (!answer.ok) throw new Error(`the stand-in for Stripe answered ${path}: ${answer.status}`);
    return answer.json();
  }

  /** The customer confirms the payment of this session, or the provider ends it. */
  async settle(sessionId: string, isPaid: boolean): Promise<void> {
    await this.#ask(`settle?id=${sessionId}&outcome=${isPaid ? "succeed" : "fail"}`);
  }

  /** A signed message of this type about the session's payment. */
  async notice(type: string, sessionId: string): Promise<{ body: string; signature: string }> {
    const path = `notice?type=${type}&payment=${sessionId}`;
    return (await this.#ask(path, "GET")) as { body: string; signature: string };
  }

  async chargesOf(sessionId: string): Promise<StripeCharge[]> {
    const { charges } = (await this.#ask("state", "GET")) as { charges: StripeCharge[] };
    return charges.filter(({ reference }) => reference === sessionId);
  }

  /** Begins with empty books. */
  async forget(): Promise<void> {
    await this.#ask("forget");
  }
}

async function startStripe(folder: string): Promise<[StripeStandIn, Program]> {
  const program = await startProgram({
    file: "server/gateways/payments/stripe/fake-stripe-server.ts",
    env: {},
    ready: /^(\{.*\})$/m,
    output: `${folder}/stripe.log`,
  });
  return [new StripeStandIn(JSON.parse(program.readyMatch) as StripeSettings), program];
}

/** Opens it; `folder` takes the outputs of child processes. */
export async function openWorld(databaseUrl: string, folder: string): Promise<World> {
  const [[stripe, program], s3, mailServer, receiver] = await Promise.all([
    startStripe(folder),
    startFakeS3(),
    openMailServer(),
    openReceiver(),
  ]);
  const origin = new URL(receiver.url).origin;
  const gate: HttpGate = await openHttpGate("receiver", origin, () => world.steps);
  const world: World = {
    databaseUrl,
    addresses: { stripe: stripe.settings, s3: s3.settings, smtp: mailServer.url },
    stripe,
    receiver,
    mailServer,
    s3,
    callbackUrl: `${gate.url}/callbacks`,
    shared: new Map(),
    steps: null,
    async close() {
      gate.close();
      receiver.close();
      await Promise.all([program.kill(), s3.close(), mailServer.close()]);
    },
  };
  return world;
}
