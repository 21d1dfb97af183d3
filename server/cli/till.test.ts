import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { authenticateKey, findLogo } from "#domain/accounts";
import { ensureWebhookSecrets } from "#domain/events";
import { isUsed } from "#modules";
import { cards, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { runTill, runTillJson, spawnTill } from "#testing/till";

let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "till-"));
});
afterAll(() => fs.rm(folder, { recursive: true }));

const till = (...args: string[]) => runTill(folder, args);
const tillJson = (...args: string[]) => runTillJson(folder, args);

async function write(name: string, content: unknown): Promise<string> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  await fs.writeFile(path.join(folder, name), text);
  return name;
}

describe("catalogue import", () => {
  test("imports a file once, and reports that as text and JSON", async () => {
    const file = await write("good.json", { mode: "live", projects: [{ id: "p", name: "P" }] });
    const { code, stdout } = await spawnTill(folder, ["catalogue", "import", file]);
    expect(code).toBe(0);
    expect(stdout).toContain("Imported into the live catalogue:");
    expect(stdout).toContain("projects: 1 created, 0 updated, 0 unchanged");
    expect(await tillJson("catalogue", "import", file)).toMatchObject({
      mode: "live",
      changed: false,
      projects: { created: 0, updated: 0, unchanged: 1 },
    });
    const entries = await database().prisma.auditEntry.findMany({
      where: { action: "catalogue.imported" },
    });
    expect(entries).toMatchObject([{ actorType: "system", actorId: "till" }]);
  });

  test("lists every error by path on stderr, writes nothing, and exits with 1", async () => {
    const file = await write("bad.json", {
      projects: [{ id: "q", name: "Q" }, { id: "r" }],
      credit_lots: [{ id: "l", project_id: "nowhere", vintage_year: 2020, quantity_kg: 1.5 }],
    });
    const { code, stdout, stderr } = await till("catalogue", "import", file, "--json");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("projects[1].name: is required");
    expect(stderr).toContain("credit_lots[0].quantity_kg: ");
    expect(stderr).toContain("credit_lots[0].serial_number_range: is required");
    expect(await database().prisma.project.count({ where: { id: "q" } })).toBe(0);
  });

  test("reports a missing or malformed file", async () => {
    const missing = await till("catalogue", "import", "missing.json");
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toBe("missing.json cannot be read: no such file\n");
    const file = await write("broken.json", "{ no");
    expect((await till("catalogue", "import", file)).stderr).toContain(
      "broken.json is not valid JSON",
    );
  });
});

describe("lots import", () => {
  const header =
    "Vintage Start,Vintage End,ID,Name,Quantity Issued,Serial Number,Retirement/Cancellation Date";
  const row = (first: number, count: number, retired = "") =>
    `2020-01-01,2020-12-31,7,Hills,${count},` +
    `5-${first}-${first + 9}-VCS-VCU-1507-VER-ET-14-7-01012020-31122020-0,${retired}`;

  test("imports into test stock by default, and lists skipped rows", async () => {
    const file = await write("t.csv", [header, row(1, 10), row(11, 10, "2026-01-01")].join("\n"));
    const { code, stdout } = await till("lots", "import", "--registry", "verra", file);
    expect(code).toBe(0);
    expect(stdout).toContain("Imported into test stock:");
    expect(stdout).toContain("credit lots: 1 created (10 t), 0 updated, 0 unchanged");
    expect(stdout).toContain("1 row of credits that are retired or cancelled at the registry");
    const args = ["lots", "import", "--registry", "verra", "--mode", "live", file];
    expect(await tillJson(...args)).toMatchObject({
      mode: "live",
      credit_lots: { created: 1, unchanged: 0, created_kg: 10_000 },
      retired_rows: 1,
      refused: [],
    });
  });

  test("lists malformed rows by line, imports the others, and exits with 1", async () => {
    const file = await write("m.csv", [header, row(21, 10), row(31, 9)].join("\n"));
    const { code, stdout } = await till("lots", "import", "--registry", "verra", file);
    expect(code).toBe(1);
    expect(stdout).toContain("credit lots: 1 created");
    expect(stdout).toContain("m.csv, line 3: Serial Number: ");
    const unknown = await till("lots", "import", "--registry", "acme", file);
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
  });
});

describe("account and key create", () => {
  test("create an account with its test account, an operator, and keys for both", async () => {
    const tag = randomUUID().slice(0, 8);
    const account = await tillJson(
      ...["account", "create", "--name", `Org ${tag}`, "--operator-email", `${tag}@example.com`],
    );
    expect(account).toMatchObject({ slug: `org-${tag}`, test: { slug: `org-${tag}-test` } });
    const person = await database().prisma.person.findUniqueOrThrow({
      where: { email: `${tag}@example.com` },
    });
    expect(person.isOperator).toBe(true);
    expect(account.operator.password.length).toBeGreaterThanOrEqual(16);

    const args = ["key", "create", "--account", account.slug, "--mode", "live", "--scope", "read"];
    const live = await tillJson(...args);
    expect(await authenticateKey(systemContext(), live.token)).toMatchObject({
      scope: "read",
      account: { id: account.id, mode: "live" },
    });
    const testAccount = await tillJson("key", "create", "--account", account.test.id);
    expect(testAccount).toMatchObject({
      account_id: account.test.id,
      mode: "test",
      scope: "write",
    });
    expect(testAccount.token).toMatch(/^ct_test_/);
  });

  test("report errors", async () => {
    const missing = await till("key", "create", "--account", "unknown", "--json");
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: expect.any(String) });
    expect(missing.stderr).toBe('Could not find account "unknown"\n');
    const unnamed = await till("account", "create", "--name", " ");
    expect(unnamed.stderr).toContain("name: must have 1 to 512 characters");
    const unsaid = await till("key", "create");
    expect(unsaid.code).toBe(1);
    expect(unsaid.stderr).toContain("--account");
    const wrong = await till("key", "create", "--account", "x", "--scope", "all");
    expect(wrong).toMatchObject({ code: 1, stdout: "" });
  });
});

test("account logo sets and removes the logo of an account and its test account", async () => {
  const { live, test: testAccount } = await makeAccount();
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"><rect width="8" height="4"/></svg>`;
  const file = await write("logo.svg", picture);
  const output = await tillJson("account", "logo", "--account", testAccount.slug, "--file", file);
  expect(output).toMatchObject({ id: testAccount.id, slug: testAccount.slug });
  expect(output.logo_url).toMatch(/\/logos\/[0-9a-f]{64}\.png$/);
  const logos = async () => {
    const rows = await database().prisma.account.findMany({
      where: { id: { in: [live.id, testAccount.id] } },
    });
    return new Set(rows.map(({ logoFileKey }) => logoFileKey));
  };
  expect(await logos()).toEqual(new Set([new URL(output.logo_url).pathname.slice(1)]));
  expect(await findLogo(systemContext(), path.basename(output.logo_url))).not.toBeNull();

  const text = await write("logo.txt", "no picture");
  const wrong = await till("account", "logo", "--account", live.slug, "--file", text);
  expect(wrong).toMatchObject({ code: 1, stdout: "" });
  expect(wrong.stderr).toContain("must end with .png");
  const broken = await till(
    "account",
    "logo",
    "--account",
    live.slug,
    "--file",
    await write("x.png", "x"),
  );
  expect(broken).toMatchObject({ code: 1, stdout: "" });
  expect(broken.stderr).toContain("x.png: is not a readable PNG image");
  const unsaid = await till("account", "logo", "--account", live.slug);
  expect(unsaid.stderr).toContain("--file <file> or --remove");

  const gone = await tillJson("account", "logo", "--account", live.slug, "--remove");
  expect(gone.logo_url).toBeNull();
  expect(await logos()).toEqual(new Set([null]));
  const entries = await database().prisma.auditEntry.findMany({
    where: {
      action: { startsWith: "account.logo_" },
      accountId: { in: [live.id, testAccount.id] },
    },
    orderBy: { id: "asc" },
  });
  expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
    ["account.logo_set", testAccount.id],
    ["account.logo_removed", live.id],
  ]);
});

test("webhook-secret rotates a secret with an overlap, and shows both", async () => {
  const { live, test: testAccount } = await makeAccount();
  const [first] = await ensureWebhookSecrets(contextOf(testAccount));
  const of = ["--account", live.id, "--mode", "test"];
  const { account_id, secrets } = await tillJson("webhook-secret", "rotate", ...of);
  expect(account_id).toBe(testAccount.id);
  const [current, previous] = secrets;
  expect(current).toMatchObject({ secret: expect.stringMatching(/^whsec_/), expires_on: null });
  expect(previous).toMatchObject({ id: first?.id, secret: first?.secret });
  const hours = (Date.parse(previous.expires_on) - Date.parse(current.created_on)) / 3_600_000;
  expect(hours).toBe(24);
  const { stdout } = await till("webhook-secret", "show", ...of);
  const lines = `${current.secret}\n${previous.secret}  expires ${previous.expires_on}\n`;
  expect(stdout).toContain(lines);
  const where = { action: "webhook_secret.rotated", accountId: testAccount.id };
  expect(await database().prisma.auditEntry.count({ where })).toBe(1);
});

test("check compares payments with the provider's charges, and reports its coverage", async () => {
  const [paid, polled] = [await openSession(), await openSession()];
  await pay(paid.id);
  await matchAll();
  await pay(polled.id, cards.needsApproval);
  const setCharge = (reference: string, data: object) =>
    database().prisma.testProviderPayment.updateMany({ where: { reference }, data });
  // Charged by the bank, but not polled since.
  await setCharge(polled.id, { state: "paid", charges: 1 });
  const { code, stdout } = await till("check");
  expect(code).toBe(0);
  expect(stdout.split("\n")).toEqual([
    expect.stringMatching(/^Ledger OK: \d+ invariants hold\.$/),
    expect.stringMatching(
      /^Payments OK: \d+ invariants hold; compared 2 charges at the test provider \(1 still being polled\); Stripe is not configured; bank transfer is not configured\.$/,
    ),
    ...(isUsed("billing") ? [expect.stringMatching(/^Billing OK: \d+ invariants hold\.$/)] : []),
    "",
  ]);
  const since = new Date(0).toISOString();
  expect(await tillJson("check")).toEqual({
    ok: true,
    invariants: expect.any(Number),
    faults: [],
    books: [{ provider: "test", since, charges: 2, unsettled: 1 }],
    not_compared: [],
    stopped_lots: [],
  });

  await setCharge(paid.id, { refunded: 1n });
  const broken = await till("check");
  expect(broken.code).toBe(1);
  expect(broken.stdout).toMatch(/^Ledger OK/);
  expect(broken.stdout).toContain(
    "Payments INCONSISTENT: 1 row violates an invariant:\n  violated: a charge has its payment's session, amount, currency and refund: ",
  );
  expect(broken.stdout).toContain(paid.id);
  await setCharge(paid.id, { refunded: 0n });
});

test("match fulfills orders, and check verifies the ledger", async () => {
  const { account } = await makeAccount();
  const { portfolioId, lotIds } = await makeStock({ tonnes: 2 });
  for (const kg of [1500, 1000]) {
    const input = { amount_kg: kg, portfolio_id: portfolioId, subaccountId: null };
    await placeOrder(contextOf(account), input);
  }
  expect(await tillJson("match")).toEqual({ matched: 1, waiting: 1 });
  expect(await tillJson("check")).toMatchObject({ ok: true, faults: [] });

  await database().transaction(async (db) => {
    await db.prisma.$executeRawUnsafe("SET LOCAL session_replication_role = replica");
    await db.prisma.creditLot.updateMany({
      where: { id: { in: lotIds } },
      data: { retiredKg: 1499n },
    });
  });
  const { code, stdout } = await till("check");
  expect(code).toBe(1);
  expect(stdout).toContain("a lot's retired kg are the sum, and the end, of its retirements");
  expect(stdout).toContain(lotIds[0]);
  const broken = await till("check", "--json");
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout)).toMatchObject({
    ok: false,
    faults: [{ row: { lot_id: lotIds[0], retired_kg: 1499, sum_kg: 1500 } }],
  });
});

test("billing terms sets how an account pays from now on", async () => {
  const { live } = await makeAccount();
  const terms = ["billing", "terms", "--account", live.slug, "--mode", "live", "--terms"];
  expect(await tillJson(...terms, "billed_elsewhere")).toEqual({
    account: live.id,
    terms: "billed_elsewhere",
    currency: "usd",
    credit_limit: null,
    credit_limit_usd_cents: null,
  });
  const { code, stderr } = await runTill(folder, [...terms, "none"]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("must be chosen")]);
});
