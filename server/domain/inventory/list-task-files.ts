// The files of an import, as they were sent.
import type { Context } from "#core/context";

/** In the order in which they were chosen. */
export function listTaskFiles(
  ctx: Context,
  { id }: { id: string },
): Promise<{ name: string; bytes: Uint8Array }[]> {
  return ctx.db.prisma.taskFile.findMany({
    where: { taskId: id },
    orderBy: { position: "asc" },
    select: { name: true, bytes: true },
  });
}
