// The files that a job works on, until it needs them no more.
import { sql } from "kysely";
import type { Context } from "#core/context";
import type { Sql } from "#core/db";
import { type Params, queriesOn } from "#core/query";
import type { QueueTables } from "./tables";

const query = queriesOn<QueueTables>();

export interface JobFileContent {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

export async function storeJobFiles(
  ctx: Context,
  { jobId, files }: { jobId: string; files: readonly JobFileContent[] },
): Promise<void> {
  await ctx.db.prisma.jobFile.createMany({
    data: files.map((file, position) => ({ jobId, position, ...file })),
  });
}

/** In the order in which they were chosen. */
export function listJobFiles(
  ctx: Context,
  { jobId }: { jobId: string },
): Promise<{ name: string; bytes: Uint8Array }[]> {
  return ctx.db.prisma.jobFile.findMany({
    where: { jobId },
    orderBy: { position: "asc" },
    select: { name: true, bytes: true },
  });
}

const deleteFiles = query("jobs-drop-files", (db, of: Params<{ ids: readonly string[] }>) =>
  db.deleteFrom("jobFiles").where("jobId", "=", sql<string>`any (${of.ids}::text[])`),
);

export async function dropJobFiles(db: Sql, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await deleteFiles(db, { ids });
}
