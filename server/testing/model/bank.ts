// The fake Stripe in a child process, which is the customers' bank in the model's world.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { StripeSettings } from "#gateways/payments/stripe";
import { tiedToParent } from "#parent";
import { programArguments } from "#testing/program";

export interface Charge {
  reference: string;
  amountCents: number;
  refundedCents: number;
}

export interface Bank {
  settings: StripeSettings;
  /** Approves or refuses a payment, or ends a slow one. */
  settle(sessionId: string, isPaid: boolean): Promise<void>;
  /** Refunds an amount or all that is left, as an operator can in Stripe's dashboard. */
  refundByHand(sessionId: string, cents?: number): Promise<void>;
  /** Opens the dispute of a payment, or closes it. */
  dispute(sessionId: string, state: "open" | "won" | "lost"): Promise<void>;
  /** Breaks both tries of the next charge, before or after its effect. */
  loseNextCharge(when: "before" | "after"): Promise<void>;
  /** A signed webhook about the session's payment; repeated calls return the same one per type. */
  notice(type: string, sessionId: string): Promise<{ body: string; signature: string }>;
  charges(): Promise<Charge[]>;
  reset(): Promise<void>;
  close(): void;
}

/** Starts the fake without payments. */
export async function startBank(): Promise<Bank> {
  const script = "server/testing/fake-stripe-server.ts";
  const child = spawn(process.execPath, programArguments(script), {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
    env: { ...process.env, ...tiedToParent().env },
  });
  if (!child.stdout) throw new Error("the fake Stripe has no output");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const settings = JSON.parse(line) as StripeSettings;

  async function control(path: string, body?: object): Promise<unknown> {
    const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await fetch(`${settings.url}/_fake/${path}`, request);
    // The real Stripe also refuses an impossible action.
    const isRefused = response.status === 400;
    if (!response.ok && !isRefused)
      throw new Error(`the fake Stripe returned ${response.status} for ${path}`);
    return response.json();
  }
  // A poll for the fee would see refunds at a time that the model does not know.
  await control("book-at-once", {});
  const named = (id: string) => new URLSearchParams({ id });
  return {
    settings,
    async settle(sessionId, isPaid) {
      await control(`settle?${named(sessionId)}&outcome=${isPaid ? "succeed" : "fail"}`);
    },
    async refundByHand(sessionId, cents) {
      await control(`refund?${named(sessionId)}${cents === undefined ? "" : `&cents=${cents}`}`);
    },
    async dispute(sessionId, state) {
      await control(`dispute?${named(sessionId)}&state=${state}`);
    },
    async loseNextCharge(when) {
      await control("fault", { on: "confirm", hangUp: when });
      await control("fault", { on: "confirm", hangUp: when });
    },
    async notice(type, sessionId) {
      const query = new URLSearchParams({ type, payment: sessionId });
      return (await control(`notice?${query}`)) as { body: string; signature: string };
    },
    async charges() {
      return ((await control("state")) as { charges: Charge[] }).charges;
    },
    async reset() {
      await control("reset");
    },
    close() {
      child.kill();
    },
  };
}
