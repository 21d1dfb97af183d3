import { type Columns, fields } from "#core/csv";
import { usDollars } from "#core/money";
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
  paid: paid && {
    count: paid.payments,
    amount_usd_cents: paid.amount,
    refunded_usd_cents: paid.refunded,
    fee_usd_cents: paid.fee,
  },
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
          price_usd_cents: complete.price,
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

  /** The whole rest without an amount. */
  refund: forRefunds
    .meta({ forLimited: "checkout_session" })
    .input(IdInput.extend(CreateRefund.shape))
    .mutation(async ({ ctx, input: { id, amount_usd_cents: amount = null, reason } }) =>
      toRefundResource(await requestRefund(ctx, { id, amount, reason })),
    ),

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
  currency: () => "USD",
  ...fields("price_usd_cents", "customer_email", "order_id", "subaccount_id", "portfolio_id"),
  description: (session) => session.order_description,
  beneficiary: (session) => session.beneficiary?.name ?? null,
  ...fields("expires_on", "completed_on", "checkout_url"),
  ...buyerColumns,
};

export const exportCheckoutSessions = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(CheckoutSessionFilters.shape))
  .query(presentsCsv(listSessionsBySearch, toListed, sessionColumns));

const paymentColumns: Columns<ReturnType<typeof toPaymentResource>> = {
  ...fields("id", "created_on", "state", "amount_usd_cents", "refunded_usd_cents"),
  ...fields("disputed_usd_cents", "fee_usd_cents", "net_usd_cents", "paid_on", "customer_email"),
  ...fields("checkout_session_id", "order_id", "provider", "provider_payment_id", "attempts"),
  ...fields("failure"),
  currency: () => "USD",
  paid_usd: (payment) => usDollars(payment.paid_on === null ? 0 : payment.amount_usd_cents),
  refunded_usd: (payment) => usDollars(payment.refunded_usd_cents),
  order_description: (payment) => payment.order_description,
};

export const exportPayments = forViewer
  .meta({ forLimited: "filter" })
  .input(ExportInput.extend(PaymentFilters.shape))
  .query(presentsCsv(listPayments, toPaymentResource, paymentColumns));
