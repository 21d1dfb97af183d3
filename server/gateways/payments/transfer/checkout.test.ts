import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { checkPayments, customerMails, listPaymentsToResolve } from "#domain/checkout";
import { readPayForm } from "#rest/pay-form";
import { booksOf, cancel, letTimePass, openSession, pageOf, pay } from "#testing/checkout";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import {
  makeOverdue,
  openTransfer,
  receive,
  record,
  setBankAccount,
  statesOf,
} from "#testing/transfers";
import { transferSettings } from "./settings";

beforeAll(() => setBankAccount(true));
afterAll(() => setBankAccount(false));

const actionsOn = async (id: string) => {
  const { payment } = await booksOf(id);
  const where = { subjectId: payment?.id ?? "" };
  const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  return entries.map(({ action }) => action);
};

/** Text of the customer's mail as it is sent now, in one line. */
async function mailOf(checkoutSessionId: string, name: string): Promise<string> {
  const template = customerMails.find((one) => one.name === name);
  const params = { checkoutSessionId };
  const mail = await template?.prepare(systemContext(), { params, createdAt: new Date() });
  if (mail?.state !== "ready") throw new Error(`no ${name} is ready`);
  return mail.content.text.replace(/\s+/g, " ");
}

describe("a session paid by bank transfer", () => {
  it("waits with a reference, an amount and a due date, without credits", async () => {
    const { id, reference } = await openTransfer();
    expect(reference).toMatch(/^TR[0-9A-HJKMNP-TV-Z]{8}$/);
    const page = await pageOf(id);
    expect(page).toMatchObject({ view: "processing", provider: "transfer" });
    const { title, paragraphs, facts } = page.instructions?.en ?? { paragraphs: [], facts: [] };
    expect(title).toBe("Waiting for your transfer");
    expect(paragraphs[0]).toMatch(/Do not transfer any money/);
    expect(facts.map(({ value }) => value)).toEqual(
      expect.arrayContaining([
        reference,
        "$3.00 (USD)",
        "DE89 3704 0044 0532 0130 00",
        "First Bank",
      ]),
    );
    await matchAll();
    expect(await statesOf(id)).toEqual(["complete", "processing", [["placed", true]], ["waiting"]]);
  });

  it("is offered after cards", async () => {
    const { id } = await openSession();
    const { forms } = await pageOf(id);
    expect(forms.map(({ provider, form }) => [provider, form])).toEqual([
      ["test", "card"],
      ["transfer", "none"],
    ]);
    const form = new URLSearchParams({ email: "ada@example.com", method: "transfer" });
    expect(readPayForm(form, { kind: "none", hasEmail: false, seller: null })).toMatchObject({
      source: { type: "none" },
      faults: [],
    });
  });

  it("takes live sessions, but no cards for them", async () => {
    const { account } = await makeAccount("write", "live");
    const { portfolioId } = await makeStock({ mode: "live" });
    const { id, reference } = await openTransfer({ account, portfolioId });
    expect(await pay(id)).toBe("closed");
    expect((await pageOf(id)).instructions?.en.paragraphs[0]).toMatch(/^Transfer exactly/);
    await expect(receive(reference)).rejects.toMatchObject({ code: "not-found" });
    await record(reference, { action: "receive", amount: 300 }, "live");
    expect(await statesOf(id)).toEqual(["complete", "paid", [["placed", false]], ["paid"]]);
  });

  it("is settled once by two concurrent confirmations, with one audit entry and one receipt", async () => {
    const { id, reference } = await openTransfer();
    const small = `${reference.slice(0, 2)}-${reference.slice(2).toLowerCase()}`;
    const both = await Promise.allSettled([receive(reference), receive(small)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [refused] = both.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject({
      reason: { code: "conflict", detail: "It is already confirmed." },
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
  ])("is not confirmed with another amount: %i cents", async (amount, message) => {
    const { id, reference } = await openTransfer();
    await expect(receive(reference, amount)).rejects.toMatchObject({
      errors: { amount: [expect.stringMatching(message)] },
    });
    expect(await statesOf(id)).toEqual(["complete", "processing", [["placed", true]], ["waiting"]]);
    expect(await actionsOn(id)).toEqual(["payment.processing"]);
  });

  it("ends when it is overdue, and cannot be confirmed then", async () => {
    const { id, reference } = await openTransfer();
    await makeOverdue(id);
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
    const sessions = await Promise.all(Array.from({ length: 6 }, () => openTransfer()));
    for (const { id } of sessions) await makeOverdue(id);
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

  it("can be rejected by the operator, which frees its stock", async () => {
    const { portfolioId } = await makeStock({ tonnes: 1 });
    const { id, reference } = await openTransfer({ portfolioId, amountKg: 1000 });
    await expect(openSession({ portfolioId, amountKg: 100 })).rejects.toMatchObject({
      code: "insufficient-stock",
    });
    await record(reference, { action: "reject", arrivedAmount: 0 });
    expect((await statesOf(id))[1]).toBe("failed");
    await openSession({ portfolioId, amountKg: 1000 });
    await expect(record(reference, { action: "reject", arrivedAmount: 0 })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("is refunded manually once after its order was cancelled", async () => {
    const { id, account, reference } = await openTransfer();
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

  it("that came in part is rejected with that part, which page, mail and task say until it is returned", async () => {
    const { id, reference, account } = await openTransfer();
    await record(reference, { action: "reject", arrivedAmount: 299 });
    const returning = { view: "failed", refunds: [{ outcome: "under_way", amount: 299 }] };
    expect(await pageOf(id)).toMatchObject(returning);
    expect(await mailOf(id, "transfer-failed")).toMatch(
      /did not arrive in full and in time.* We are returning \$2\.99 to your bank account\./,
    );
    const tasks = async () =>
      (await listPaymentsToResolve(systemContext(), { mode: "test", accountId: account.id })).map(
        ({ task, taskAmount }) => [task, taskAmount],
      );
    expect(await tasks()).toEqual([["refund_by_hand", 299]]);
    await record(reference, { action: "refund" });
    expect(await pageOf(id)).toMatchObject({ refunds: [{ outcome: "done", amount: 299 }] });
    expect(await tasks()).toEqual([]);
    await expect(record(reference, { action: "refund" })).rejects.toMatchObject({
      code: "conflict",
    });
    const { mails } = await booksOf(id);
    const kinds = ["instructions", "transfer-failed", "refund"];
    expect(mails.map(({ kind }) => kind)).toEqual(kinds);
    expect((await checkPayments(systemContext())).faults).toEqual([]);
  });

  it("whose money arrives after it ended has it recorded and returned, each time", async () => {
    const { id, reference } = await openTransfer();
    const arrive = () => record(reference, { action: "arrive", amount: 300 });
    await expect(arrive()).rejects.toMatchObject({ code: "conflict" });
    await makeOverdue(id);
    await letTimePass(id);
    expect(await mailOf(id, "transfer-failed")).toMatch(/Money that you transferred is returned/);
    for (let time = 0; time < 2; time += 1) {
      await arrive();
      expect((await pageOf(id)).refunds).toEqual([{ outcome: "under_way", amount: 300 }]);
      await record(reference, { action: "refund" });
      expect((await pageOf(id)).refunds).toEqual([{ outcome: "done", amount: 300 }]);
    }
    const { mails } = await booksOf(id);
    expect(mails.filter(({ kind }) => kind === "refund")).toHaveLength(2);
  });

  it("ends without money if its order was cancelled before", async () => {
    const { id, account, reference } = await openTransfer();
    await cancel(account, (await booksOf(id)).session.orderId ?? "");
    await letTimePass(id);
    expect((await statesOf(id))[1]).toBe("failed");
    await expect(receive(reference)).rejects.toMatchObject({ code: "conflict" });
  });

  it("can still be confirmed after the settings were removed", async () => {
    const { id, reference } = await openTransfer();
    const { current } = transferSettings;
    transferSettings.current = null;
    await receive(reference).finally(() => {
      transferSettings.current = current;
    });
    expect((await statesOf(id))[1]).toBe("paid");
  });
});

it("a customer gets one mail with payment instructions, and none after paying", async () => {
  const { id, reference } = await openTransfer();
  const { mails } = await booksOf(id);
  expect(mails.map(({ kind }) => kind)).toEqual(["instructions"]);
  const { payment } = await booksOf(id);
  const params = { accountId: payment?.accountId ?? "", checkoutSessionId: id };
  const template = customerMails.find(({ name }) => name === "instructions");
  const prepare = () => template?.prepare(systemContext(), { params, createdAt: new Date() });
  const mail = await prepare();
  if (mail?.state !== "ready") throw new Error("the mail was to be ready");
  expect(mail.to).toBe("ada@example.com");
  for (const part of [mail.content.text, mail.content.html]) {
    expect(part).toContain(reference);
    expect(part).toContain("DE89 3704 0044 0532 0130 00");
  }
  await receive(reference);
  expect(await prepare()).toMatchObject({ state: "refused" });
});
