// The mails in the queue, as tests look at them and move their times.
import { database } from "#core/db";
import type { JobKindName } from "#domain/queue";

const kinds: JobKindName[] = ["customer-mail", "person-mail"];
const states: Partial<Record<string, "due" | "sent">> = { queued: "due", done: "sent" };

/** The mails about something, in the order of their making; `kind` is the template. */
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

/** Makes what waits of these mails due now; of all, without a subject. */
export async function makeMailsDue(subjectId?: string): Promise<void> {
  const where = { ...(subjectId && { subjectId }), kind: { in: kinds }, state: "queued" };
  await database().prisma.job.updateMany({ where, data: { runAt: new Date() } });
}

/** Drops what is still to be sent, so that it is not the next test's. */
export async function dropMails(): Promise<void> {
  const where = { kind: { in: kinds }, state: "queued" };
  const data = { state: "stopped", runner: null, endedAt: new Date() };
  await database().prisma.job.updateMany({ where, data });
}
