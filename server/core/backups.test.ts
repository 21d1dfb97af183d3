import { beforeAll, expect, it } from "vitest";
import { systemContext } from "#testing/factories";
import { dismissRestore, findLastBackup, findUnreadRestore } from "./backups";
import { database } from "./db";

const HOUR = 3_600_000;
const now = new Date("2026-11-23T12:00:00Z");
const before = (hours: number) => new Date(now.getTime() - hours * HOUR);
const context = () => ({ ...systemContext(), now });

beforeAll(async () => {
  await database().prisma.backupRecord.deleteMany();
});

function record(kind: "backup" | "restore", hours: number, bytes: bigint | null = null) {
  const [recordedAt, takenAt] = [before(hours), before(hours + 1)];
  return database().prisma.backupRecord.create({ data: { kind, recordedAt, takenAt, bytes } });
}

it("finds the last backup, and says when it is older than a night and two hours", async () => {
  expect(await findLastBackup(context())).toBeNull();
  await record("backup", 26);
  expect(await findLastBackup(context())).toMatchObject({ isTooOld: true, bytes: null });
  await record("backup", 24, 12_345_678n);
  expect(await findLastBackup(context())).toEqual({
    takenAt: before(25),
    bytes: 12_345_678,
    isTooOld: false,
  });
});

it("shows a restore until it is dismissed once, which the audit log records", async () => {
  expect(await findUnreadRestore(context())).toBeNull();
  await record("restore", 3);
  expect(await findUnreadRestore(context())).toMatchObject({ takenAt: before(4) });
  const dismiss = () =>
    database().transaction((db) => dismissRestore({ ...systemContext(), now, db }));
  await dismiss();
  expect(await findUnreadRestore(context())).toBeNull();
  await expect(dismiss()).rejects.toMatchObject({ status: 404 });
  const action = "installation.restore_dismissed";
  expect(await database().prisma.auditEntry.count({ where: { action } })).toBe(1);
  await record("restore", 1);
  expect(await findUnreadRestore(context())).toMatchObject({ takenAt: before(2) });
});
