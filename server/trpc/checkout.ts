import { z } from "zod";
import { amountColumns, type Columns, fields } from "#core/csv";
import { moneyOf } from "#core/money";
import { text } from "#core/text";
import { getSubaccount } from "#domain/accounts";
import {
  CheckoutSessionFilters,
  CreateCheckoutSessionForEmail,
  CreateRefund,
  createCheckoutSession,
  dismissWarning,
  expireCheckoutSession,
  getCheckoutSession,
  getPaymentHistory,
  getPaymentSums,
  getSessionSums,
  listPayments,
  listSessionsBySearch,
  PaymentFilters,
  type PaymentSums,
  requestRefund,
  SearchCheckoutSessions,
  SearchPayments,
  toBuyerResource,
  toCheckoutSessionResource,
  toPaymentHistoryResource,
  toPaymentResource,
  toRefundResource,
} from "#domain/checkout";
import { buyerColumns } from "./buyer-columns";
import { calls, presents, presentsCsv, presentsPage } from "./calls";
import { ExportInput } from "./csv";
import { forAdmin, forCapability, forViewer, IdInput, router } from "./procedures";

/** Null: all that is left. */
const Refund = { amount: z.int().min(1).nullable(), reason: CreateRefund.shape.reason };

const forRefunds = forCapability("refunds");

type Session = Awaited<ReturnType<typeof getCheckoutSession>>;

/** The API's resource, plus details for team members. */
const toListed = (session: Session) => ({
  ...toCheckoutSessionResource(session),
  ...toBuyerResource(session),
});

/** A person reserves nothing, and has no callback URL. */
const CreateSession = CreateCheckoutSessionForEmail.omit({
  notification_config: true,
  customer_email: true,
  reservation_id: true,
}).extend({ subaccount_id: text(255, 1).nullish() });

export const toPaymentTotals = ({ payments, isCapped, paid }: PaymentSums) => ({
  count: payments,
  is_capped: isCapped,
  paid: paid && { count: paid.payments, sums: paid.sums, fees: paid.fees },
});

export const checkoutRouter = router({
  list: forViewer
    .meta({ forLimited: "filter" })
    .input(SearchCheckoutSessions)
    .query(presentsPage(listSessionsBySearch, toListed)),

  totals: forViewer
    .meta({ forLimited: "filter" })
    .input(CheckoutSessionFilters)
    .query(async ({ ctx, input }) => {
      const { sessions, isCapped, complete } = await getSessionSums(ctx, input);
      return {
        count: sessions,
        is_capped: isCapped,
        complete: complete && {
          count: complete.sessions,
          amount_kg: complete.amountKg,
          prices: complete.prices,
        },
      };
    }),

  get: forViewer
    .meta({ forLimited: "checkout_session" })
    .input(IdInput)
    .query(async ({ ctx, input }) => {
      const session = await getCheckoutSession(ctx, input);
      const { subaccountId } = session;
      const history = await getPaymentHistory(ctx, { session });
      const subaccount =
        subaccountId === null ? null : await getSubaccount(ctx, { id: subaccountId });
      return {
        ...toListed(session),
        subaccount: subaccount && { id: subaccount.id, name: subaccount.name },
        is_paying: session.paying,
        ...toPaymentHistoryResource(history),
      };
    }),

  create: forAdmin
    .meta({ forLimited: "filter" })
    .input(CreateSession)
    .mutation(async ({ ctx, input }) => {
      const { subaccount_id: subaccountId = null, email: customerEmail = null, ...terms } = input;
      const session = { ...terms, subaccountId, customerEmail, callbackUrl: null };
      return toCheckoutSessionResource(await createCheckoutSession(ctx, session));
    }),

  expire: forAdmin
    .meta({ forLimited: "checkout_session" })
    .input(IdInput)
    .mutation(presents(expireCheckoutSession, toCheckoutSessionResource)),

  refund: forRefunds
    .meta({ forLimited: "checkout_session" })
    .input(IdInput.extend(Refund))
    .mutation(presents(requestRefund, toRefundResource)),

  dismissWarning: forRefunds
    .meta({ forLimited: "checkout_session" })
    .input(IdInput)
    .mutation(calls(dismissWarning)),

  /** Count and sums of the list of payments with these filters. */
  paymentTotals: forViewer
    .meta({ forLimited: "filter" })
    .input(PaymentFilters)
    .query(presents(getPaymentSums, toPaymentTotals)),

  payments: forViewer
    .meta({ forLimited: "filter" })
    .input(SearchPayments)
    .query(presentsPage(listPayments, toPaymentResource)),
});

const sessionColumns: Columns<ReturnType<typeof toListed>> = {
  ...fields("id", "created_on", "state", "amount_kg"),
  currency: (session) => session.currency.toUpperCase(),
  ...amountColumns("price", (session) => moneyOf(session, session.price)),
  ...fields("customer_email", "order_id", "subaccount_id", "portfolio_id"),
  description: (session) => session.order_description,
  beneficiary: (session) => session.beneficiary?.name ?? null,
  ...fields("expires_on", "completed_on", "checkout_url"),
  ...buyerColumns,
};

export const exportCheckoutSessions = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(CheckoutSessionFilters.shape))
  .query(presentsCsv(listSessionsBySearch, toListed, sessionColumns));

type ListedPayment = ReturnType<typeof toPaymentResource>;

/** An amount of the settlement; null while it is not known. */
const settled = ({ settlement_currency: currency }: ListedPayment, minor: number | null) =>
  currency === null || minor === null ? null : { minor, currency };

const paymentColumns: Columns<ListedPayment> = {
  ...fields("id", "created_on", "state"),
  currency: (payment) => payment.currency.toUpperCase(),
  ...amountColumns("amount", (payment) => moneyOf(payment, payment.amount)),
  ...amountColumns("paid", (payment) =>
    moneyOf(payment, payment.paid_on === null ? 0 : payment.amount),
  ),
  ...amountColumns("refunded", (payment) => moneyOf(payment, payment.refunded)),
  ...amountColumns("disputed", (payment) => moneyOf(payment, payment.disputed)),
  settlement_currency: (payment) => payment.settlement_currency?.toUpperCase() ?? null,
  ...amountColumns("fee", (payment) => settled(payment, payment.fee)),
  ...amountColumns("net", (payment) => settled(payment, payment.net)),
  ...fields("paid_on", "customer_email", "checkout_session_id", "order_id"),
  ...fields("provider", "provider_payment_id", "attempts", "failure", "order_description"),
};

export const exportPayments = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(PaymentFilters.shape))
  .query(presentsCsv(listPayments, toPaymentResource, paymentColumns));
