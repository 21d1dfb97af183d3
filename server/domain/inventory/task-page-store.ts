// The SQL of looking at tasks: one of them, or page by page.
import { type Kysely, sql } from "kysely";
import type { Sql } from "#core/db";
import type { Cursor } from "#core/page";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { InventoryTables } from "./tables";
import type { Lane, Task } from "./task-rules";

type Tables = InventoryTables & AccountTables;

const query = queriesOn<Tables>();

const tasks = (db: Kysely<Tables>) =>
  db
    .selectFrom("tasks as t")
    .leftJoin("people as p", "p.id", "t.askedBy")
    .select([
      "t.id",
      "t.mode",
      "t.kind",
      "t.step",
      "t.state",
      "t.fileNames",
      "t.askedBy",
      "p.name as askedByName",
      "t.createdAt",
      "t.startedAt",
      "t.endedAt",
      "t.phase",
      "t.doneRows",
      "t.totalRows",
      "t.stopRequested",
      "t.report",
    ])
    .select((eb) => eb("t.runner", "is not", null).$castTo<boolean>().as("isRunning"));

const find = query("inventory-find-task", (db, task: Params<{ lane: Lane; id: string }>) =>
  tasks(db).where("t.lane", "=", task.lane).where("t.id", "=", task.id),
);

export async function findTask(db: Sql, lane: Lane, id: string): Promise<Task | null> {
  const [task] = await find(db, { lane, id });
  return task ?? null;
}

interface TaskPage {
  lane: Lane;
  /** The task beyond which to look; null for a page from the start. */
  cursorId: string | null;
  limit: number;
}

const pageQuery = (direction: Cursor["direction"]) =>
  query(`inventory-page-tasks-${direction}`, (db, page: Params<TaskPage>) =>
    tasks(db)
      .where("t.lane", "=", page.lane)
      .where((eb) =>
        eb.or([
          eb(sql`${page.cursorId}::text`, "is", null),
          eb("t.id", direction === "older" ? "<" : ">", page.cursorId),
        ]),
      )
      .orderBy("t.id", direction === "older" ? "desc" : "asc")
      .limit(page.limit),
  );
const pages = { older: pageQuery("older"), newer: pageQuery("newer") };

/** Tasks of the lane beyond the cursor, walking away from it; the newest come first. */
export function pageTasks(
  db: Sql,
  lane: Lane,
  { cursor, limit }: { cursor: Cursor | null; limit: number },
): Promise<Task[]> {
  const page = pages[cursor?.direction ?? "older"];
  return page(db, { lane, cursorId: cursor?.id ?? null, limit });
}
