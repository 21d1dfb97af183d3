// Idempotency keys: one effect and one answer, whatever is repeated, and however fast.
import pg from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

let key: string;
let portfolioId: string;

beforeAll(async () => {
  key = (await makeAccount()).token;
  ({ portfolioId } = await makeStock());
});

const post = (path: string, body: unknown, idempotencyKey: string, token = key) =>
  call("POST", path, { key: token, body, headers: { "idempotency-key": idempotencyKey } });

const paths = [
  { path: "/orders", body: () => ({ amount_kg: 3, portfolio_id: portfolioId }) },
  { path: "/subaccounts", body: () => ({ name: "Once" }) },
];

describe.each(paths)("POST $path with an Idempotency-Key", ({ path, body }) => {
  const name = path.slice(1);

  it("answers a repeated request byte by byte as the first time, and says so", async () => {
    const first = await post(path, body(), `${name}-replay`);
    const again = await post(path, body(), `${name}-replay`);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("location")).toBe(first.headers.get("location"));
    expect(first.headers.get("x-idempotent-replay")).toBeNull();
    expect(again.headers.get("x-idempotent-replay")).toBe("true");
  });

  it("refuses another request under the same key", async () => {
    await post(path, body(), `${name}-changed`);
    const other = path === "/orders" ? { ...body(), amount_kg: 4 } : { name: "Twice" };
    const answer = await post(path, other, `${name}-changed`);
    expect([answer.status, answer.json.title]).toEqual([
      422,
      "Previous request submitted with same idempotency key had different payload",
    ]);
  });

  it("leaves the key unused after an error", async () => {
    const wrong = await post(path, {}, `${name}-unused`);
    expect(wrong.status).toBe(400);
    expect((await post(path, body(), `${name}-unused`)).status).toBe(201);
  });

  it("makes one thing of 50 identical requests at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post(path, body(), `${name}-at-once`)),
    );
    const texts = new Set<string>();
    for (const answer of answers) {
      const settled = answer.status === 409 ? await post(path, body(), `${name}-at-once`) : answer;
      expect(settled.status).toBe(201);
      texts.add(settled.text);
    }
    expect(texts.size).toBe(1);
  });

  it("answers 409 while the first request is still running", async () => {
    const client = new pg.Client({ connectionString: process.env["DATABASE_URL"] });
    await client.connect();
    const { rows } = await client.query("SELECT account_id FROM api_keys LIMIT 1");
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO idempotency_keys (account_id, key, request_hash, created_at)
       VALUES ($1, $2, '', now())`,
      [rows[0].account_id, `${name}-running`],
    );
    const answer = await post(path, body(), `${name}-running`);
    expect([answer.status, answer.json.type]).toEqual([
      409,
      expect.stringMatching(/idempotency-concurrent-requests$/),
    ]);
    await client.query("ROLLBACK");
    await client.end();
    expect((await post(path, body(), `${name}-running`)).status).toBe(201);
  });

  it("takes keys of 512 characters and refuses longer ones", async () => {
    expect((await post(path, body(), name.padEnd(512, "k"))).status).toBe(201);
    const answer = await post(path, body(), "k".repeat(513));
    expect([answer.status, answer.json.title]).toEqual([400, "Idempotency key is too long"]);
  });
});

describe("an Idempotency-Key", () => {
  it("belongs to its account: another's request under the same key is its own", async () => {
    const other = (await makeAccount()).token;
    const [mine, theirs] = [
      await post("/subaccounts", { name: "A" }, "shared"),
      await post("/subaccounts", { name: "B" }, "shared", other),
    ];
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect(theirs.json.name).toBe("B");
  });

  it("tells subaccounts apart: the same body for another is another request", async () => {
    const sub = await call("POST", "/subaccounts", { key, body: { name: "S" } });
    const body = { amount_kg: 3, portfolio_id: portfolioId };
    await post("/orders", body, "for-whom");
    const headers = { "idempotency-key": "for-whom", "x-subaccount-id": sub.json.id };
    expect((await call("POST", "/orders", { key, body, headers })).status).toBe(422);
  });
});
