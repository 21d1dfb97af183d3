import { z } from "zod";
import type { AccountContext } from "#core/context";
import { formatDay } from "#core/dates";
import { appUrl } from "#core/env";
import { oneLine, renderDocument } from "#core/mail-document";
import { formatMoney } from "#core/money";
import { findAccount } from "#domain/accounts";
import { type MailTemplate, mailOf, queueMails } from "#domain/queue";
import type { Invoice } from "#prisma";
import { invoiceCopy } from "./invoice-copy";
import { getInvoice } from "./invoices";
import { getInvoicePdf } from "./stored-pdfs";

const Params = z.strictObject({ accountId: z.string(), invoiceId: z.string() });

/** Reports a new invoice or credit note to the account's billing address, with its PDF and a link to it. */
const issuedMail: MailTemplate<z.infer<typeof Params>> = {
  name: "invoice-issued",
  audience: "customers",
  params: Params,
  async prepare(ctx, { params: { accountId, invoiceId } }) {
    const account = await findAccount(ctx, accountId);
    const profile = await ctx.db.prisma.billingProfile.findUnique({ where: { accountId } });
    if (!account || !profile) return { state: "refused", reason: "no billing profile" };
    const { content } = await getInvoice({ ...ctx, account }, { id: invoiceId });
    const { language, kind, number, total_usd_cents: total, due_on: dueOn } = content;
    const copy = invoiceCopy[language];
    const title = `${copy.titles[kind]} ${number}`;
    const issuer = oneLine(content.issuer.legal_name);
    const rows = [
      { label: copy.total, value: formatMoney(total, "USD", language) },
      { label: copy.period, value: copy.month(content.period) },
      ...(dueOn === null ? [] : [{ label: copy.due, value: formatDay(dueOn, language) }]),
    ];
    const document = renderDocument({
      language,
      subject: `${title} · ${issuer}`,
      heading: title,
      notice: content.mode === "test" ? copy.testNotice : null,
      opening: copy.mailOpening(issuer, oneLine(content.buyer.legal_name)),
      rows,
      closing: [],
      links: [
        {
          label: copy.mailLink,
          url: `${appUrl()}/admin/${account.slug}/${account.mode}/billing/${invoiceId}/pdf`,
        },
      ],
      footer: copy.mailFooter(issuer),
    });
    const { name, bytes } = await getInvoicePdf({ ...ctx, account }, { id: invoiceId });
    const attachments = [{ name, contentType: "application/pdf", bytes }];
    return { state: "ready", to: profile.billingEmail, language, content: document, attachments };
  },
};

export const billingMails: readonly MailTemplate[] = [issuedMail as MailTemplate];

/** Queues the mail about a new document. */
export async function queueInvoiceMail(ctx: AccountContext, { id }: Pick<Invoice, "id">) {
  const accountId = ctx.account.id;
  const mail = { key: id, accountId, subjectId: id, params: { accountId, invoiceId: id } };
  await queueMails(ctx.db, { mails: [mailOf(issuedMail, mail)], now: ctx.now });
}
