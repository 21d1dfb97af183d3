// The billing flow: a month is issued, its invoice is paid in part, and all of it is credited.
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { findAccount } from "#domain/accounts";
import { recordInvoicePayment } from "#modules/billing/invoices";
import { issueCreditNote } from "#modules/billing/issue-credit-note";
import { issueMonth } from "#modules/billing/issue-month";
import { endedMonth, makeBilledAccount, setUpIssuer } from "#testing/billing";
import type { Client } from "#testing/crashes/client";
import { difference, differences, flow } from "#testing/crashes/flow";
import { isKilledNow } from "#testing/crashes/lifetime";
import { openShop, place } from "#testing/crashes/order-flows";
import { contextOf, systemContext } from "#testing/factories";
import { mailsAbout } from "#testing/mails";
import { matchNow, runAsWorker } from "#testing/world/turns";

interface Billing {
  accountId: string;
  orderIds: string[];
  period: string;
  /** A day of the next month, as text. */
  now: string;
  /** Two workers issue the month at once. */
  isDoubled: boolean;
}

const documentsOf = ({ accountId }: Billing) =>
  database().prisma.invoice.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "asc" }, { kind: "desc" }],
  });

/** An operator's change. What an earlier attempt did already is a conflict now. */
async function changeOnce(
  { accountId, now }: Billing,
  work: (ctx: ReturnType<typeof contextOf>) => Promise<unknown>,
): Promise<void> {
  const account = await findAccount(systemContext(), accountId);
  if (!account) throw new Error("the account is gone");
  try {
    await database().transaction((db) => work({ ...contextOf(account), db, now: new Date(now) }));
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "conflict") throw error;
  }
}

function issueNow({ period, now }: Billing) {
  return runAsWorker((ctx) =>
    issueMonth({ ...ctx, now: new Date(now) }, { mode: "test", period, database: database() }),
  );
}

async function judge(facts: Billing, client: Client): Promise<string[]> {
  const { accountId, orderIds } = facts;
  const { prisma } = database();
  const documents = await documentsOf(facts);
  const ids = documents.map(({ id }) => id);
  const lines = await prisma.invoiceLine.findMany({ where: { accountId, kind: "invoice" } });
  const entries = await prisma.accountLedgerEntry.findMany({
    where: { accountId, kind: { in: ["invoice_payment", "credit_note"] } },
    orderBy: { seq: "asc" },
  });
  const events = await prisma.event.findMany({ where: { accountId, subjectId: { in: ids } } });
  const mails = (await Promise.all(ids.map(mailsAbout))).flat();
  return differences({
    "the documents": [documents.map(({ kind }) => kind), ["invoice", "credit_note"]],
    "the billed orders": [lines.map(({ orderId }) => orderId).sort(), orderIds],
    "the entries": [entries.map(({ kind }) => kind), ["invoice_payment", "credit_note"]],
    "the number of events": [events.length, 2],
    "the mails": [mails.map(({ state }) => state), ["sent", "sent"]],
    "what is acknowledged": [client.acknowledged.get("bill")?.text, documents[0]?.number],
  });
}

export const billing = flow<Billing>({
  name: "bill",
  async prepare(scene) {
    const { draw } = scene;
    const { portfolioId } = await openShop(scene);
    await setUpIssuer();
    const country = draw.pick(["DE", "FR"] as const);
    const { ctx, token } = await makeBilledAccount({ profile: { country_code: country } });
    const kg = Array.from({ length: draw.int(1, 4) }, () => draw.int(1, 3000));
    const orderIds: string[] = [];
    for (const [at, each] of kg.entries()) {
      const body = { amount_kg: each, portfolio_id: portfolioId };
      orderIds.push(await place(token, body, `${scene.tag}-${at}`));
    }
    await matchNow();
    const { period, now } = endedMonth();
    const isDoubled = draw.oneIn(3);
    return {
      accountId: ctx.account.id,
      orderIds: orderIds.sort(),
      period,
      now: now.toISOString(),
      isDoubled,
    };
  },
  async run(facts, client) {
    await Promise.all(facts.isDoubled ? [issueNow(facts), issueNow(facts)] : [issueNow(facts)]);
    if (isKilledNow()) return;
    const [invoice] = await documentsOf(facts);
    if (!invoice) return;
    client.acknowledge("bill", { status: 200, text: invoice.number });
    const { id } = invoice;
    const payment = { invoice_id: id, amount: 1, reference: `payment of ${id}` };
    await changeOnce(facts, (ctx) => recordInvoicePayment(ctx, payment));
    if (isKilledNow()) return;
    const credit = { invoice_id: id, reason: "Goodwill", orders: undefined };
    await changeOnce(facts, (ctx) => issueCreditNote(ctx, credit));
  },
  async findEarlyFaults(facts, client) {
    const number = client.acknowledged.get("bill")?.text;
    const documents = await documentsOf(facts);
    return number === undefined ? [] : difference("the invoice", documents[0]?.number, number);
  },
  judge,
});
