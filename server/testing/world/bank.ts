// The customers' bank: the fake Stripe, in a child process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { StripeSettings } from "#gateways/payments/stripe";
import { tiedToParent } from "#parent";
import { programArguments } from "#testing/program";

export interface Charge {
  reference: string;
  amount: number;
  refunded: number;
}

export class Bank {
  readonly settings: StripeSettings;
  /** Ends the process. */
  readonly close: () => void;

  private constructor(settings: StripeSettings, close: () => void) {
    this.settings = settings;
    this.close = close;
  }

  /** Starts the fake without payments. */
  static async start(): Promise<Bank> {
    const script = "server/testing/fake-stripe-server.ts";
    const child = spawn(process.execPath, programArguments(script), {
      stdio: ["ignore", "pipe", "inherit", "pipe"],
      env: { ...process.env, ...tiedToParent().env },
    });
    if (!child.stdout) throw new Error("the fake Stripe has no output");
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return new Bank(JSON.parse(line) as StripeSettings, () => child.kill());
  }

  async #control(path: string, body?: object): Promise<unknown> {
    const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await fetch(`${this.settings.url}/_fake/${path}`, request);
    // The real Stripe also refuses an impossible action.
    if (!response.ok && response.status !== 400)
      throw new Error(`the fake Stripe returned ${response.status} for ${path}`);
    return response.json();
  }

  /** Books fees with their charges: a poll for them would see refunds at an unknown time. */
  async bookAtOnce(): Promise<void> {
    await this.#control("book-at-once", {});
  }

  /** Approves or refuses a payment, or ends a slow one. */
  async settle(sessionId: string, isPaid: boolean): Promise<void> {
    await this.#control(`settle?id=${sessionId}&outcome=${isPaid ? "succeed" : "fail"}`);
  }

  /** Refunds an amount or all that is left, as an operator can in Stripe's dashboard. */
  async refundByHand(sessionId: string, amount?: number): Promise<void> {
    await this.#control(`refund?id=${sessionId}${amount === undefined ? "" : `&amount=${amount}`}`);
  }

  /** Opens the dispute of a payment, or closes it. */
  async dispute(sessionId: string, state: "open" | "won" | "lost"): Promise<void> {
    await this.#control(`dispute?id=${sessionId}&state=${state}`);
  }

  /** Breaks both tries of the next charge, before or after its effect. */
  async loseNextCharge(when: "before" | "after"): Promise<void> {
    for (const _try of [1, 2]) await this.#control("fault", { on: "confirm", hangUp: when });
  }

  /** A signed webhook about the session's payment; repeated calls return the same one per type. */
  async notice(type: string, sessionId: string): Promise<{ body: string; signature: string }> {
    const path = `notice?type=${type}&payment=${sessionId}`;
    return (await this.#control(path)) as { body: string; signature: string };
  }

  async charges(): Promise<Charge[]> {
    return ((await this.#control("state")) as { charges: Charge[] }).charges;
  }

  /** Deletes all payments. */
  async reset(): Promise<void> {
    await this.#control("reset");
  }
}
