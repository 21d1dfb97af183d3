import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { OrderResource } from "#domain/orders";
import { call } from "#testing/api";
import { makeAccount } from "#testing/factories";
import { openReceiver, type Received, type Receiver } from "#testing/receiver";
import { withPrivateNetwork } from "#testing/settings";

withPrivateNetwork();

const HOUR_MS = 3_600_000;
let account: Awaited<ReturnType<typeof makeAccount>>["account"];
let key: string;
const receivers: Receiver[] = [];

beforeEach(async () => {
  ({ account, token: key } = await makeAccount());
});
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close();
});

async function open(...args: Parameters<typeof openReceiver>): Promise<Receiver> {
  const receiver = await openReceiver(...args);
  receivers.push(receiver);
  return receiver;
}

interface Secret {
  id: string;
  secret: string;
  created_on: string;
  expires_on: string | null;
}

const list = async (): Promise<Secret[]> =>
  (await call("GET", "/webhook-secrets", { key })).json.data;
const rotate = (body: object = {}) => call("POST", "/webhook-secrets", { key, body });
const test = (body: object, headers = {}) => call("POST", "/webhook-test", { key, body, headers });
const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers);
const hoursLeft = ({ expires_on }: Secret) =>
  Math.round((Date.parse(expires_on ?? "") - Date.now()) / HOUR_MS);

describe("GET /webhook-secrets", () => {
  it("returns the current secret, always the same, created on first use", async () => {
    const first = await call("GET", "/webhook-secrets", { key });
    expect([first.status, first.json]).toEqual([
      200,
      {
        data: [
          {
            id: expect.stringMatching(/^whs_\w{26}$/),
            secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
            created_on: expect.stringMatching(/Z$/),
            expires_on: null,
          },
        ],
        has_more: false,
      },
    ]);
    expect((await call("GET", "/webhook-secrets", { key })).json).toEqual(first.json);
  });
});

describe("POST /webhook-secrets", () => {
  it("creates a new secret; the previous one is valid for 24 hours, and older ones are not", async () => {
    const [first] = await list();
    const response = await rotate();
    expect(response.status).toBe(201);
    expect(response.headers.get("location")).toMatch(/\/v1\/webhook-secrets$/);
    const [second, old] = await list();
    expect(response.json.data).toEqual([second, old]);
    expect(second?.expires_on).toBeNull();
    expect([old?.secret, hoursLeft(old as Secret)]).toEqual([first?.secret, 24]);
    await rotate();
    expect((await list()).slice(1).map(({ secret }) => secret)).toEqual([second?.secret]);
  });

  it("ends the current secret now, or within up to a week", async () => {
    await list();
    await rotate({ overlap_hours: 168 });
    const [, old] = await list();
    expect(hoursLeft(old as Secret)).toBe(168);
    const { json } = await rotate({ overlap_hours: 0 });
    expect(json.data).toHaveLength(1);
    expect(await list()).toEqual(json.data);
  });

  it("is in the audit log, without the secret", async () => {
    const { json } = await rotate({ overlap_hours: 2 });
    const where = { accountId: account.id, action: "webhook_secret.rotated" };
    const entries = await database().prisma.auditEntry.findMany({ where });
    expect(entries).toMatchObject([{ subjectId: json.data[0].id, data: { overlap_hours: 2 } }]);
    expect(JSON.stringify(entries)).not.toContain("whsec_");
  });
});

describe("POST /webhook-test", () => {
  it.each([
    ["order.fulfilled", {}],
    ["order.cancelled", { type: "order.cancelled" }],
  ])("sends one %s callback, signed and formatted as real ones are", async (type, more) => {
    const receiver = await open(() => ({ status: 202, body: "thanks" }));
    const from = Date.now();
    const response = await test({ url: receiver.url, ...more });
    expect([response.status, response.json]).toEqual([
      200,
      {
        id: expect.stringMatching(/^evt_test_\w{26}$/),
        url: receiver.url,
        delivered: true,
        response_status: 202,
        response_body: "thanks",
        error: null,
        duration_ms: expect.any(Number),
      },
    ]);
    const [got] = receiver.received as [Received];
    expect(receiver.received).toHaveLength(1);
    expect(got.headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": "Carbon-Till",
      "webhook-id": response.json.id,
    });
    const [{ secret } = { secret: "" }] = await list();
    const body = verify(secret, got) as Record<string, unknown>;
    expect(Object.keys(body)).toEqual(["id", "type", "timestamp", "order"]);
    expect(body).toMatchObject({ id: response.json.id, type });
    const sentAt = Date.parse(String(body["timestamp"]));
    expect(sentAt).toBeGreaterThanOrEqual(from);
    expect(sentAt).toBeLessThanOrEqual(Date.now());
    expect(OrderResource.parse(body["order"]).state).toBe(type.replace("order.", ""));
  });

  it("is accepted before, during and after a rotation, and rejected if a byte changed", async () => {
    const receiver = await open();
    const sent = async () => {
      await test({ url: receiver.url });
      return receiver.received.at(-1) as Received;
    };
    const [first] = (await list()) as [Secret];
    verify(first.secret, await sent());
    const [second] = (await rotate()).json.data as [Secret];
    const during = await sent();
    verify(first.secret, during);
    verify(second.secret, during);
    const [third] = (await rotate({ overlap_hours: 0 })).json.data as [Secret];
    const after = await sent();
    verify(third.secret, after);
    expect(() => verify(second.secret, after)).toThrow();
    const changed = { ...after, body: after.body.replace("fulfilled", "fulfilleD") };
    expect(() => verify(third.secret, changed)).toThrow();
  });

  it("reports an unsuccessful response, and follows no redirect", async () => {
    const receiver = await open((nth) =>
      nth === 1
        ? { status: 500, body: "x".repeat(5000) }
        : { status: 307, headers: { location: "/elsewhere" } },
    );
    const failed = (await test({ url: receiver.url })).json;
    expect(failed).toMatchObject({ delivered: false, response_status: 500, error: null });
    expect(failed.response_body).toBe("x".repeat(4096));
    const moved = (await test({ url: receiver.url })).json;
    expect(moved).toMatchObject({ delivered: false, response_status: 307, error: null });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/callbacks", "/callbacks"]);
  });

  it("reports why there was no response", async () => {
    const receiver = await open();
    receiver.close();
    const { status, json } = await test({ url: receiver.url });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      delivered: false,
      response_status: null,
      response_body: null,
      error: "could not be reached (ECONNREFUSED)",
    });
  });

  it("is in the audit log, with only the host", async () => {
    const receiver = await open();
    const { json } = await test({ url: `${receiver.url}?token=secret` });
    const where = { accountId: account.id, action: "test_callback.sent" };
    const entries = await database().prisma.auditEntry.findMany({ where });
    const { host } = new URL(receiver.url);
    expect(entries).toMatchObject([{ subjectId: json.id, data: { host, response_status: 200 } }]);
    expect(JSON.stringify(entries)).not.toContain("token");
  });

  it("never calls private addresses or plain http unless that is allowed", async () => {
    const receiver = await open();
    env.CT_ALLOW_PRIVATE_NETWORK = false;
    env.CT_LOCALHOST_RECEIVERS = "0";
    const { port } = new URL(receiver.url);
    for (const url of [
      receiver.url,
      `https://127.0.0.1:${port}/`,
      "https://localhost/",
      "ftp://a",
    ]) {
      const { status, json } = await test({ url });
      expect([url, status, Object.keys(json.errors)]).toEqual([url, 400, ["url"]]);
    }
    expect(receiver.connections()).toBe(0);
  });
});
