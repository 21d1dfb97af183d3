import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { withClient } from "#core/db-client";
import { log } from "#core/log";
import { emptyDatabase, type TestDatabase } from "#testing/database";
import { listAllRows, listKeysOf, listTableNames } from "#testing/database-rows";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { dumpDatabase } from "./dump-database";
import { loadDatabase } from "./load-database";
import { migrate, migrationsFolder } from "./migrations";
import { restoreBackup } from "./restore-backup";
import { backupFile, deleteOldBackups, listBackups, takeBackup, verifyBackup } from "./take-backup";

const source = process.env["DATABASE_URL"] ?? "";
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-backup-"));
const file = path.join(folder, "whole.backup");
const logo = { key: "logos/one.png", contentType: "image/png", bytes: Buffer.from([0, 10, 255]) };

async function* files() {
  yield logo;
}

let key: { identity: string };
let lock: { recipient: string };
let target: TestDatabase;

const query = (url: string, sql: string) =>
  withClient(url, async (client) => (await client.query(sql)).rows);

async function sell(kilograms: readonly number[]): Promise<void> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock({ tonnes: 5 });
  for (const amountKg of kilograms) {
    const input = { portfolio_id: portfolioId, amount_kg: amountKg, subaccountId: null };
    await placeOrder(contextOf(account), input);
  }
  await matchAll();
}

beforeAll(async () => {
  const identity = await generateIdentity();
  key = { identity };
  lock = { recipient: await identityToRecipient(identity) };
  await sell([1, 900, 9000]);
  await takeBackup(source, file, { lock, files: files(), log });
});
beforeEach(async () => {
  target = await emptyDatabase();
});
afterEach(() => target.drop());
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Writes a changed copy of the backup, or of a folder of migrations. */
function changedBackup(change: (bytes: Buffer) => Buffer): string {
  const copy = path.join(folder, "changed.backup");
  fs.writeFileSync(copy, change(fs.readFileSync(file)));
  return copy;
}

function changedMigrations(change: (copy: string) => void): string {
  const copy = fs.mkdtempSync(path.join(folder, "migrations-"));
  fs.cpSync(migrationsFolder(), copy, { recursive: true });
  change(copy);
  return copy;
}

const newest = () => fs.readdirSync(migrationsFolder()).sort().at(-1) ?? "";

describe("a restore", () => {
  it("has every row, key and index, and records when the installation went back", async () => {
    const { header, restoredAt } = await restoreBackup(target.url, file, { key, log });
    expect(await listKeysOf(target.url)).toEqual(await listKeysOf(source));
    const { files: stored, backup_records: _, ...rows } = await listAllRows(target.url);
    const { files: before, backup_records: __, ...expected } = await listAllRows(source);
    const audited = (rows["audit_entries"] ?? []).filter((row) => row.includes("restored"));
    rows["audit_entries"] = (rows["audit_entries"] ?? []).filter((row) => !audited.includes(row));
    expect(rows).toEqual(expected);
    expect(stored).toHaveLength((before?.length ?? 0) + 1);
    const logos = await query(target.url, "SELECT bytes FROM files WHERE key = 'logos/one.png'");
    expect(logos).toEqual([{ bytes: logo.bytes }]);
    const records = await query(
      target.url,
      "SELECT kind, recorded_at, taken_at FROM backup_records",
    );
    expect(records).toEqual([
      { kind: "restore", recorded_at: restoredAt, taken_at: new Date(header.takenAt) },
    ]);
    expect(audited).toEqual([expect.stringContaining(header.takenAt)]);
  });

  it("refuses a database that is not empty, and changes nothing", async () => {
    await query(target.url, "CREATE TABLE other AS SELECT 1 AS one");
    await expect(restoreBackup(target.url, file, { key, log })).rejects.toThrow(/not empty/);
    expect(await listAllRows(target.url)).toEqual({ other: ["(1)"] });
  });

  it("refuses the backup of a newer version, and says what to install", async () => {
    const older = changedMigrations((copy) =>
      fs.rmSync(path.join(copy, newest()), { recursive: true }),
    );
    const restore = restoreBackup(target.url, file, { key, log, folder: older });
    await expect(restore).rejects.toThrow(new RegExp(`newer version.*${newest()}.*Install`, "s"));
    expect(await listTableNames(target.url)).toEqual([]);
  });

  it("refuses the backup of another build", async () => {
    const other = changedMigrations((copy) =>
      fs.appendFileSync(path.join(copy, newest(), "migration.sql"), "SELECT 1;"),
    );
    const restore = restoreBackup(target.url, file, { key, log, folder: other });
    await expect(restore).rejects.toThrow(/another build/);
  });

  it("migrates the backup of an older version", async () => {
    const newer = changedMigrations((copy) => {
      const later = path.join(copy, "29990101000000_later");
      fs.mkdirSync(later);
      fs.writeFileSync(path.join(later, "migration.sql"), "CREATE TABLE later (id int);");
    });
    const { migrations } = await restoreBackup(target.url, file, { key, log, folder: newer });
    expect(migrations).toEqual(["29990101000000_later"]);
    expect(await listTableNames(target.url)).toContain("later");
  });

  it("continues sequences, and computes generated columns again", async () => {
    const own = path.join(folder, "own");
    fs.mkdirSync(path.join(own, "20260101000000_first"), { recursive: true });
    fs.writeFileSync(
      path.join(own, "20260101000000_first", "migration.sql"),
      `CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, t text,
                       length int GENERATED ALWAYS AS (length(t)) STORED);
       INSERT INTO a (t) VALUES ('one'), (E'a\\\\\tb\nc'), (NULL);`,
    );
    const former = await emptyDatabase();
    await migrate(former.url, log, own);
    await withClient(former.url, async (client) => {
      const dump = await dumpDatabase(client);
      expect(await loadDatabase(target.url, dump, { log, folder: own })).toMatchObject({ a: 3 });
    });
    expect(await query(target.url, "SELECT * FROM a")).toEqual(
      await query(former.url, "SELECT * FROM a"),
    );
    const [next] = await query(target.url, "INSERT INTO a (t) VALUES ('x') RETURNING id");
    expect(next).toEqual({ id: 4 });
    await former.drop();
  });
});

describe("a damaged backup", () => {
  const flip = (share: number) => (bytes: Buffer) => {
    const at = Math.floor((bytes.length - 1) * share);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    return bytes;
  };

  it.each([0, 0.01, 0.1, 0.5, 0.9, 1])("is noticed with a bit flipped at %d", async (share) => {
    await expect(verifyBackup(changedBackup(flip(share)), key)).rejects.toThrow(
      /damaged|cannot be opened/,
    );
  });

  it.each([0, 1, 16, 5000, 70_000])("is noticed without its last %d bytes", async (missing) => {
    const cut = changedBackup((bytes) => bytes.subarray(0, bytes.length - missing));
    const result = verifyBackup(cut, key);
    if (missing === 0) expect((await result).rows["orders"]).toBe(3);
    else await expect(result).rejects.toThrow(/damaged|cannot be opened/);
  });

  it("restores nothing", async () => {
    const damaged = changedBackup(flip(0.9));
    await expect(restoreBackup(target.url, damaged, { key, log })).rejects.toThrow(/damaged/);
    expect(await listTableNames(target.url)).toEqual([]);
  });

  it("opens with no other key or passphrase", async () => {
    const other = { identity: await generateIdentity() };
    await expect(verifyBackup(file, other)).rejects.toThrow(/cannot be opened with this key/);
    await expect(verifyBackup(file, { passphrase: "not this one" })).rejects.toThrow(
      /cannot be opened/,
    );
  });
});

describe("a backup", () => {
  it("that fails leaves no file", async () => {
    async function* failing() {
      yield logo;
      throw new Error("the bucket is gone");
    }
    const draft = path.join(folder, "failing.backup");
    const backup = takeBackup(source, draft, { lock, files: failing(), log });
    await expect(backup).rejects.toThrow("the bucket is gone");
    expect(fs.readdirSync(folder).filter((name) => name.startsWith("failing"))).toEqual([]);
  });

  it("replaces no other, and opens with its passphrase", async () => {
    const other = path.join(folder, "passphrase.backup");
    const how = { lock: { passphrase: "correct horse" }, files: files(), log };
    const { takenAt } = await takeBackup(source, other, how);
    expect(await verifyBackup(other, { passphrase: "correct horse" })).toMatchObject({
      takenAt,
      files: 1,
    });
    await expect(takeBackup(source, other, how)).rejects.toThrow(/exists already/);
    const recorded = await query(source, "SELECT taken_at, bytes::int FROM backup_records");
    const bytes = fs.statSync(other).size;
    expect(recorded).toContainEqual({ taken_at: new Date(takenAt), bytes });
  });

  it("in a folder is named by its time; the oldest ones are deleted", () => {
    const shelf = fs.mkdtempSync(path.join(folder, "shelf-"));
    const days = [1, 2, 3].map((day) => backupFile(shelf, new Date(Date.UTC(2026, 0, day))));
    for (const name of [...days, path.join(shelf, "till-notes.txt")]) fs.writeFileSync(name, "");
    expect(deleteOldBackups(shelf, 2)).toEqual([days[0]]);
    expect(listBackups(shelf).map(({ takenAt }) => takenAt)).toEqual([
      "2026-01-03T00:00:00Z",
      "2026-01-02T00:00:00Z",
    ]);
    expect(fs.readdirSync(shelf)).toContain("till-notes.txt");
  });
});
