import { z } from "zod";
import type { Context } from "#core/context";
import { database } from "#core/db";
import { checkNotices } from "#modules/notices/check-notices";
import { chooseNotice } from "#modules/notices/choices";
import { systemContext } from "#testing/factories";

const Payload = z.object({
  params: z.object({
    scope: z.string(),
    kind: z.string(),
    count: z.int(),
    notices: z.array(z.object({ text: z.string(), to: z.string() })),
  }),
});

/** Notifications that were queued for the person, oldest first. */
export async function noticesFor({ id }: { id: string }) {
  const payload = { path: ["template"], equals: "notice" };
  const where = { subjectId: id, kind: "person-mail", payload };
  const jobs = await database().prisma.job.findMany({ where, orderBy: { id: "asc" } });
  return jobs.map((job) => Payload.parse(job.payload).params);
}

type Kind = Parameters<typeof chooseNotice>[1]["kind"];

export function check(given: { kinds?: Kind[]; now?: Date } = {}): Promise<boolean> {
  const { kinds, now = new Date() } = given;
  const ctx: Context = { ...systemContext(), now };
  return checkNotices(ctx, { database: database(), ...(kinds && { kinds }) });
}

interface Choice {
  scope: string;
  kind: Kind;
  isOn: boolean;
  days?: number;
  now?: Date;
}

export function choose({ id: personId }: { id: string }, { now = new Date(), ...choice }: Choice) {
  return database().transaction((db) =>
    chooseNotice({ ...systemContext(), db, now }, { personId, ...choice }),
  );
}
