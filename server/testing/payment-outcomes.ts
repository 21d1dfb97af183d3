// A session of each outcome of payments, for checks of the books.
import { database } from "#core/db";
import { cancelAndRefund, expireCheckoutSession } from "#domain/checkout";
import { billing } from "#modules";
import {
  booksOf,
  cards,
  letTimePass,
  openSession,
  passDispute,
  pay,
  refund,
} from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll } from "#testing/factories";

/** Makes sessions of every outcome, and returns their IDs by name. */
export async function makeOutcomes(): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const ctx = contextOf(account);
  const open = async (name: string) => {
    const { id } = await openSession({ account, portfolioId });
    names[name] = id;
    return id;
  };
  await open("unpaid");
  await pay(await open("declined"), cards.declined);
  await pay(await open("unconfirmed"), cards.needsApproval);
  await pay(await open("fulfilled"));
  await matchAll();
  await pay(await open("waiting"));
  const cancelled = await open("cancelled");
  await pay(cancelled);
  const { session } = await booksOf(cancelled);
  const order = { id: session.orderId ?? "", credit: billing.credit };
  await database().transaction((db) => cancelAndRefund({ ...ctx, db }, order));
  await letTimePass(cancelled);
  const failed = await open("failed");
  await pay(failed, cards.failsLater);
  await letTimePass(failed);
  const expired = await open("expired");
  await pay(expired, cards.declined);
  await database().transaction((db) => expireCheckoutSession({ ...ctx, db }, { id: expired }));
  await letTimePass(expired);
  const partly = await open("partly");
  await pay(partly);
  await refund(account, partly, 100);
  await letTimePass(partly);
  const lost = await open("chargedBack");
  await pay(lost, cards.lostDispute);
  await passDispute(lost, "closed");
  const disputed = await open("disputed");
  await pay(disputed, cards.lostDispute);
  await passDispute(disputed, "opened");
  const slow = await open("processing");
  await pay(slow, cards.paysLater);
  const [where, data] = [{ reference: slow }, { settlesAt: new Date("2040-01-01") }];
  await database().prisma.testProviderPayment.updateMany({ where, data });
  return names;
}
