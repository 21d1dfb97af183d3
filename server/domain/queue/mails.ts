// Mails of any template to any addressee: each is a job, and its template says what to send when it runs.
import type { z } from "zod";
import type { AccountContext, Context } from "#core/context";
import type { Sql } from "#core/db";
import { newId } from "#core/id";
import type { Language } from "#core/language";
import type { RenderedMail } from "#core/mail-document";
import type { JobKindName } from "./job-kinds";
import { enqueueJobs } from "./job-store";

/** Whom a mail is for. Each has slots of its own: neither waits for the other's slow mails. */
export type MailAudience = "customers" | "people";

const kinds = {
  customers: "customer-mail",
  people: "person-mail",
} as const satisfies Record<MailAudience, JobKindName>;

/** What a template makes of its parameters when the mail is due. */
export type PreparedMail =
  | { state: "ready"; to: string; language: Language; content: RenderedMail }
  /** What it reports has not happened yet. */
  | { state: "wait" }
  /** It must not be sent any more, or there is nobody to send it to. */
  | { state: "refused"; reason: string };

export interface MailTemplate<Params = unknown> {
  name: string;
  audience: MailAudience;
  params: z.ZodType<Params>;
  /** Each attempt sends another mail under another Message-ID, for instance with a new link. */
  differsEachTime?: boolean;
  /** Called before each attempt. Its writes are committed before the mail is sent. */
  prepare(ctx: Context, mail: { params: Params; createdAt: Date }): Promise<PreparedMail>;
}

interface NewMail {
  /** There is one mail of the template with this key, ever. */
  key: string;
  params: object;
  accountId?: string;
  /** What the mail is about. */
  subjectId?: string;
}

/** A mail as `queueMails` takes it, with its parameters checked by the compiler. */
export function mailOf<Params extends object>(
  { name, audience }: MailTemplate<Params>,
  mail: NewMail & { params: Params },
) {
  return { name, audience, ...mail };
}

/** Queues mails, in the transaction of what they report. */
export async function queueMails(
  db: Sql,
  { mails, now }: { mails: readonly ReturnType<typeof mailOf>[]; now: Date },
): Promise<void> {
  const jobs = mails.map(({ name, audience, key, params, ...rest }) => ({
    ...rest,
    id: newId("mail"),
    kind: kinds[audience],
    key: `${name}:${key}`,
    payload: { template: name, params },
  }));
  await enqueueJobs(db, { jobs, now });
}

export interface QueuedMail {
  id: string;
  template: string;
  state: "due" | "sent" | "dropped";
  createdAt: Date;
  settledAt: Date | null;
  lastError: string | null;
}

const states: Partial<Record<string, QueuedMail["state"]>> = { queued: "due", done: "sent" };

/** The account's mails about something, in the order of their making. */
export async function listMails(
  ctx: AccountContext,
  { subjectId }: { subjectId: string },
): Promise<QueuedMail[]> {
  const jobs = await ctx.db.prisma.job.findMany({
    where: { subjectId, accountId: ctx.account.id, kind: { in: Object.values(kinds) } },
    orderBy: { id: "asc" },
  });
  return jobs.map(({ id, key, state, createdAt, endedAt, lastError }) => ({
    id,
    template: key.split(":", 1)[0] ?? "",
    state: states[state] ?? "dropped",
    createdAt,
    settledAt: endedAt,
    lastError,
  }));
}
