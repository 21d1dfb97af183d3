// The stand-in for Stripe, in a process of its own: the customers' bank, as the model's world sees it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { StripeSettings } from "#gateways/payments/stripe";

export interface Charge {
  reference: string;
  amountCents: number;
  refundedCents: number;
}

export interface Bank {
  settings: StripeSettings;
  /** The customer approves or refuses, or a slow payment ends. */
  settle(sessionId: string, isPaid: boolean): Promise<void>;
  /** Gives all the money back, as an operator can in Stripe's own dashboard. */
  refundByHand(sessionId: string): Promise<void>;
  /** Loses both tries of the next attempt to take money, before or after the effect. */
  loseNextCharge(when: "before" | "after"): Promise<void>;
  /** A signed message about the session's payment; of one type there is one, however often asked. */
  notice(type: string, sessionId: string): Promise<{ body: string; signature: string }>;
  charges(): Promise<Charge[]>;
  /** Forgets everything. */
  reset(): Promise<void>;
  close(): void;
}

/** Starts the stand-in with empty books. */
export async function startBank(): Promise<Bank> {
  const script = "server/gateways/payments/stripe/fake-stripe-server.ts";
  const child = spawn(process.execPath, ["--import", "tsx", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const settings = JSON.parse(line) as StripeSettings;

  async function steer(path: string, body?: object): Promise<unknown> {
    const request = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const response = await fetch(`${settings.url}/_fake/${path}`, request);
    // What cannot be done any more is refused, as by the real one.
    const isRefused = response.status === 400;
    if (!response.ok && !isRefused)
      throw new Error(`the stand-in answered ${path} with ${response.status}`);
    return response.json();
  }
  const named = (id: string) => new URLSearchParams({ id });
  return {
    settings,
    async settle(sessionId, isPaid) {
      await steer(`settle?${named(sessionId)}&outcome=${isPaid ? "succeed" : "fail"}`);
    },
    async refundByHand(sessionId) {
      await steer(`refund?${named(sessionId)}`);
    },
    async loseNextCharge(when) {
      await steer("mood", { on: "confirm", hangUp: when });
      await steer("mood", { on: "confirm", hangUp: when });
    },
    async notice(type, sessionId) {
      const query = new URLSearchParams({ type, payment: sessionId });
      return (await steer(`notice?${query}`)) as { body: string; signature: string };
    },
    async charges() {
      return ((await steer("state")) as { charges: Charge[] }).charges;
    },
    async reset() {
      await steer("reset");
    },
    close() {
      child.kill();
    },
  };
}
