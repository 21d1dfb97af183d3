import { expect, it } from "vitest";
import { database } from "#core/db";
import { monthOf } from "#domain/figures";
import { matchOrders } from "#domain/matching";
import { openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getOperatorMonth } from "./operator-month";

it("the operator's month has the cost of the lots sold, and the kg whose cost is not recorded", async () => {
  const { account } = await makeAccount();
  const { portfolioId: portfolio_id } = await makeStock({ tonnes: 10 });
  await placeOrder(contextOf(account), { amount_kg: 100, portfolio_id, subaccountId: null });
  await pay((await openSession({ account, portfolioId: portfolio_id, amountKg: 50 })).id);
  await matchOrders(systemContext(), { database: database() });
  const read = async () => {
    const month = monthOf(new Date()).key;
    const { accounts } = await getOperatorMonth(systemContext(), { mode: "test", month });
    return accounts.find(({ accountId }) => accountId === account.id);
  };
  const before = await read();
  expect(before).toMatchObject({ unknownKg: 150, cost: 0 });
  await database().prisma.creditLot.updateMany({ data: { costPerTonne: 1234 } });
  // 150 kg at $12.34 a tonne.
  expect(await read()).toMatchObject({ sold: before?.sold, unknownKg: 0, cost: 185 });
});
