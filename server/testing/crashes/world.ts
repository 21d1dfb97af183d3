// The environment of the process under test: a database, and fakes of all external services.
import type { S3Settings } from "#core/env";
import type { StripeSettings } from "#gateways/payments/stripe";
import { type HttpGate, openHttpGate } from "#testing/crashes/http-gate";
import type { Steps } from "#testing/crashes/steps";
import { type FakeS3, startFakeS3 } from "#testing/fake-s3";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { openReceiver, type Receiver } from "#testing/receiver";
import { type Program, startProgram } from "#testing/torture/processes";

/** Settings with which the process finds external services. */
export interface Addresses {
  stripe: StripeSettings;
  s3: S3Settings;
  smtp: string;
}

export interface World {
  databaseUrl: string;
  addresses: Addresses;
  stripe: FakeStripe;
  receiver: Receiver;
  mailServer: MailServer;
  s3: FakeS3;
  /** URL for callbacks; it leads through the gate of the present lifetime. */
  callbackUrl: string;
  /** Objects shared by runs on the same database. */
  shared: Map<string, unknown>;
  /** Steps of the present lifetime; null refuses all calls. */
  steps: Steps | null;
  close(): Promise<void>;
}

interface StripeCharge {
  payment: string;
  reference: string;
  amountCents: number;
  refundedCents: number;
}

/** The fake Stripe, in a child process. */
export class FakeStripe {
  readonly settings: StripeSettings;
  readonly #url: string;

  constructor(settings: StripeSettings) {
    this.settings = settings;
    this.#url = settings.url ?? "";
  }

  async #call(path: string, method = "POST"): Promise<unknown> {
    const response = await fetch(`${this.#url}/_fake/${path}`, { method });
    if (!response.ok) throw new Error(`the fake Stripe returned ${response.status} for ${path}`);
    return response.json();
  }

  /** The customer confirms the session's payment, or the provider fails it. */
  async settle(sessionId: string, isPaid: boolean): Promise<void> {
    await this.#call(`settle?id=${sessionId}&outcome=${isPaid ? "succeed" : "fail"}`);
  }

  /** A signed webhook of this type about the session's payment. */
  async notice(type: string, sessionId: string): Promise<{ body: string; signature: string }> {
    const path = `notice?type=${type}&payment=${sessionId}`;
    return (await this.#call(path, "GET")) as { body: string; signature: string };
  }

  async chargesOf(sessionId: string): Promise<StripeCharge[]> {
    const { charges } = (await this.#call("state", "GET")) as { charges: StripeCharge[] };
    return charges.filter(({ reference }) => reference === sessionId);
  }

  /** Deletes all payments. */
  async forget(): Promise<void> {
    await this.#call("forget");
  }
}

async function startStripe(folder: string): Promise<[FakeStripe, Program]> {
  const program = await startProgram({
    file: "server/testing/fake-stripe-server.ts",
    env: {},
    ready: /^(\{.*\})$/m,
    output: `${folder}/stripe.log`,
  });
  return [new FakeStripe(JSON.parse(program.readyMatch) as StripeSettings), program];
}

/** Opens the world; `folder` is for log files of child processes. */
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
