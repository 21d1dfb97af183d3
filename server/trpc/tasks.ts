// Long work as the dashboard shows it.
import type { Task } from "#domain/registries";

const time = (at: Date | null) => at?.toISOString() ?? null;

/** What is shown of a task, with how fast it goes and what it brought. */
export function toTaskResource(task: Task) {
  const { createdAt, startedAt, endedAt, report, ...rest } = task;
  const imported = report?.import;
  return {
    ...rest,
    report,
    createdOn: createdAt.toISOString(),
    startedOn: time(startedAt),
    endedOn: time(endedAt),
    addedLots: imported ? imported.lots.after - imported.lots.before : null,
    addedKg: imported ? imported.kg.after - imported.kg.before : null,
  };
}
export type TaskShown = ReturnType<typeof toTaskResource>;
