// The mails to a session's customer: when each is sent, and the facts that it is written from.
import { z } from "zod";
import type { Context } from "#core/context";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { languageOf } from "#core/language";
import { type Params, queriesOn, type Table } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { OrderTables } from "#domain/orders";
import { type MailTemplate, mailOf, type PreparedMail } from "#domain/queue";
import type { Portfolio, Prisma } from "#prisma";
import { instructionsMail } from "./instructions-mail";
import { type MailKind, mailKinds } from "./mail-rules";
import { type MailFacts, renderMail } from "./render-mail-rules";
import type { CheckoutTables } from "./tables";

interface Portfolios {
  portfolios: Table<Portfolio, Prisma.PortfolioUncheckedCreateInput>;
}

const query = queriesOn<CheckoutTables & AccountTables & OrderTables & Portfolios>();

const find = query(
  "checkout-find-mail-subject",
  (db, { checkoutSessionId }: Params<{ checkoutSessionId: string }>) =>
    db
      .selectFrom("checkoutSessions as session")
      .innerJoin("accounts", "accounts.id", "session.accountId")
      .innerJoin("portfolios", (join) =>
        join
          .onRef("portfolios.mode", "=", "session.mode")
          .onRef("portfolios.id", "=", "session.portfolioId"),
      )
      .leftJoin("subaccounts", (join) =>
        join
          .onRef("subaccounts.accountId", "=", "session.accountId")
          .onRef("subaccounts.id", "=", "session.subaccountId"),
      )
      .leftJoin("orders", (join) =>
        join
          .onRef("orders.accountId", "=", "session.accountId")
          .onRef("orders.id", "=", "session.orderId"),
      )
      .leftJoin("payments", (join) =>
        join
          .onRef("payments.accountId", "=", "session.accountId")
          .onRef("payments.checkoutSessionId", "=", "session.id"),
      )
      .where("session.id", "=", checkoutSessionId)
      .select(["session.id as sessionId", "session.mode"])
      .select(["session.amountKg", "session.pricePerKgUsdCents", "session.priceUsdCents"])
      .select(["session.cancelUrl", "session.customerEmail", "session.language"])
      .select(["portfolios.name as portfolioName", "orders.id as orderId"])
      .select(["orders.state as orderState", "orders.settledAt"])
      .select(["payments.paidAt", "payments.updatedAt"])
      .select(({ fn }) => [
        fn.coalesce("subaccounts.name", "accounts.name").as("shopName"),
        fn.coalesce("orders.beneficiaryName", "session.beneficiaryName").as("beneficiaryName"),
      ]),
);

/** A session, and what it came to. */
type Subject = Awaited<ReturnType<typeof find>>[number];

/** When it happened that the mail reports. */
function momentOf(kind: MailKind, subject: Subject, createdAt: Date): Date {
  const moments: Record<MailKind, Date | null> = {
    receipt: subject.paidAt,
    certificate: subject.settledAt,
    failure: subject.updatedAt,
    refund: subject.updatedAt,
  };
  return moments[kind] ?? createdAt;
}

function factsOf(subject: Subject, at: Date): MailFacts {
  const { orderId } = subject;
  const certificate = orderId && `${appUrl()}/certificates/${orderId}`;
  return {
    isTest: subject.mode === "test",
    shopName: subject.shopName,
    portfolioName: subject.portfolioName,
    amountKg: subject.amountKg,
    pricePerKgCents: subject.pricePerKgUsdCents,
    priceCents: subject.priceUsdCents,
    beneficiaryName: subject.beneficiaryName,
    orderNumber: orderId && orderNumber(orderId),
    isOrderCancelled: subject.orderState === "cancelled",
    at,
    urls: {
      checkout: `${appUrl()}/checkout/${subject.sessionId}?lang=${subject.language}`,
      certificate,
      pdf: certificate && `${certificate}/pdf`,
      shop: subject.cancelUrl,
    },
  };
}

const refused = (reason: string): PreparedMail => ({ state: "refused", reason });

const CustomerMail = z.object({ checkoutSessionId: z.string() });
type CustomerMail = z.infer<typeof CustomerMail>;

async function prepare(
  ctx: Context,
  kind: MailKind,
  { params, createdAt }: { params: CustomerMail; createdAt: Date },
): Promise<PreparedMail> {
  const [subject] = await find(ctx.db, params);
  if (!subject) return refused("the session does not exist");
  if (subject.customerEmail === null) return refused("the session has no e-mail address");
  if (kind === "certificate") {
    if (subject.orderState === "placed") return { state: "wait" };
    if (subject.orderState !== "fulfilled") return refused("the order is cancelled");
  }
  const language = languageOf(subject.language) ?? "en";
  const facts = factsOf(subject, momentOf(kind, subject, createdAt));
  const content = renderMail(kind, facts, language);
  return { state: "ready", to: subject.customerEmail, language, content };
}

const templateOf = (kind: MailKind): MailTemplate<CustomerMail> => ({
  name: kind,
  audience: "customers",
  params: CustomerMail,
  prepare: (ctx, mail) => prepare(ctx, kind, mail),
});

const templates = new Map(mailKinds.map((kind) => [kind, templateOf(kind)]));

/** The templates of mails to customers. */
export const customerMails = [...templates.values(), instructionsMail];

/** The mail of this kind about a session: each kind at most once. */
export function sessionMail(
  kind: MailKind,
  session: { accountId: string; checkoutSessionId: string },
) {
  const { accountId, checkoutSessionId } = session;
  return mailOf(templates.get(kind) ?? templateOf(kind), {
    key: checkoutSessionId,
    params: { checkoutSessionId },
    accountId,
    subjectId: checkoutSessionId,
  });
}
