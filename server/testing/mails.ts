import { database } from "#core/db";
import type { JobKindName } from "#domain/queue";

const kinds: JobKindName[] = ["customer-mail", "person-mail"];
const states: Partial<Record<string, "due" | "sent">> = { queued: "due", done: "sent" };

/** Mails about a subject, oldest first; `kind` is the template. */
export async function mailsAbout(subjectId: string) {
  const where = { subjectId, kind: { in: kinds } };
  const jobs = await database().prisma.job.findMany({ where, orderBy: { id: "asc" } });
  return jobs.map(({ id, key, state, attempts, runAt, lastError, endedAt }) => ({
    id,
    kind: key.split(":", 1)[0] ?? "",
    state: states[state] ?? "dropped",
    jobState: state,
    attempts,
    dueAt: runAt,
    lastError,
    settledAt: endedAt,
  }));
}

/** Makes queued mails due now: those of the subject, or all. */
export async function makeMailsDue(subjectId?: string): Promise<void> {
  const where = { ...(subjectId && { subjectId }), kind: { in: kinds }, state: "queued" };
  await database().prisma.job.updateMany({ where, data: { runAt: new Date() } });
}

/** Drops queued mails, so that the next test doesn't send them. */
export async function dropMails(): Promise<void> {
  const where = { kind: { in: kinds }, state: "queued" };
  const data = { state: "stopped", runner: null, endedAt: new Date() };
  await database().prisma.job.updateMany({ where, data });
}
