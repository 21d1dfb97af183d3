// A session paid by bank transfer, from the choice to the refund: one settlement, whatever happens at
// once, and no credits before the operator confirms.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkPayments, payCheckoutSession, settleByHand } from "#domain/checkout";
import { matchOrders } from "#domain/matching";
import { payments } from "#gateways/payments";
import { readPayForm } from "#rest/pay-form";
import {
  BROWSER,
  booksOf,
  cancel,
  cards,
  letTimePass,
  openSession,
  pageOf,
  pay,
} from "#testing/checkout";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { transferSettings } from "./settings";

const customer = {
  email: "ada@example.com",
  beneficiary: null,
  language: "en",
  browserHash: BROWSER,
} as const;

beforeAll(() => {
  transferSettings.current = {
    name: "Till Ltd",
    account: { type: "iban", number: "DE89370400440532013000" },
    ...{ bic: null, bank: "First Bank", instructions: null, days: 7 },
  };
});
afterAll(() => {
  transferSettings.current = null;
});

function transfer(sessionId: string) {
  return payCheckoutSession(systemContext(), {
    database: database(),
    sessionId,
    customer,
    provider: "transfer",
    source: { type: "none" },
  });
}

async function started(options: Parameters<typeof openSession>[0] = {}) {
  const session = await openSession(options);
  expect(await transfer(session.id)).toBe("started");
  const { payment } = await booksOf(session.id);
  return { ...session, reference: payment?.providerPaymentId ?? "" };
}

type Found = Parameters<typeof settleByHand>[1]["found"];

function record(reference: string, found: Found, mode: "test" | "live" = "test") {
  return database().transaction((db) =>
    settleByHand({ ...systemContext(), db }, { mode, reference, found }),
  );
}
const receive = (reference: string, amountCents = 300) =>
  record(reference, { action: "receive", amountCents });

/** Session, payment and order, and the transfer in the provider's books. */
async function statesOf(id: string) {
  const { session, payment, orders } = await booksOf(id);
  const books = await database().prisma.transferPayment.findMany({ where: { reference: id } });
  const order = orders.map(({ state, awaitingPayment }) => [state, awaitingPayment]);
  return [session.state, payment?.state, order, books.map(({ state }) => state)];
}

async function overdue(id: string) {
  const dueAt = new Date(Date.now() - 1000);
  await database().prisma.transferPayment.updateMany({ where: { reference: id }, data: { dueAt } });
}

const actionsOn = async (id: string) => {
  const { payment } = await booksOf(id);
  const where = { subjectId: payment?.id ?? "" };
  const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  return entries.map(({ action }) => action);
};

describe("a session paid by bank transfer", () => {
  it("waits with a reference, an amount and a due date, and its order gets no credits", async () => {
    const { id, reference } = await started();
    expect(reference).toMatch(/^TR[0-9A-HJKMNP-TV-Z]{8}$/);
    const page = await pageOf(id);
    expect(page).toMatchObject({ view: "processing", provider: "transfer" });
    const { title, texts, facts } = page.instructions?.en ?? { texts: [], facts: [] };
    expect(title).toBe("Waiting for your transfer");
    expect(texts[0]).toMatch(/do not transfer any money/);
    expect(facts.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        reference,
        "$3.00 (USD)",
        "DE89 3704 0044 0532 0130 00",
        "First Bank",
      ]),
    );
    await matchOrders(systemContext(), { database: database() });
    expect(await statesOf(id)).toEqual(["complete", "processing", [["placed", true]], ["waiting"]]);
  });

  it("is offered beside cards, and cards stay first", async () => {
    const { id } = await openSession();
    const { forms } = await pageOf(id);
    expect(forms.map(({ provider, form }) => [provider, form])).toEqual([
      ["test", "card"],
      ["transfer", "none"],
    ]);
    const form = new URLSearchParams({ email: "ada@example.com", method: "transfer" });
    expect(readPayForm(form, "none")).toMatchObject({ source: { type: "none" }, faults: [] });
  });

  it("takes live sessions too, and never a card for them", async () => {
    const { account } = await makeAccount("write", "live");
    const { portfolioId } = await makeStock({ mode: "live" });
    const { id, reference } = await started({ account, portfolioId });
    expect(await pay(id)).toBe("closed");
    expect((await pageOf(id)).instructions?.en.texts[0]).toMatch(/^Transfer exactly/);
    await expect(receive(reference)).rejects.toMatchObject({ code: "not-found" });
    await record(reference, { action: "receive", amountCents: 300 }, "live");
    expect(await statesOf(id)).toEqual(["complete", "paid", [["placed", false]], ["paid"]]);
  });

  it("is settled once when it is confirmed twice at once, with one audit entry and one receipt", async () => {
    const { id, reference } = await started();
    const small = `${reference.slice(0, 2)}-${reference.slice(2).toLowerCase()}`;
    const both = await Promise.allSettled([receive(reference), receive(small)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refused] = both.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject({
      reason: { code: "conflict", detail: "It is confirmed already." },
    });
    expect(await statesOf(id)).toEqual(["complete", "paid", [["placed", false]], ["paid"]]);
    expect(await actionsOn(id)).toEqual([
      "payment.processing",
      "payment.transfer_confirmed",
      "payment.paid",
    ]);
    const { faults } = await checkPayments(systemContext());
    expect(faults).toEqual([]);
  });

  it.each([
    [299, /must be exactly \$3\.00, not \$2\.99\. \$0\.01 is missing/],
    [301, /must be exactly \$3\.00, not \$3\.01\. \$0\.01 is too much/],
  ])("is not confirmed by another amount: %i cents", async (amountCents, message) => {
    const { id, reference } = await started();
    await expect(receive(reference, amountCents)).rejects.toMatchObject({
      errors: { amount_usd_cents: [expect.stringMatching(message)] },
    });
    expect(await statesOf(id)).toEqual(["complete", "processing", [["placed", true]], ["waiting"]]);
    expect(await actionsOn(id)).toEqual(["payment.processing"]);
  });

  it("ends when it is overdue, and can then not be confirmed", async () => {
    const { id, reference } = await started();
    await overdue(id);
    await letTimePass(id);
    expect(await statesOf(id)).toEqual([
      ...["complete", "failed"],
      ...[[["cancelled", expect.any(Boolean)]], ["cancelled"]],
    ]);
    expect((await booksOf(id)).payment?.failure).toBe("not_received");
    await expect(receive(reference)).rejects.toMatchObject({ code: "conflict" });
    expect((await pageOf(id)).view).toBe("failed");
  });

  it("is either paid or ended when it is confirmed while it expires", async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => started()));
    for (const { id } of sessions) await overdue(id);
    await Promise.all(
      sessions.flatMap(({ id, reference }) => [
        letTimePass(id),
        receive(reference).catch(() => undefined),
      ]),
    );
    for (const { id } of sessions) {
      await letTimePass(id);
      const [, payment, order, [books]] = (await statesOf(id)) as [
        string,
        string,
        unknown,
        string[],
      ];
      expect([
        ["paid", "paid", [["placed", false]]],
        ["failed", "cancelled", [["cancelled", expect.any(Boolean)]]],
      ]).toContainEqual([payment, books, order]);
    }
  });

  it("is ended by the operator, and frees its stock", async () => {
    const { portfolioId } = await makeStock({ tonnes: 1 });
    const { id, reference } = await started({ portfolioId, amountKg: 1000 });
    await expect(openSession({ portfolioId, amountKg: 1 })).rejects.toMatchObject({
      code: "insufficient-stock",
    });
    await record(reference, { action: "reject" });
    expect((await statesOf(id))[1]).toBe("failed");
    await openSession({ portfolioId, amountKg: 1000 });
    await expect(record(reference, { action: "reject" })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("is refunded by hand, once, after its order was cancelled", async () => {
    const { id, account, reference } = await started();
    await expect(record(reference, { action: "refund" })).rejects.toMatchObject({
      code: "conflict",
    });
    await receive(reference);
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    await letTimePass(id);
    expect((await statesOf(id))[1]).toBe("refunding");
    const both = await Promise.allSettled(
      [1, 2].map(() => record(reference, { action: "refund" })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await statesOf(id))[1]).toBe("refunded");
    expect((await checkPayments(systemContext())).faults).toEqual([]);
  });

  it("whose order was cancelled before the money came is ended, and takes none", async () => {
    const { id, account, reference } = await started();
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    await letTimePass(id);
    expect((await statesOf(id))[1]).toBe("failed");
    await expect(receive(reference)).rejects.toMatchObject({ code: "conflict" });
  });

  it("can still be confirmed after the settings were removed", async () => {
    const { id, reference } = await started();
    const { current } = transferSettings;
    transferSettings.current = null;
    await receive(reference).finally(() => {
      transferSettings.current = current;
    });
    expect((await statesOf(id))[1]).toBe("paid");
  });
});

describe("cards and transfers for one session", () => {
  it("a declined card is ended before the transfer begins", async () => {
    const { id } = await openSession();
    await pay(id, cards.declined);
    expect(await transfer(id)).toBe("started");
    const { payment, provider } = await booksOf(id);
    expect(payment?.provider).toBe("transfer");
    expect(provider).toMatchObject([{ state: "cancelled", charges: 0 }]);
    await receive(payment?.providerPaymentId ?? "");
    expect((await statesOf(id))[1]).toBe("paid");
  });

  it("a card that was charged although nobody heard of it takes the place of the transfer", async () => {
    const { id } = await openSession();
    await pay(id, cards.declined);
    const { payment } = await booksOf(id);
    const known = payment?.providerPaymentId ?? "";
    const card = { number: cards.good, expiryMonth: 1, expiryYear: 40, cvc: "1" };
    const source = { type: "card", ...card } as const;
    const calls = payments(database(), { provider: "test", mode: "test" });
    await calls.confirm(known, { key: "late", source, returnUrl: "" });
    expect(await transfer(id)).toBe("closed");
    expect(await statesOf(id)).toEqual(["complete", "paid", [["placed", false]], []]);
  });

  it("of both at once, one is taken", async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await openSession();
      await Promise.all([pay(id), transfer(id)]);
      const { provider, orders } = await booksOf(id);
      const books = await database().prisma.transferPayment.findMany({ where: { reference: id } });
      const charged = provider.filter(({ charges }) => charges > 0).length;
      const waiting = books.filter(({ state }) => state === "waiting").length;
      expect([charged + waiting, orders.length]).toEqual([1, 1]);
    }
  });
});
