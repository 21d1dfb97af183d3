import type { Prisma } from "#prisma";
import type { Account, Actor, Context } from "./context";
import type { Change } from "./edits";
import { firstIdAt, newId } from "./id";

interface Entry {
  action: string;
  subjectId?: string | null;
  data?: Record<string, string | number | boolean | null>;
  /** Fields with both values, as `changesOf` allows. */
  changes?: Record<string, Change>;
  /** Defaults to the context's account, or else to the operator's log. */
  accountId?: string | null;
}

const BATCH = 1_000;

/** Identifies who did something; null for the public. */
export function actorId(actor: Actor): string | null {
  if (actor.type === "key" || actor.type === "person") return actor.id;
  return actor.type === "system" ? actor.name : null;
}

function dataOf({ data = {}, changes = {} }: Entry): Prisma.InputJsonObject {
  if (Object.keys(changes).length === 0) return data;
  return { ...data, changes: JSON.parse(JSON.stringify(changes)) };
}

function toRow(ctx: Context & { account?: Account }, entry: Entry) {
  return {
    id: newId("auditEntry"),
    accountId: entry.accountId ?? ctx.account?.id ?? null,
    actorType: ctx.actor.type,
    actorId: actorId(ctx.actor),
    action: entry.action,
    subjectId: entry.subjectId ?? null,
    data: dataOf(entry),
    requestId: ctx.requestId,
    createdAt: ctx.now,
  };
}

/** Runs in the transaction of the action. */
export async function recordAudit(
  ctx: Context & { account?: Account },
  entry: Entry,
): Promise<void> {
  await ctx.db.prisma.auditEntry.create({ data: toRow(ctx, entry) });
}

/** Records any number of entries, a thousand per statement. */
export async function recordAudits(
  ctx: Context & { account?: Account },
  entries: readonly Entry[],
): Promise<void> {
  for (let start = 0; start < entries.length; start += BATCH) {
    const data = entries.slice(start, start + BATCH).map((entry) => toRow(ctx, entry));
    await ctx.db.prisma.auditEntry.createMany({ data });
  }
}

/** Deletes entries from before the time. Returns how many. */
export async function deleteOldAudits(
  { db }: Pick<Context, "db">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { auditEntry } = db.prisma;
  const old = await auditEntry.findMany({
    where: { id: { lt: firstIdAt("auditEntry", before) } },
    select: { id: true },
    orderBy: { id: "asc" },
    take: limit,
  });
  const ids = old.map(({ id }) => id);
  return (await auditEntry.deleteMany({ where: { id: { in: ids } } })).count;
}
