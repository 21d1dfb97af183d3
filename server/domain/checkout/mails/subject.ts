import type { CheckoutTables } from "#checkout/tables";
import { appUrl } from "#core/env";
import { languageOf } from "#core/language";
import { type Params, queriesOn } from "#core/query";
import type { AccountTables } from "#domain/accounts";
import type { CatalogueTables } from "#domain/catalogue";
import type { OrderTables } from "#domain/orders";

const query = queriesOn<CheckoutTables & AccountTables & OrderTables & CatalogueTables>();

export const findSubject = query(
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
      .select(["session.amountKg", "session.price", "session.currency"])
      .select(["session.pricePerKg", "session.pricePerTonne"])
      .select(["session.cancelUrl", "session.customerEmail", "session.language"])
      .select(["session.withdrawnAt", "session.accountId"])
      .select(["portfolios.name as portfolioName", "portfolios.id as portfolioId"])
      .select("orders.id as orderId")
      .select(["orders.state as orderState", "orders.settledAt"])
      .select("payments.id as paymentId")
      .select(["payments.paidAt", "payments.updatedAt", "payments.state as paymentState"])
      .select(["payments.provider", "payments.providerPaymentId"])
      .select(["payments.refunded", "payments.refunding"])
      .select(["payments.unapplied", "payments.unappliedReturnedAt"])
      .select(({ fn }) => [
        fn.coalesce("subaccounts.name", "accounts.name").as("shopName"),
        fn.coalesce("orders.beneficiaryName", "session.beneficiaryName").as("beneficiaryName"),
      ]),
);

/** A session with its order and payment. */
export type Subject = Awaited<ReturnType<typeof findSubject>>[number];

export const languageFor = ({ language }: Subject) => languageOf(language) ?? "en";

export const checkoutUrl = (subject: Subject) =>
  `${appUrl()}/checkout/${subject.sessionId}?lang=${languageFor(subject)}`;
