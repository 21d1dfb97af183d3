// The SQL of which links wait to be mailed.
import { type Backlog, COUNTED, LOST_MS } from "#core/backlog";
import type { Sql } from "#core/db";
import { firstIdAt } from "#core/id";
import { type Params, queriesOn } from "#core/query";
import type { PeopleTables } from "./tables";

const query = queriesOn<PeopleTables>();

const findBacklog = query(
  "people-link-backlog",
  (db, { now, since }: Params<{ now: Date; since: string }>) =>
    db
      .with(
        (cte) => cte("waiting").materialized(),
        (qb) =>
          qb
            .selectFrom("mailedLinks")
            .select(["dueAt", "lastError"])
            .where("dueAt", "is not", null)
            .where("endedAt", "is", null)
            .orderBy("dueAt")
            .limit(COUNTED),
      )
      .selectFrom("waiting")
      .select(({ fn, selectFrom }) => [
        fn.countAll<number>().filterWhere("dueAt", "<=", now).as("due"),
        fn.min<Date | null>("dueAt").filterWhere("dueAt", "<=", now).as("oldestDueAt"),
        fn.countAll<number>().filterWhere("dueAt", ">", now).as("later"),
        fn.count<number>("lastError").as("retrying"),
        selectFrom("mailedLinks")
          .select((eb) => eb.fn.countAll<number>().as("links"))
          .where("id", ">=", since)
          .where("dueAt", "is", null)
          .where("endedAt", "is", null)
          .where("lastError", "is not", null)
          .$asScalar()
          .$notNull()
          .as("lost"),
      ]),
);

/** As of now. */
export async function countLinks(db: Sql, now: Date): Promise<Backlog> {
  const since = firstIdAt("mailedLink", new Date(now.getTime() - LOST_MS));
  const [backlog] = await findBacklog(db, { now, since });
  if (!backlog) throw new Error("a backlog was not counted");
  return backlog;
}
