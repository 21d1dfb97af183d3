import { beforeAll, expect, it } from "vitest";
import { database } from "#core/db";
import { issue, makeBilledAccount, sellOrders, setUpIssuer } from "#testing/billing";
import { makeStock } from "#testing/factories";
import { getInvoiceOrderSums, listInvoiceOrders } from "./invoice-orders";
import { getInvoice } from "./invoices";
import { issueCreditNote } from "./issue-credit-note";

let portfolioId: string;
beforeAll(async () => {
  ({ portfolioId } = await makeStock());
  await setUpIssuer();
});

/** An account with an invoice of orders of 1 to 7 kg at 2 cents. */
async function makeInvoice() {
  const { ctx } = await makeBilledAccount();
  const ids = await sellOrders(ctx, { portfolioId, kg: [1, 2, 3, 4, 5, 6, 7] });
  const invoice = await issue(ctx);
  if (!invoice) throw new Error("nothing was issued");
  return { ctx, ids: ids.toSorted(), id: invoice.id };
}

it("pages of a document's orders have each order once, and add up to the document", async () => {
  const { ctx, ids, id } = await makeInvoice();
  const pages: string[][] = [];
  let amount = 0;
  for (let after: string | undefined; ; ) {
    const query = { id, limit: 3, ...(after && { starting_after: after }) };
    const { data, hasMore } = await listInvoiceOrders(ctx, query);
    pages.push(data.map((order) => order.id));
    amount += data.reduce((sum, { net }) => sum + net, 0);
    if (!hasMore) break;
    after = data.at(-1)?.id;
  }
  expect(pages.map(({ length }) => length)).toEqual([3, 3, 1]);
  expect(pages.flat()).toEqual(ids.toReversed());
  const { content } = await getInvoice(ctx, { id });
  const sums = { orders: 7, amountKg: 28, net: amount };
  expect(await getInvoiceOrderSums(ctx, { id })).toEqual(sums);
  expect(amount).toBe(content.net);
  const before = { id, limit: 3, ending_before: ids[3] };
  expect((await listInvoiceOrders(ctx, before)).data.map((order) => order.id)).toEqual(
    ids.slice(4).toReversed(),
  );
});

it("a credit note lists what it credits of each order", async () => {
  const { ctx, ids, id } = await makeInvoice();
  const note = await database().transaction((db) =>
    issueCreditNote(
      { ...ctx, db },
      {
        invoice_id: id,
        reason: "Goodwill",
        orders: [{ order_id: ids[6] ?? "", net: 5 }],
      },
    ),
  );
  const { data } = await listInvoiceOrders(ctx, { id: note.id, limit: 10 });
  expect(data).toMatchObject([{ id: ids[6], amountKg: 7, net: 5 }]);
  expect(await getInvoiceOrderSums(ctx, { id: note.id })).toMatchObject({ net: 5 });
});

it("another account's document, and an order of another document as cursor, are refused", async () => {
  const [own, other] = [await makeInvoice(), await makeInvoice()];
  const read = listInvoiceOrders(own.ctx, { id: other.id, limit: 10 });
  await expect(read).rejects.toMatchObject({ code: "not-found" });
  await expect(getInvoiceOrderSums(own.ctx, { id: other.id })).rejects.toMatchObject({
    code: "not-found",
  });
  const query = { id: own.id, limit: 10, starting_after: other.ids[0] };
  await expect(listInvoiceOrders(own.ctx, query)).rejects.toMatchObject({
    errors: { starting_after: [expect.any(String)] },
  });
});
