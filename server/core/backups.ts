// Backups and restores of this installation, as recorded by `till`.
import type { Context } from "./context";
import { notFound } from "./errors";
import { recordAudit } from "./record-audit";

/** Older than this, the last of nightly backups counts as too old. */
const TOO_OLD_MS = 26 * 3_600_000;

interface Backup {
  /** The moment that it shows. */
  takenAt: Date;
  /** Null for backups of older versions. */
  bytes: number | null;
  isTooOld: boolean;
}

/** The last backup, or null if none was ever taken. */
export async function findLastBackup({
  db,
  now,
}: Pick<Context, "db" | "now">): Promise<Backup | null> {
  const row = await db.prisma.backupRecord.findFirst({
    where: { kind: "backup" },
    orderBy: { recordedAt: "desc" },
  });
  if (!row) return null;
  const { takenAt, bytes } = row;
  const isTooOld = now.getTime() - takenAt.getTime() > TOO_OLD_MS;
  return { takenAt, bytes: bytes === null ? null : Number(bytes), isTooOld };
}

/** The last restore that no operator has dismissed, or null. */
export async function findUnreadRestore({ db }: Pick<Context, "db">) {
  const row = await db.prisma.backupRecord.findFirst({
    where: { kind: "restore" },
    orderBy: { recordedAt: "desc" },
  });
  return row === null || row.dismissedAt !== null ? null : row;
}

/** @throws not-found if there is nothing to dismiss */
export async function dismissRestore(ctx: Context): Promise<void> {
  const { count } = await ctx.db.prisma.backupRecord.updateMany({
    where: { kind: "restore", dismissedAt: null },
    data: { dismissedAt: ctx.now },
  });
  if (count === 0) throw notFound("restore");
  await recordAudit(ctx, { action: "installation.restore_dismissed" });
}
