// Each mail is a job. Its template renders it when the job runs.
import type { z } from "zod";
import type { AccountContext, Context } from "#core/context";
import type { Sql } from "#core/db";
import { firstIdAt, newId } from "#core/id";
import { changeInPages } from "#core/id-pages";
import type { Language } from "#core/language";
import type { RenderedMail } from "#core/mail-document";
import type { JobKindName } from "./job-kinds";
import { enqueueJobs } from "./job-store";

/** Each audience has its own slots, so slow mails of one don't delay the other. */
export type MailAudience = "customers" | "people";

const kinds = {
  customers: "customer-mail",
  people: "person-mail",
} as const satisfies Record<MailAudience, JobKindName>;

/** The sender of a mail to an account's customer. */
export interface MailSender {
  name: string;
  replyTo: string | null;
}

export interface MailAttachment {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/** Result of rendering a due mail. */
export type PreparedMail =
  | {
      state: "ready";
      to: string;
      language: Language;
      content: RenderedMail;
      attachments?: readonly MailAttachment[];
      /** Default: the installation's own sender. */
      sender?: MailSender;
      /** Ends further mails of the kind, by one POST (RFC 8058). */
      unsubscribeUrl?: string;
    }
  /** The event that the mail reports has not happened yet. */
  | { state: "wait" }
  /** The mail must no longer be sent, or has no recipient. */
  | { state: "refused"; reason: string }
  /** Another mail says more, and is sent instead. */
  | { state: "replaced"; reason: string };

export interface MailTemplate<Params = unknown> {
  name: string;
  audience: MailAudience;
  params: z.ZodType<Params>;
  /** Each attempt sends a different mail with its own Message-ID, for instance with a new link. */
  differsEachTime?: boolean;
  /** Called before each attempt. Its writes are committed before the mail is sent. */
  prepare(ctx: Context, mail: { params: Params; createdAt: Date }): Promise<PreparedMail>;
}

interface NewMail {
  /** Unique per template, forever. */
  key: string;
  params: object;
  accountId?: string;
  /** Id of the object that the mail is about. */
  subjectId?: string;
}

/** Checks the parameters at compile time. */
export function mailOf<Params extends object>(
  { name, audience }: Omit<MailTemplate<Params>, "prepare">,
  mail: NewMail & { params: Params },
) {
  return { name, audience, ...mail };
}

/** Ends the account's mails queued until now unsent: those of the demo's past have no recipients. */
export async function refuseQueuedMails(
  { db, account, now }: AccountContext,
  { reason }: { reason: string },
): Promise<void> {
  const kind = { in: Object.values(kinds) };
  await db.prisma.job.updateMany({
    where: { accountId: account.id, kind, state: "queued", createdAt: { lte: now } },
    data: { state: "refused", lastError: reason, endedAt: now },
  });
}

/** Queues mails in the transaction of their cause. */
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

/** The account's mails about a subject, oldest first. */
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

/**
 * Removes parameters and errors of mails that ended before the time. Their keys stay, so that no
 * mail is sent twice. Returns how many it changed.
 */
export async function removeOldMailContent(
  ctx: Pick<Context, "db" | "progress">,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { job } = ctx.db.prisma;
  const end = firstIdAt("mail", before);
  const old = {
    kind: { in: Object.values(kinds) },
    endedAt: { lt: before },
    NOT: { payload: { equals: {} } },
  };
  return changeInPages(ctx, {
    start: firstIdAt("mail", new Date(0)),
    lastOf: async (after) => {
      const page = await job.findMany({
        where: { ...old, id: { gt: after, lt: end } },
        select: { id: true },
        orderBy: { id: "asc" },
        take: limit,
      });
      return page.at(-1)?.id;
    },
    change: (id) =>
      job.updateMany({ where: { ...old, id }, data: { payload: {}, lastError: null } }),
  });
}
