// Draws what becomes of sales in the months after them: refunds that succeed and fail, disputes that
// are lost and won, fees, cancellations, credit notes and payments. Reads each month once it is over,
// again when the next one is, and again at the end.
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { AccountContext, Context } from "#core/context";
import { database } from "#core/db";
import { monthOf } from "#domain/figures";
import { taxInGross } from "#domain/tax";
import type { PaidStatus } from "#gateways/payments";
import { recordInvoicePayment } from "#modules/billing/invoices";
import { issueCreditNote } from "#modules/billing/issue-credit-note";
import { matchAll } from "#testing/factories";
import { cancelCharged, issue, makeBilledAccount, placeCharged, setUpIssuer } from "./billing";
import { openSession, pay } from "./checkout";
import { makeStock } from "./factories";
import { readMonth, totalsOf } from "./read-month";

/** Sales of each draw, each with a history of its own. */
export const SALES = 10;
const RATE = 1_900;
const DAY_MS = 86_400_000;

const change = fc.oneof(
  fc.record({ refund: fc.integer({ min: 1, max: 100 }) }),
  fc.constant({ refund: -1 }),
  fc.record({ dispute: fc.constantFrom("open" as const, "lost" as const, "won" as const) }),
  fc.record({ fee: fc.integer({ min: 1, max: 40 }) }),
  fc.constant({ order: "cancel" as const }),
  fc.constant({ invoice: "credit" as const }),
  fc.constant({ invoice: "pay" as const }),
);

export const histories = fc.array(
  fc.record({ sale: fc.nat({ max: SALES - 1 }), days: fc.nat({ max: 15 }), change }),
  { minLength: 24, maxLength: 40 },
);
type Step = (typeof histories extends fc.Arbitrary<infer Value> ? Value : never)[number];

/** The room's own functions, which its index does not export. */
interface Checkout<Payment> {
  findPayment(db: Context["db"], accountId: string, sessionId: string): Promise<Payment | null>;
  settlePayment(ctx: Context, input: { payment: Payment; status: PaidStatus }): Promise<boolean>;
}

interface Sale {
  id: string;
  amount: number;
  /** At the provider, oldest first. */
  refunds: number[];
  dispute: PaidStatus["disputes"][number] | null;
  fee: number | null;
}

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

async function sell(ctx: AccountContext, portfolioId: string, kg: number): Promise<Sale> {
  const { id } = await openSession({ account: ctx.account, portfolioId, amountKg: kg });
  await pay(id);
  const payment = await database().prisma.payment.findFirstOrThrow({
    where: { checkoutSessionId: id },
  });
  const amount = Number(payment.amount);
  const tax = taxInGross(amount, RATE);
  const name = { en: "VAT", de: "USt.", fr: "TVA", es: "IVA" };
  const saleTax = { ruleId: "x", kind: "standard", rateBasisPoints: RATE, tax, name };
  const data = { saleTax, customerCountry: "GB" };
  await database().prisma.checkoutSession.updateMany({ where: { id }, data });
  return { id, amount, refunds: [], dispute: null, fee: null };
}

/** Changes the sale at the provider. Returns false if the change is not possible there. */
function apply(sale: Sale, drawn: Step["change"]): boolean {
  const left = sale.amount - sum(sale.refunds);
  const { dispute } = sale;
  if ("refund" in drawn && drawn.refund < 0) return sale.refunds.pop() !== undefined;
  if ("refund" in drawn) {
    const amount = Math.floor((left * drawn.refund) / 100);
    if (amount === 0 || dispute?.state === "open" || dispute?.state === "lost") return false;
    sale.refunds.push(amount);
  } else if ("fee" in drawn) {
    sale.fee = drawn.fee;
  } else if ("dispute" in drawn) {
    if (left === 0 || dispute?.state === drawn.dispute) return false;
    const own = { id: "dp", kind: "dispute", reason: "fraudulent", evidenceDueOn: null } as const;
    sale.dispute = { ...own, state: drawn.dispute, amount: left };
  }
  return true;
}

async function openShop() {
  const { portfolioId } = await makeStock({ tonnes: 100 });
  await setUpIssuer();
  const { ctx } = await makeBilledAccount();
  const sales: Sale[] = [];
  for (let at = 0; at < SALES; at += 1) {
    // The later ones wait for their credits.
    if (at === 3) await matchAll();
    if (at === 2) await placeCharged(ctx, { portfolioId, kg: 50 });
    sales.push(await sell(ctx, portfolioId, 100 + 37 * at));
  }
  const waiting = await placeCharged(ctx, { portfolioId, kg: 7 });
  const invoice = await issue(ctx);
  const line = await database().prisma.invoiceLine.findFirstOrThrow({
    where: { invoiceId: invoice?.id ?? "" },
  });
  return { ctx, sales, waiting, line };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

async function changeBooks({ ctx, waiting, line }: Shop, drawn: Step["change"], now: Date) {
  const own = <T>(work: (inside: AccountContext) => Promise<T>) =>
    database().transaction((db) => work({ ...ctx, db, now }));
  const { invoiceId: invoice_id, orderId: order_id } = line;
  if ("order" in drawn) await cancelCharged({ ...ctx, now }, { id: waiting });
  if (!("invoice" in drawn) || now < monthOf(monthOf(new Date()).to).from) return;
  if (drawn.invoice === "pay") {
    const payment = { invoice_id, amount: 1, reference: randomUUID() };
    await own((inside) => recordInvoicePayment(inside, payment));
  } else {
    const orders = [{ order_id, net: 1 }];
    await own((inside) => issueCreditNote(inside, { invoice_id, reason: "Goodwill", orders }));
  }
}

/** Plays a draw. Returns how its closed months changed, and where their sums differ. */
export async function playHistories<Payment>(
  steps: readonly Step[],
  { findPayment, settlePayment }: Checkout<Payment>,
): Promise<string[]> {
  const shop = await openShop();
  const { ctx, sales } = shop;
  const closed = new Map<string, string>();
  const faults: string[] = [];
  let now = new Date();
  let open = monthOf(now);
  const compare = async (keys: readonly string[]) => {
    for (const key of keys) {
      const [before, after] = [closed.get(key), await readMonth({ ...ctx, now }, key)];
      if (after !== before) faults.push(`${key} changed:\n${before}\n${after}`);
    }
  };
  const advance = async (to: Date) => {
    now = to;
    while (open.to <= to) {
      await compare([...closed.keys()].slice(-1));
      closed.set(open.key, await readMonth({ ...ctx, now }, open.key));
      open = monthOf(open.to);
    }
  };
  for (const { sale: at, days, change: drawn } of steps) {
    await advance(new Date(now.getTime() + days * DAY_MS + 1_000));
    const sale = sales[at];
    if (!sale) continue;
    if ("order" in drawn || "invoice" in drawn) {
      await changeBooks(shop, drawn, now).catch(() => {});
      continue;
    }
    if (!apply(sale, drawn)) continue;
    const payment = await findPayment(database(), ctx.account.id, sale.id);
    if (!payment) throw new Error("the sale has no payment");
    const { fee, dispute } = sale;
    const settlementCurrency = fee === null ? null : "usd";
    const money = { refunded: sum(sale.refunds), fee, net: null, settlementCurrency };
    const status = { state: "paid", ...money, disputes: dispute ? [dispute] : [] } as const;
    await database().transaction((db) => settlePayment({ ...ctx, db, now }, { payment, status }));
  }
  await advance(new Date(now.getTime() + 62 * DAY_MS));
  await compare([...closed.keys()]);
  return [...faults, ...(await totalsOf({ ...ctx, now }, [...closed.keys()], RATE))];
}
