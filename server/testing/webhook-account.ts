// An account whose webhook endpoints send events to real receivers on loopback.
import { expect } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { beginDeliveries } from "#jobs/deliver-events";
import { call } from "#testing/api";
import { makeAccount } from "#testing/factories";
import { openReceiver, type Receiver } from "#testing/receiver";

export class WebhookAccount {
  readonly account: Account;
  readonly key: string;
  readonly #receivers: Receiver[] = [];

  private constructor({ account, token }: { account: Account; token: string }) {
    this.account = account;
    this.key = token;
  }

  static async make(): Promise<WebhookAccount> {
    return new WebhookAccount(await makeAccount());
  }

  async open(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
    const receiver = await openReceiver(...args);
    this.#receivers.push(receiver);
    return receiver;
  }

  /** Closes the receivers and drops pending deliveries, so that the next test doesn't send them. */
  async close(): Promise<void> {
    for (const receiver of this.#receivers) receiver.close();
    const data = { state: "failed", nextAttemptAt: null };
    await database().prisma.delivery.updateMany({ where: { state: "pending" }, data });
  }

  /** Creates an endpoint and returns it with its secret. */
  async create(url: string, eventTypes: string[], more: object = {}) {
    const body = { url, event_types: eventTypes, ...more };
    const response = await call("POST", "/webhook-endpoints", { key: this.key, body });
    expect(response.status, response.text).toBe(201);
    return response.json;
  }

  /** Returns the new subaccount's id. */
  async addSubaccount(name = "Hillside"): Promise<string> {
    return (await call("POST", "/subaccounts", { key: this.key, body: { name } })).json.id;
  }

  async deliveriesOf(endpointId: string, query = "") {
    const path = `/webhook-endpoints/${endpointId}/deliveries${query}`;
    return (await call("GET", path, { key: this.key })).json;
  }
}

export async function deliver(): Promise<void> {
  await Promise.all(await beginDeliveries());
}

/** Makes pending deliveries due now. */
export async function passTime(): Promise<void> {
  await database().prisma.delivery.updateMany({
    where: { state: "pending" },
    data: { nextAttemptAt: new Date() },
  });
}

export const bodiesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body));
export const typesOf = (receiver: Receiver): string[] => bodiesOf(receiver).map(({ type }) => type);
