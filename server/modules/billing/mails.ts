import { z } from "zod";
import type { AccountContext, Context } from "#core/context";
import { formatDay } from "#core/dates";
import { appUrl } from "#core/env";
import { oneLine, renderDocument } from "#core/mail-document";
import { formatMoney } from "#core/money";
import { findAccount } from "#domain/accounts";
import { type MailTemplate, mailOf, type PreparedMail, queueMails } from "#domain/queue";
import type { Invoice } from "#prisma";
import { invoiceCopy } from "./invoice-copy";
import { getInvoice } from "./invoices";
import { getInvoicePdf } from "./stored-pdfs";

const Params = z.strictObject({ accountId: z.string(), invoiceId: z.string() });

/** A document with its account and the address of its mails; null without one. */
async function findMailed(ctx: Context, { accountId, invoiceId }: z.infer<typeof Params>) {
  const account = await findAccount(ctx, accountId);
  const profile = await ctx.db.prisma.billingProfile.findUnique({ where: { accountId } });
  if (!account || !profile) return null;
  const document = await getInvoice({ ...ctx, account }, { id: invoiceId });
  return { account, to: profile.billingEmail, document };
}

interface Mail extends NonNullable<Awaited<ReturnType<typeof findMailed>>> {
  subject: string;
  opening: string;
  rows: { label: string; value: string }[];
}

/** A mail about a document with its PDF and a link to it. */
async function readyMail(ctx: Context, mail: Mail): Promise<PreparedMail> {
  const { account, to, document, subject, opening, rows } = mail;
  const { id } = document;
  const { language, mode, issuer } = document.content;
  const copy = invoiceCopy[language];
  const name = oneLine(issuer.legal_name);
  const content = renderDocument({
    language,
    subject: `${subject} · ${name}`,
    heading: subject,
    notice: mode === "test" ? copy.testNotice : null,
    opening,
    rows,
    closing: [],
    links: [
      {
        label: copy.mailLink,
        url: `${appUrl()}/admin/${account.slug}/${account.mode}/billing/${id}/pdf`,
      },
    ],
    footer: copy.mailFooter(name),
  });
  const pdf = await getInvoicePdf({ ...ctx, account }, { id });
  const attachments = [{ name: pdf.name, contentType: "application/pdf", bytes: pdf.bytes }];
  return { state: "ready", to, language, content, attachments };
}

/** Reports a new invoice or credit note to the account's billing address. */
const issuedMail: MailTemplate<z.infer<typeof Params>> = {
  name: "invoice-issued",
  audience: "customers",
  params: Params,
  async prepare(ctx, { params }) {
    const issued = await findMailed(ctx, params);
    if (!issued) return { state: "refused", reason: "no billing profile" };
    const { content, currency } = issued.document;
    const { language, kind, number, total, due_on: dueOn } = content;
    const copy = invoiceCopy[language];
    const names = [content.issuer, content.buyer].map(({ legal_name: name }) => oneLine(name));
    const [issuer = "", buyer = ""] = names;
    return readyMail(ctx, {
      ...issued,
      subject: `${copy.titles[kind]} ${number}`,
      opening: copy.mailOpening(issuer, buyer),
      rows: [
        { label: copy.total, value: formatMoney({ minor: total, currency }, language) },
        { label: copy.period, value: copy.month(content.period) },
        ...(dueOn === null ? [] : [{ label: copy.due, value: formatDay(dueOn, language) }]),
      ],
    });
  },
};

/** Reminds the account's billing address of an overdue invoice, with its PDF. */
const reminderMail: MailTemplate<z.infer<typeof Params>> = {
  name: "invoice-overdue",
  audience: "customers",
  params: Params,
  async prepare(ctx, { params }) {
    const invoice = await findMailed(ctx, params);
    if (!invoice) return { state: "refused", reason: "no billing profile" };
    const { openAmount, content, currency } = invoice.document;
    const { language, number, due_on: dueOn } = content;
    if (openAmount === 0 || dueOn === null) return { state: "refused", reason: "nothing is open" };
    const copy = invoiceCopy[language];
    const open = formatMoney({ minor: openAmount, currency }, language);
    const due = formatDay(dueOn, language);
    return readyMail(ctx, {
      ...invoice,
      subject: copy.reminder(number),
      opening: copy.reminderOpening(oneLine(content.issuer.legal_name), due, open),
      rows: [
        {
          label: copy.total,
          value: formatMoney({ minor: content.total, currency }, language),
        },
        { label: copy.open, value: open },
        { label: copy.due, value: due },
      ],
    });
  },
};

export const billingMails = [issuedMail, reminderMail] as readonly MailTemplate[];

/** Queues the mail about a new document. */
export async function queueInvoiceMail(ctx: AccountContext, { id }: Pick<Invoice, "id">) {
  const accountId = ctx.account.id;
  const mail = { key: id, accountId, subjectId: id, params: { accountId, invoiceId: id } };
  await queueMails(ctx.db, { mails: [mailOf(issuedMail, mail)], now: ctx.now });
}

/** Queues the mail that reminds of an overdue invoice, once for each of its days. */
export async function queueReminder(
  ctx: Context,
  { id, accountId, day }: { id: string; accountId: string; day: number },
): Promise<void> {
  const key = `${id}/${day}`;
  const mail = { key, accountId, subjectId: id, params: { accountId, invoiceId: id } };
  await queueMails(ctx.db, { mails: [mailOf(reminderMail, mail)], now: ctx.now });
}
