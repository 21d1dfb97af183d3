import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { emptyDatabase } from "#testing/database";
import { listAllRows, listTableNames } from "#testing/database-rows";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { startFakeS3 } from "#testing/fake-s3";
import { placeOrder } from "#testing/place-order";
import { programArguments } from "#testing/program";

const source = process.env["DATABASE_URL"] ?? "";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-till-backup-"));
/** Each `till` takes seconds to start on a busy machine. */
const TIMEOUT_MS = 300_000;
const secret = { CT_BACKUP_PASSPHRASE: "correct horse battery" };

/** Starts `till` in a process of its own. */
function startTill(environment: Record<string, string>, args: readonly string[]) {
  const child = spawn(process.execPath, [...programArguments("server/till.ts"), ...args], {
    env: { ...process.env, ...secret, INIT_CWD: folder, ...environment },
  });
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data) => {
      output.text += data;
    });
  }
  const ended = once(child, "close").then(() => ({ code: child.exitCode, ...output }));
  return { child, ended };
}

const till = (environment: Record<string, string>, ...args: string[]) =>
  startTill(environment, args).ended;

let portfolioId: string;
let seller: Awaited<ReturnType<typeof makeAccount>>;

async function sell(amountKg: number): Promise<void> {
  const input = { portfolio_id: portfolioId, amount_kg: amountKg, subaccountId: null };
  await placeOrder(contextOf(seller.account), input);
}

beforeAll(async () => {
  seller = await makeAccount();
  ({ portfolioId } = await makeStock({ tonnes: 500 }));
  for (let amountKg = 1; amountKg <= 50; amountKg += 1) await sell(amountKg);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

it(
  "shows one moment, with consistent books, while orders are placed and matched",
  async () => {
    let isDone = false;
    const matching = async () => {
      while (!isDone) await matchAll();
    };
    const selling = async () => {
      while (!isDone) await sell(7);
    };
    const work = [matching(), selling(), selling(), selling()];
    const backup = await till({}, "backup", "--to", "busy.backup");
    isDone = true;
    await Promise.all(work);
    expect(backup).toMatchObject({ code: 0, text: expect.stringContaining("Backed up") });
    const target = await emptyDatabase();
    const restore = await till({ DATABASE_URL: target.url }, "restore", "--from", "busy.backup");
    expect(restore.text).toMatch(/WENT BACK from .* to /);
    expect(restore.text).toMatch(/^Ledger OK/m);
    expect(restore.text).toMatch(/^Payments OK/m);
    expect(restore.code).toBe(0);
    await target.drop();
  },
  TIMEOUT_MS,
);

it(
  "leaves an empty or complete database wherever a restore is killed",
  async () => {
    const backup = await till({}, "backup", "--to", "killed.backup");
    expect(backup.code, backup.text).toBe(0);
    const target = await emptyDatabase();
    const args = ["restore", "--from", "killed.backup"];
    let isRestored = false;
    for (let delayMs = 0; !isRestored; delayMs = 2 * delayMs + 400) {
      const { child, ended } = startTill({ DATABASE_URL: target.url }, args);
      const isWriting = () =>
        withClient(target.url, async (client) => {
          const { rowCount } = await client.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database()
             AND application_name = 'carbon-till restore' AND backend_xid IS NOT NULL`,
          );
          return rowCount === 1;
        });
      while (child.exitCode === null && !(await isWriting())) await sleep(20);
      await Promise.race([sleep(delayMs), ended]);
      child.kill("SIGKILL");
      const { code, text } = await ended;
      // One that ended before it was killed is complete.
      expect(code ?? 0, text).toBe(0);
      // PostgreSQL ends the session when it next reads or writes.
      while (await isWriting()) await sleep(20);
      const tables = await listTableNames(target.url);
      isRestored = tables.length > 0;
      if (isRestored) expect((await listAllRows(target.url))["orders"]?.length).toBeGreaterThan(50);
    }
    const again = await till({ DATABASE_URL: target.url }, ...args);
    expect(again).toMatchObject({ code: 1, text: expect.stringContaining("not empty") });
    expect(await till({ DATABASE_URL: target.url }, "check")).toMatchObject({ code: 0 });
    await target.drop();
  },
  TIMEOUT_MS,
);

it(
  "leaves no file that looks complete when a backup is killed",
  async () => {
    const fake = await startFakeS3();
    fake.objects.set("logos/slow.png", { contentType: "image/png", body: Buffer.from("slow") });
    // The bucket comes last: by then all tables are written.
    fake.faults.push({ delayMs: 60_000 });
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = fake.settings;
    const settings = {
      CT_S3_ENDPOINT: endpoint ?? "",
      CT_S3_BUCKET: bucket,
      CT_S3_REGION: region,
      CT_S3_ACCESS_KEY_ID: accessKeyId,
      CT_S3_SECRET_ACCESS_KEY: secretAccessKey,
    };
    const shelf = path.join(folder, "shelf");
    fs.mkdirSync(shelf);
    const { child, ended } = startTill(settings, ["backup", "--to", "shelf"]);
    while (fake.requests.length === 0 && child.exitCode === null) await sleep(20);
    child.kill("SIGKILL");
    const { text } = await ended;
    expect(fs.readdirSync(shelf), text).toEqual([expect.stringMatching(/\.partial$/)]);
    expect((await till({}, "backup", "--list", "shelf")).text).toBe("No backups.\n");
    expect(await till(settings, "backup", "--to", "shelf", "--json")).toMatchObject({ code: 0 });
    const [name = ""] = fs.readdirSync(shelf).filter((it) => it.endsWith(".backup"));
    const verified = await till({}, "backup", "--verify", `shelf/${name}`);
    expect(verified.text).toMatch(/^Complete: /);
    expect(verified.text).toContain("1 file,");
    await fake.close();
  },
  TIMEOUT_MS,
);

it(
  "refuses to write a backup that anyone could read",
  async () => {
    const refused = await till({ CT_BACKUP_PASSPHRASE: "" }, "backup", "--to", "plain.backup");
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("always encrypted") });
    expect(fs.existsSync(path.join(folder, "plain.backup"))).toBe(false);
  },
  TIMEOUT_MS,
);

it(
  "moves the embedded database to another server, and never starts with the old one",
  async () => {
    const embedded = { DATABASE_URL: "", CT_DATA_DIR: path.join(folder, "data") };
    await till({}, "backup", "--to", "moved.backup");
    expect(await till(embedded, "restore", "--from", "moved.backup")).toMatchObject({ code: 0 });
    const full = await emptyDatabase();
    await withClient(full.url, (client) => client.query("CREATE TABLE other (id int)"));
    const url = new URL(full.url);
    const withPassword = { ...embedded, PGPASSWORD: url.password };
    url.password = "";
    const refused = await till(withPassword, "move", "--to", url.href);
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("not empty") });
    expect(await till(embedded, "check")).toMatchObject({ code: 0 });

    const target = await emptyDatabase();
    const file = path.join(folder, "target");
    fs.writeFileSync(file, `${target.url}\n`, { mode: 0o600 });
    const moved = await till({ ...embedded, CT_MOVE_TO_FILE: file }, "move");
    expect(moved.text).toContain("Now set DATABASE_URL");
    expect(moved.text).toMatch(/^Ledger OK/m);
    expect(moved.code).toBe(0);
    const orders = (url: string) => listAllRows(url).then((rows) => rows["orders"]);
    expect(await orders(target.url)).toEqual(await orders(source));
    const old = await till(embedded, "check");
    const isMoved = { code: 1, text: expect.stringContaining("Set DATABASE_URL to ") };
    expect(old).toMatchObject(isMoved);
    // Neither a copy of what was sold since, nor a backup of it in place of a good one.
    const other = await emptyDatabase();
    expect(await till(embedded, "move", "--to", other.url)).toMatchObject(isMoved);
    expect(await till(embedded, "backup", "--to", "old.backup")).toMatchObject(isMoved);
    await other.drop();
    await Promise.all([full.drop(), target.drop()]);
  },
  TIMEOUT_MS,
);
