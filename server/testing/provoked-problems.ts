// Provokes each problem that an operation can return.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { database } from "#core/db";
import type { ProblemCode } from "#core/errors";
import { suspendAccount } from "#domain/accounts";
import { rotateWebhookSecret } from "#domain/events";
import { matchOrders } from "#domain/matching";
import { type ApiResponse, call, publishedContract } from "#testing/api";
import { billAccount } from "#testing/billing";
import type { Case } from "#testing/cases";
import { contextOf, makeAccount, makeKey, systemContext } from "#testing/factories";
import { whileFailing } from "#testing/failing-endpoint";
import { collectionOf, type Holder, makeHolder } from "#testing/objects";
import { makeValidRequest, type ValidRequest } from "#testing/valid-request";

type Send = Partial<ValidRequest> & { key?: string | null };

/** Keys of a request that runs, and of one that has ended. */
const [RUNNING, USED] = ["running", "used"];
const MOST_ENDPOINTS = 60;
const TRIES = 500;

/** Sends requests that fail, in the name of an account. */
export class Provoker {
  readonly #holder: Holder;
  readonly #suspended: Holder;
  readonly #billed: Holder;
  readonly #readKey: string;
  /** May spend one cent. */
  readonly #limitedKey: string;
  readonly #liveKey: string;
  readonly #pictureUrl: string;
  readonly #running: pg.Client;

  private constructor(
    holders: [holder: Holder, suspended: Holder, billed: Holder],
    keys: [read: string, limited: string, live: string],
    given: { pictureUrl: string; running: pg.Client },
  ) {
    [this.#holder, this.#suspended, this.#billed] = holders;
    [this.#readKey, this.#limitedKey, this.#liveKey] = keys;
    ({ pictureUrl: this.#pictureUrl, running: this.#running } = given);
  }

  static async open(pictureUrl: string): Promise<Provoker> {
    const [holder, suspended, billed] = [
      await makeHolder(),
      await makeHolder(),
      await makeHolder(),
    ];
    const { token: readKey } = await makeKey(holder.account, "read");
    const { token: limitedKey } = await makeKey(holder.account, "write", 1);
    const { token: liveKey } = await makeAccount("write", "live");
    await database().transaction((db) =>
      suspendAccount({ ...contextOf(suspended.account), db }, { reason: "Invoices are overdue" }),
    );
    await billAccount(billed.account, { terms: "prepaid" });
    // A request that has claimed its key and does not end.
    const running = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
    await running.connect();
    await running.query("BEGIN");
    await running.query(
      `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
       VALUES ($1, $2, '', now())`,
      [holder.account.id, RUNNING],
    );
    const headers = { "idempotency-key": USED ?? "" };
    await call("POST", "/orders", { key: holder.token, body: { amount_kg: 1 }, headers });
    const keys = [readKey, limitedKey, liveKey] as [string, string, string];
    return new Provoker([holder, suspended, billed], keys, { pictureUrl, running });
  }

  async close(): Promise<void> {
    await this.#running.end();
  }

  /** Sends a request that fails before its path's object is looked up. */
  send({ endpoint }: Case, { path, key = this.#holder.token, ...options }: Send = {}) {
    return call(endpoint.method, path ?? pathOf(endpoint), { key, ...options });
  }

  /** Sends a valid request with changes. */
  async sendValid(
    one: Case,
    change: (request: ValidRequest) => Send | Promise<Send>,
  ): Promise<ApiResponse> {
    const { document } = await publishedContract();
    const own = { holder: this.#holder, pictureUrl: this.#pictureUrl };
    const request = await makeValidRequest({ document, operation: one.operation, ...own });
    const changed = await change(request);
    const headers = { ...request.headers, ...changed.headers };
    return this.send(one, { ...request, ...changed, headers });
  }

  /** Returns undefined for problems that it cannot provoke. */
  async provoke(one: Case, code: ProblemCode): Promise<ApiResponse | undefined> {
    if (code === "conflict") return this.#conflicts[one.operation.operationId]?.(one);
    return this.#general[code]?.(one);
  }

  /** Problems that any operation can have, whatever it does. */
  readonly #general: Partial<Record<ProblemCode, (one: Case) => Promise<ApiResponse>>> = {
    unauthorized: (one) => this.send(one, { key: null }),
    // A read is forbidden if only test accounts have what it returns.
    forbidden: (one) =>
      this.send(one, { key: one.endpoint.access === "write" ? this.#readKey : this.#liveKey }),
    "account-suspended": (one) => this.send(one, { key: this.#suspended.token }),
    "invalid-parameters": (one) => this.#sendInvalid(one),
    "payload-too-large": (one) =>
      this.send(one, { raw: new Uint8Array(6 * 1024 * 1024), headers: typeOf(one) }),
    "unsupported-media-type": (one) =>
      this.send(one, {
        raw: new TextEncoder().encode("<a/>"),
        headers: { "content-type": "text/xml" },
      }),
    "idempotency-key-too-long": (one) => this.send(one, withKey("x".repeat(513))),
    "idempotency-concurrent-requests": (one) => this.sendValid(one, () => withKey(RUNNING)),
    "idempotency-changed-payload": (one) => this.sendValid(one, () => withKey(USED)),
    "invalid-subaccount": (one) => this.#sendForNobody(one),
    "not-found": (one) => this.sendValid(one, () => ({ path: pathOf(one.endpoint) })),
    "payment-required": (one) => this.sendValid(one, () => ({ key: this.#billed.token })),
    "spending-limit-exceeded": (one) => this.sendValid(one, () => ({ key: this.#limitedKey })),
    "insufficient-stock": (one) =>
      this.sendValid(one, ({ body }) => ({ body: { ...(body as object), amount_kg: 10 ** 9 } })),
    internal: (one) => whileFailing(one, () => this.sendValid(one, () => ({}))),
  };

  /** A conflict for each operation, by its ID. */
  readonly #conflicts: Record<string, (one: Case) => Promise<ApiResponse>> = {
    placeOrder: async (one) =>
      this.send(one, { body: { reservation_id: await this.#endedReservation("api") } }),
    createCheckoutSession: (one) => this.#reserveAgain(one),
    createOrderCheckoutSession: (one) => this.#reserveAgain(one),
    cancelOrder: async (one) => {
      const path = `/orders/${await this.#make("/orders")}/cancel`;
      await matchOrders(systemContext(), { database: database() });
      return this.send(one, { path });
    },
    expireCheckoutSession: (one) => this.#twice(one),
    createRefund: (one) =>
      this.sendValid(one, async () => ({
        path: `/checkout/sessions/${await this.#make("/checkout/sessions")}/refunds`,
      })),
    releaseReservation: (one) => this.#twice(one),
    createPaymentLink: (one) => this.#twice(one),
    createSubaccount: (one) => this.#twice(one, { name: "Shop", reference: randomUUID() }),
    updateSubaccount: async (one) => {
      const body = { name: "Shop", reference: randomUUID() };
      await this.#post("/subaccounts", body);
      return this.sendValid(one, () => ({ body }));
    },
    deleteSubaccount: async (one) => {
      const id = await this.#make("/subaccounts");
      await this.#post("/payment-links", { slug: randomUUID(), name: "Trip", subaccount_id: id });
      return this.send(one, { path: `/subaccounts/${id}` });
    },
    redeliverEvent: async (one) => {
      // Its order has no callback URL.
      const { id } = (await this.#post("/orders", { amount_kg: 1 })).json;
      await this.#post(`/orders/${id}/cancel`);
      const key = this.#holder.token;
      const { json } = await call("GET", `/events?order_id=${id}`, { key });
      return this.send(one, { path: `/events/${json.data[0].id}/redeliver` });
    },
    rotateWebhookSecret: (one) => this.#rotateMeanwhile(one),
    createWebhookEndpoint: (one) => this.#untilRefused(one),
    createListener: (one) => this.#untilRefused(one),
    advanceTestClock: (one) => this.send(one, { body: { now: "2020-01-01T00:00:00Z" } }),
    updateWebhookEndpoint: (one) =>
      this.sendValid(one, async () => ({
        path: `/webhook-endpoints/${await this.#make("/listeners")}`,
      })),
    sendEndpointTest: (one) =>
      this.sendValid(one, async () => ({
        path: `/webhook-endpoints/${await this.#make("/listeners")}/test`,
      })),
    redeliverToEndpoint: (one) =>
      this.sendValid(one, async ({ path }) => {
        const [, , id] = path.split("/");
        await database().prisma.webhookEndpoint.updateMany({
          where: { id: id ?? "" },
          data: { isEnabled: false },
        });
        return {};
      }),
  };

  #post(path: string, body?: unknown): Promise<ApiResponse> {
    return call("POST", path, { key: this.#holder.token, body });
  }

  #make(collection: string): Promise<string> {
    return collectionOf(collection).make(this.#holder);
  }

  #sendInvalid(one: Case): Promise<ApiResponse> {
    const { method, body, upload } = one.endpoint;
    if (method === "GET") return this.send(one, { path: `${pathOf(one.endpoint)}?color=red` });
    if (body) return this.send(one, { body: { color: "red" } });
    if (!upload) return this.send(one, withKey(" "));
    return this.sendValid(one, () => ({ raw: new Uint8Array([1]) }));
  }

  async #sendForNobody(one: Case): Promise<ApiResponse> {
    const { method, path, subaccount } = one.endpoint;
    // Payment links name an unknown one among the fields.
    const nobody = path.startsWith("/payment-links") ? await this.#archived() : "sub_nowhere";
    if (subaccount) return this.sendValid(one, () => ({ headers: { "x-subaccount-id": nobody } }));
    if (method === "GET") {
      return this.send(one, { path: `${pathOf(one.endpoint)}?subaccount_id=${nobody}` });
    }
    return this.sendValid(one, ({ body }) => ({
      body: { ...(body as object), subaccount_id: nobody },
    }));
  }

  async #archived(): Promise<string> {
    const id = await this.#make("/subaccounts");
    const body = { name: "Shop", archived: true };
    await call("PUT", `/subaccounts/${id}`, { key: this.#holder.token, body });
    return id;
  }

  /** Creates objects until the account has as many as it may. */
  async #untilRefused(one: Case): Promise<ApiResponse> {
    for (let count = 0; count < MOST_ENDPOINTS; count += 1) {
      const response = await this.sendValid(one, () => ({}));
      if (response.status !== 201) return response;
    }
    return this.sendValid(one, () => ({}));
  }

  async #endedReservation(channel: string): Promise<string> {
    const { json } = await this.#post("/reservations", { amount_kg: 3, channel });
    await this.#post(`/reservations/${json.id}/release`);
    return json.id;
  }

  async #reserveAgain(one: Case): Promise<ApiResponse> {
    const reservation_id = await this.#endedReservation("checkout");
    const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
    return this.send(one, { body: { ...urls, reservation_id } });
  }

  /** Sends the same request twice, without a key. */
  async #twice(one: Case, body?: object): Promise<ApiResponse> {
    let repeat: ValidRequest | undefined;
    await this.sendValid(one, (request) => {
      repeat = { ...request, ...(body && { body }) };
      return repeat;
    });
    return this.send(one, repeat);
  }

  /** Rotates the secret while another rotation, which started first, is not committed yet. */
  async #rotateMeanwhile(one: Case): Promise<ApiResponse> {
    let sent: Promise<ApiResponse> | undefined;
    await database().transaction(async (db) => {
      await rotateWebhookSecret({ ...contextOf(this.#holder.account), db }, { overlap_hours: 24 });
      sent ??= this.send(one, { body: { overlap_hours: 24 } });
      await this.#untilBlocked();
    });
    if (!sent) throw new Error("no request was sent");
    return sent;
  }

  /** Waits until a request waits for a lock. */
  async #untilBlocked(): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const { rowCount } = await this.#running.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      if (rowCount) return;
      await wait(20);
    }
    throw new Error("no request waits for a lock");
  }
}

const withKey = (key = "") => ({ headers: { "idempotency-key": key } });

function pathOf({ path }: Case["endpoint"]): string {
  return path.replace("{id}", "nowhere");
}

function typeOf({ endpoint }: Case): Record<string, string> {
  return { "content-type": endpoint.upload?.contentTypes[0] ?? "application/json" };
}
