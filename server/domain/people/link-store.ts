// The SQL of mailed links: those that are due are their own queue.
import type { Selectable } from "kysely";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables & AccountTables>();

interface Lease {
  now: Date;
  leasedUntil: Date;
  limit: number;
}

const leasedColumns = ["id", "kind", "email", "role", "attempts", "expiresAt"] as const;

// MATERIALIZED keeps the limit whatever the plan.
const claim = query("people-claim-links", (db, lease: Params<Lease>) =>
  db
    .with(
      (cte) => cte("due").materialized(),
      (qb) =>
        qb
          .selectFrom("mailedLinks")
          .select("id")
          .where("dueAt", "<=", lease.now)
          .where("endedAt", "is", null)
          .orderBy("dueAt")
          .limit(lease.limit)
          .forUpdate()
          .skipLocked(),
    )
    .updateTable("mailedLinks as l")
    .from("due")
    .set((eb) => ({ attempts: eb("l.attempts", "+", 1), dueAt: lease.leasedUntil }))
    .whereRef("l.id", "=", "due.id")
    .returning(leasedColumns.map((column) => `l.${column}` as const))
    .returning((eb) => [
      eb
        .selectFrom("accounts as a")
        .select("a.name")
        .whereRef("a.id", "=", "l.accountId")
        .as("accountName"),
      eb
        .selectFrom("people as p")
        .select("p.name")
        .whereRef("p.id", "=", "l.invitedBy")
        .as("inviterName"),
      eb
        .exists(eb.selectFrom("people as p").whereRef("p.email", "=", "l.email"))
        .$castTo<boolean>()
        .as("isKnown"),
    ]),
);

type Link = Selectable<PeopleTables["mailedLinks"]>;

export interface LeasedLink extends Pick<Link, (typeof leasedColumns)[number]> {
  accountName: string | null;
  inviterName: string | null;
  /** Whether anybody has the address. */
  isKnown: boolean;
}

/** Takes links that are due to be mailed, each for one attempt. */
export function claimDueLinks(db: Sql, lease: Lease): Promise<LeasedLink[]> {
  return claim(db, lease);
}

const drop = query("people-drop-link", (db, link: Params<{ id: string }>) =>
  db.deleteFrom("mailedLinks").where("id", "=", link.id),
);

/** Deletes a link that nobody is to get. */
export async function dropLink(db: Sql, id: string): Promise<void> {
  await drop(db, { id });
}

const giveHash = query("people-give-token", (db, link: Params<{ id: string; hash: Buffer }>) =>
  db.updateTable("mailedLinks").set({ tokenHash: link.hash }).where("id", "=", link.id),
);

/** Makes the link open by this token, and by none that was mailed before. */
export async function giveToken(db: Sql, id: string, hash: Buffer): Promise<void> {
  await giveHash(db, { id, hash });
}
