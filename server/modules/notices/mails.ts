import { z } from "zod";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { newId } from "#core/id";
import { oneLine, type RenderedMail, renderDocument } from "#core/mail-document";
import { plural } from "#core/text";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";
import { findRecipient, type Recipient } from "./recipients";
import { type NoticeKind, noticeKinds, noticeRule, OPERATOR } from "./schema";
import { createUnsubscribeUrl } from "./unsubscribe";

const Row = z.object({ label: z.string(), value: z.string() });

const Params = z.object({
  personId: z.string(),
  scope: z.string(),
  kind: z.enum(noticeKinds),
  /** The first conditions that began at the same time, and how many there were. */
  notices: z.array(z.object({ text: z.string(), rows: z.array(Row), line: Row, to: z.string() })),
  count: z.int(),
});
type Params = z.infer<typeof Params>;

/** Of a mail's conditions, those that it lists. */
export const MAX_LISTED = 20;

interface Copy {
  heading: string;
  /** For several: heading and opening. */
  headings: (count: number) => string;
  opening: string;
  button: string;
  /** Screen with all, after the recipient's path. */
  list: string;
}

const copy: Record<NoticeKind, Copy> = {
  orders_waiting: {
    heading: "Orders wait for credits",
    headings: () => "Orders wait for credits",
    opening: "Orders wait because there are not enough credits in stock.",
    button: "View waiting orders",
    list: "/orders?state=placed",
  },
  callback_failing: {
    heading: "A server does not accept events",
    headings: (count) => `${plural(count, "server")} do not accept events`,
    opening: "Correct the receivers. Events are sent again by themselves for about three days.",
    button: "View deliveries",
    list: "/webhooks?delivery_state=pending",
  },
  key_expiring: {
    heading: "An API key expires soon",
    headings: (count) => `${plural(count, "API key")} expire soon`,
    opening: "Requests with these keys will be refused. Replace them wherever they are in use.",
    button: "View API keys",
    list: "/people",
  },
  payment_stuck: {
    heading: "A payment needs attention",
    headings: (count) => `${plural(count, "payment")} need attention`,
    opening: "The payment provider has not reported their outcome for long, or a refund waits.",
    button: "View payment",
    list: "/checkout?show=payments",
  },
  invoice_issued: {
    heading: "A new invoice",
    headings: (count) => `${count} new invoices and credit notes`,
    opening: "These documents were issued.",
    button: "View invoice",
    list: "/billing",
  },
  weekly_summary: {
    heading: "Your week",
    headings: () => "Your week",
    opening: "",
    button: "Open dashboard",
    list: "",
  },
  stock_low: {
    heading: "A project’s stock runs low",
    headings: (count) => `Stock of ${plural(count, "project")} runs low`,
    opening: "Import more of their credits. Otherwise orders are filled from others, or wait.",
    button: "View stock",
    list: "/stock",
  },
  import_done: {
    heading: "An import has ended",
    headings: (count) => `${plural(count, "import")} have ended`,
    opening: "These imports have finished, or have failed.",
    button: "View import",
    list: "/import",
  },
};

interface Rendered extends Params {
  recipient: Recipient;
  unsubscribeUrl: string;
}

/** One condition in detail, or a list of several. */
function renderNotice(mail: Rendered): RenderedMail {
  const { kind, scope, notices, count, recipient, unsubscribeUrl } = mail;
  const { heading, headings, opening, button, list } = copy[kind];
  const [only] = count === 1 ? notices : [];
  const place = oneLine(recipient.placeName);
  const label = noticeRule(scope, kind)?.label ?? kind;
  const title = only ? heading : headings(count);
  const whose = scope === OPERATOR ? "you as an operator" : place;
  const rest = count - notices.length;
  return renderDocument({
    language: "en",
    subject: `${title} · ${place}`,
    heading: title,
    notice: null,
    opening: only ? only.text : opening,
    rows: [
      ...(scope === OPERATOR ? [] : [{ label: "Account", value: place }]),
      ...(only ? only.rows : notices.map(({ line }) => line)),
    ],
    closing: rest > 0 ? [`And ${rest.toLocaleString("en-US")} more.`] : [],
    links: [{ label: button, url: `${appUrl()}${recipient.path}${only ? only.to : list}` }],
    footer: `You get this email because notifications about “${label}” are on for ${whose}.`,
    footerLinks: [
      { label: "Choose notifications", url: `${appUrl()}/admin/me#notifications` },
      { label: "Unsubscribe", url: unsubscribeUrl },
    ],
  });
}

/** Not sent to people who lost access or turned it off since it was queued. */
async function prepare(ctx: Context, params: Params): Promise<PreparedMail> {
  const recipient = await findRecipient(ctx.db, params);
  if (!recipient) return { state: "refused", reason: "the person may not get it any more" };
  if (!recipient.isOn) return { state: "refused", reason: "the person has turned it off" };
  const unsubscribeUrl = await createUnsubscribeUrl(ctx, params);
  const content = renderNotice({ ...params, recipient, unsubscribeUrl });
  return { state: "ready", to: recipient.email, language: "en", content, unsubscribeUrl };
}

const template: MailTemplate<Params> = {
  name: "notice",
  audience: "people",
  params: Params,
  prepare: (ctx, { params }) => prepare(ctx, params),
};

export const noticeMails: readonly MailTemplate[] = [template as MailTemplate];

export function noticeMail(params: Params): ReturnType<typeof mailOf> {
  const { personId, scope } = params;
  return mailOf(template, {
    key: newId("mail"),
    params,
    subjectId: personId,
    ...(scope !== OPERATOR && { accountId: scope }),
  });
}
