import { z } from "zod";
import type { Context } from "#core/context";
import { customerMails, sellerMails } from "#domain/checkout";
import { emailChangeMails, linkMails, securityMails } from "#domain/people";
import type { JobResult, MailAudience, MailTemplate } from "#domain/queue";
import { MailDelayed, MailRefused, mailer } from "#gateways/mail";
import { modules } from "#modules";
import { type JobRun, type JobRunner, reasonOf } from "./job-runner";

const mailTemplates: readonly MailTemplate[] = [
  ...customerMails,
  ...sellerMails,
  ...linkMails,
  ...securityMails,
  ...emailChangeMails,
  ...modules.flatMap(({ mails = [] }) => mails),
];

const MailPayload = z.object({ template: z.string(), params: z.unknown() });
type MailPayload = z.infer<typeof MailPayload>;

const FIRST_WAIT_MS = 2000;
const MAX_WAIT_MS = 5 * 60_000;

/**
 * Returns how long to wait for what a mail reports: as long as it has waited so far, within bounds.
 */
export function mailWaitMs(ageMs: number): number {
  return Math.min(Math.max(ageMs, FIRST_WAIT_MS), MAX_WAIT_MS);
}

/** A mail that is refused after failed attempts counts as a failure. */
function refusedAfter(attempts: number, reason: string): JobResult {
  return { state: attempts > 1 ? "failed" : "refused", reason };
}

// A mailer's messages contain no address, so they may be stored and logged.
function resultOf(ctx: Context, jobId: string, error: unknown): JobResult {
  if (error instanceof MailRefused) return { state: "refused", reason: error.message };
  if (error instanceof MailDelayed) return { state: "retry", reason: error.message };
  ctx.log.error({ event: "mail.failed", err: error, jobId }, "could not create or send a mail");
  return { state: "retry", reason: "it could not be made or handed over" };
}

async function sendMail(
  audience: MailAudience,
  { ctx, job, payload }: JobRun<MailPayload>,
): Promise<JobResult> {
  const template = mailTemplates.find(
    (it) => it.name === payload.template && it.audience === audience,
  );
  if (!template) return { state: "failed", reason: `no template is named ${payload.template}` };
  const params = template.params.safeParse(payload.params);
  if (!params.success) return { state: "failed", reason: reasonOf(params.error, ["params"]) };
  try {
    const { createdAt, attempts } = job;
    const mail = await template.prepare(ctx, { params: params.data, createdAt });
    if (mail.state === "refused") return refusedAfter(attempts, mail.reason);
    if (mail.state === "replaced") return { state: "refused", reason: mail.reason };
    if (mail.state === "wait") {
      return { state: "wait", forMs: mailWaitMs(ctx.now.getTime() - createdAt.getTime()) };
    }
    const { to, language, content, sender, attachments = [], unsubscribeUrl } = mail;
    const id = template.differsEachTime ? `${job.id}-${attempts}` : job.id;
    const facts = { id, to, language, attachments, ...(unsubscribeUrl && { unsubscribeUrl }) };
    await mailer(audience).send({ ...facts, ...content, ...(sender && { sender }) });
    return { state: "done" };
  } catch (error) {
    return resultOf(ctx, job.id, error);
  }
}

export function mailRunner(audience: MailAudience): JobRunner<MailPayload> {
  return { payload: MailPayload, run: (run) => sendMail(audience, run) };
}
