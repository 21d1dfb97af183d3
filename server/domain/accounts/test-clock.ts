// A test account's clock is ahead of the system's time, by as much as the integrator advanced it.
import { sql } from "kysely";
import { type AccountContext, type Context, inAccountTime, systemTime } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import { recordAudit } from "#core/record-audit";
import type { AccountTables } from "./tables";

const query = queriesOn<AccountTables>();

const findOffsets = query(
  "accounts-find-clock-offsets",
  (db, { ids }: Params<{ ids: readonly string[] }>) =>
    db
      .selectFrom("accounts")
      .select(["id", "clockOffsetS"])
      .where("id", "=", sql<string>`any (${ids}::text[])`)
      .where("clockOffsetS", ">", 0),
);

const findAhead = query("accounts-find-clocks", (db, _none: Params<object>) =>
  db.selectFrom("accounts").select(["id", "clockOffsetS"]).where("clockOffsetS", ">", 0),
);

const lockOffset = query("accounts-lock-clock", (db, { id }: Params<{ id: string }>) =>
  db.selectFrom("accounts").select("clockOffsetS").where("id", "=", id).forNoKeyUpdate(),
);

/** Seconds by which clocks of these accounts are ahead; accounts without an advance are left out. */
export async function findClockOffsets(
  db: Sql,
  { ids }: { ids: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await findOffsets(db, { ids: [...new Set(ids)] });
  return new Map(rows.map(({ id, clockOffsetS }) => [id, clockOffsetS]));
}

/** The context at the time of the account that owns the row. */
export async function atTimeOf<Ctx extends Pick<Context, "db" | "now" | "clockOffsetMs">>(
  ctx: Ctx,
  { accountId, mode }: { accountId: string; mode: string },
): Promise<Ctx> {
  if (mode !== "test") return inAccountTime(ctx, { clockOffsetS: 0 });
  const offsets = await findClockOffsets(ctx.db, { ids: [accountId] });
  return inAccountTime(ctx, { clockOffsetS: offsets.get(accountId) ?? 0 });
}

/** All accounts whose clock is ahead. */
export async function listClocks(db: Sql): Promise<{ id: string; clockOffsetS: number }[]> {
  return findAhead(db, {});
}

/**
 * Sets the clock of the context's test account ahead, under a lock of its row. `decide` gets the
 * account's time and returns the later time to set. Returns the context at that time, and how many
 * seconds later it is.
 */
export async function setClockAhead(
  ctx: AccountContext,
  { decide }: { decide: (now: Date) => Date },
): Promise<{ after: AccountContext; aheadS: number }> {
  const { id } = ctx.account;
  const [row] = await lockOffset(ctx.db, { id });
  const offsetS = row?.clockOffsetS ?? 0;
  const before = inAccountTime(ctx, { clockOffsetS: offsetS });
  const aheadMs = decide(before.now).getTime() - systemTime(ctx).getTime();
  // Rounded up, so that what is due at the requested time is due.
  const clockOffsetS = Math.ceil(aheadMs / 1000);
  await ctx.db.prisma.account.update({ where: { id }, data: { clockOffsetS } });
  const account = { ...ctx.account, clockOffsetS };
  const after = inAccountTime({ ...ctx, account }, account);
  await recordAudit(after, {
    action: "test_clock.advanced",
    data: { from: before.now.toISOString(), to: after.now.toISOString() },
  });
  return { after, aheadS: clockOffsetS - offsetS };
}
