// The database refuses most of these faults, so each is planted with constraints dropped, in a
// transaction that is rolled back.
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { checkPayments, paymentInvariants } from "#domain/checkout";
import { systemContext } from "#testing/factories";
import { makeOutcomes } from "#testing/payment-outcomes";
import { withPlanted } from "#testing/planted-faults";
import { documentChecks } from "./document-checks";

const names: Record<string, string> = {};

beforeAll(async () => {
  Object.assign(names, await makeOutcomes());
});

const reported = new Set<string>();
const planted = (dropped: string[], statements: string[]) =>
  withPlanted({ dropped, statements, names }, checkPayments);

/** Plants a fault, and expects at least this check to report it. */
async function expectFault(check: string, dropped: string[], ...statements: string[]) {
  const { faults } = await planted(dropped, statements);
  expect(faults.map((fault) => fault.check)).toContain(check);
  reported.add(check);
}

const paymentOf = (name: string) => `checkout_session_id = $${name}`;
const setPayment = (name: string, changes: string) =>
  `UPDATE payments SET ${changes} WHERE ${paymentOf(name)}`;
const setSession = (name: string, changes: string) =>
  `UPDATE checkout_sessions SET ${changes} WHERE id = $${name}`;
const setOrder = (name: string, changes: string) =>
  `UPDATE orders SET ${changes} WHERE ${paymentOf(name)}`;
const setCharge = (name: string, changes: string) =>
  `UPDATE test_provider_payments SET ${changes} WHERE reference = $${name}`;

/** A copy of a row under another id. */
function copyOf(table: string, where: string, changes: Record<string, string>): string {
  return `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object(
    ${Object.entries(changes).map(([column, value]) => `'${column}', ${value}`)}))).*
    FROM ${table} t WHERE ${where}`;
}

test("payments in every reachable state pass all checks", async () => {
  const { faults, books } = await checkPayments(systemContext());
  expect(faults).toEqual([]);
  expect(books).toMatchObject([{ provider: "test", since: new Date(0), charges: 6, unsettled: 0 }]);
  const rows = await database().prisma.payment.findMany({ select: { state: true } });
  expect(rows.map(({ state }) => state).sort()).toEqual(
    [
      "charged_back",
      "disputed",
      "failed",
      "failed",
      "open",
      "paid",
      "paid",
      "paid",
      "processing",
      "refunded",
      "requires_action",
    ].sort(),
  );
});

describe("the check of sessions reports", () => {
  test("completion without an order, with another session's, or with one of another price", async () => {
    const check = "a complete session has exactly its one order, of its kg and price";
    await expectFault(check, [], `DELETE FROM orders WHERE ${paymentOf("fulfilled")}`);
    await expectFault(check, [], setSession("fulfilled", "order_id = 'ord_other'"));
    await expectFault(check, ["orders"], setOrder("fulfilled", "price = 1"));
    await expectFault(check, ["orders"], setOrder("waiting", "amount_kg = amount_kg + 1"));
  });

  test("a second order", () =>
    expectFault(
      "a complete session has exactly its one order, of its kg and price",
      ["orders"],
      setOrder("waiting", "checkout_session_id = $fulfilled"),
    ));

  test("an order without completion", async () => {
    const check = "a session that is open or expired has no order";
    const undone = "order_id = NULL, completed_at = NULL";
    await expectFault(check, [], setSession("fulfilled", `state = 'open', ${undone}`));
    await expectFault(check, [], setSession("fulfilled", `state = 'expired', ${undone}`));
    await expectFault(
      check,
      ["checkout_sessions"],
      setSession("unpaid", "order_id = (SELECT min(id) FROM orders)"),
    );
  });

  test("completion without a payment, or with one that was never attempted", async () => {
    const check = "a complete session has a payment that is accepted or has ended";
    await expectFault(check, [], `DELETE FROM payments WHERE ${paymentOf("fulfilled")}`);
    await expectFault(check, ["payments"], setPayment("fulfilled", "state = 'open'"));
    await expectFault(check, ["payments"], setPayment("fulfilled", "state = 'confirming'"));
  });

  test("an accepted payment while the session stays open", async () => {
    const check = "an open session's payment is not yet accepted";
    for (const state of ["processing", "paid", "refunding", "failed"]) {
      await expectFault(check, ["payments"], setPayment("declined", `state = '${state}'`));
    }
  });

  test("an expired session with money, or whose open payment is no longer polled", async () => {
    const check = "an expired session has no money, and its open payment is polled";
    for (const state of ["paid", "processing", "confirming", "open"]) {
      await expectFault(check, ["payments"], setPayment("expired", `state = '${state}'`));
    }
    const polled = setPayment("expired", "state = 'open', next_poll_at = now()");
    expect((await planted(["payments"], [polled])).faults).toEqual([]);
  });

  test("a session marked as being paid without a payment under way, or the reverse", async () => {
    const check =
      "a session is being paid exactly while its payment is confirming or requires action";
    await expectFault(check, [], setSession("unpaid", "paying = true"));
    await expectFault(check, [], setSession("declined", "paying = true"));
    await expectFault(check, [], setSession("unconfirmed", "paying = false"));
  });

  test("a customer without a receipt, or with the same mail twice", async () => {
    const check = "a customer gets each mail once, and a receipt for each paid session";
    const receipt = "subject_id = $fulfilled AND key LIKE 'receipt:%'";
    await expectFault(check, [], `DELETE FROM jobs WHERE ${receipt}`);
    const again = { id: "'mail_again'", key: "'again'" };
    await expectFault(check, ["jobs"], copyOf("jobs", receipt, again));
  });
});

describe("the check of payments reports", () => {
  test("another amount or mode than its session's, a second payment, or no session", async () => {
    const check = "a payment is its session's only one, of the session's mode and price";
    await expectFault(check, [], setPayment("declined", "amount = 1"));
    await expectFault(check, [], setPayment("declined", "mode = 'live', provider_mode = 'live'"));
    await expectFault(check, [], setPayment("declined", "checkout_session_id = 'cs_gone'"));
    const second = { id: "'pay_second'", provider_payment_id: "NULL" };
    await expectFault(check, ["payments"], copyOf("payments", paymentOf("declined"), second));
  });

  test("a refund above the payment, or without one", async () => {
    const check = "only paid money is refunded, and never more than the payment";
    const back = (changes: string) => setPayment("fulfilled", changes);
    await expectFault(check, ["payments"], back("refunded = amount + 1"));
    await expectFault(check, ["payments"], back("state = 'refunded', refunded = 1"));
    await expectFault(check, ["payments"], back("paid_at = NULL"));
    await expectFault(check, ["payments"], setPayment("declined", "refunded = 1"));
    await expectFault(check, ["payments"], setPayment("declined", "paid_at = now()"));
  });

  test("an unknown outcome that is not polled", async () => {
    const check =
      "a payment with an unknown outcome, a refund or a dispute under way has a next poll";
    await expectFault(check, ["payments"], setPayment("unconfirmed", "next_poll_at = NULL"));
    await expectFault(check, ["payments"], setPayment("processing", "next_poll_at = NULL"));
    const refunding = "state = 'refunding', refunded = 0, next_poll_at = NULL";
    await expectFault(check, ["payments"], setPayment("cancelled", refunding));
  });
});

describe("the check of orders reports", () => {
  test("a missing session", () =>
    expectFault(
      "a checkout order belongs to a session",
      [],
      "DELETE FROM checkout_sessions WHERE id = $fulfilled",
    ));

  test("a wait for money that has arrived, or no wait for money that has not", async () => {
    const check =
      "a placed order waits for money exactly while its payment is processing or disputed";
    await expectFault(check, [], setOrder("waiting", "awaiting_payment = true"));
    await expectFault(check, [], setOrder("processing", "awaiting_payment = false"));
  });

  test("matching before the money arrived, or without any", async () => {
    const check = "a checkout order is matched only after its payment";
    await expectFault(check, [], setOrder("processing", "awaiting_payment = false"));
    for (const name of ["waiting", "fulfilled"]) {
      for (const state of ["failed", "refunding", "confirming"]) {
        await expectFault(check, ["payments"], setPayment(name, `state = '${state}'`));
      }
    }
    await expectFault(check, [], `DELETE FROM payments WHERE ${paymentOf("fulfilled")}`);
  });

  test("money unexplained for a cancelled order", async () => {
    const check = "a cancelled order's payment is refunded, or took no money";
    for (const state of ["paid", "open"]) {
      await expectFault(check, ["payments"], setPayment("cancelled", `state = '${state}'`));
    }
    await expectFault(check, [], `DELETE FROM payments WHERE ${paymentOf("failed")}`);
  });
});

describe("the check of refunds reports", () => {
  const setRefund = (name: string, changes: string) =>
    `UPDATE refunds SET ${changes} WHERE ${paymentOf(name)}`;

  test("another sum than the payment has", async () => {
    const check = "a payment's refunds add up to what it has refunded and still refunds";
    await expectFault(check, [], setRefund("partly", "amount = 99"));
    await expectFault(check, [], setRefund("cancelled", "state = 'failed', failure = 'x'"));
    await expectFault(check, [], `DELETE FROM refunds WHERE ${paymentOf("partly")}`);
    await expectFault(check, [], setPayment("partly", "refunded = 0"));
  });

  test("movements that are missing, or of other money", async () => {
    const check =
      "movements add up to refunds that succeeded, lost disputes and fees, each of one payment";
    await expectFault(check, [], setRefund("cancelled", "state = 'failed', failure = 'x'"));
    await expectFault(check, [], setPayment("fulfilled", "fee = fee + 1"));
    await expectFault(
      check,
      [],
      `INSERT INTO payment_movements
       SELECT account_id, mode, id || '_2', payment_id, source_id, kind, 1, moved_at, currency
       FROM payment_movements LIMIT 1`,
    );
  });

  test("another session, or another order's sum", async () => {
    const check = "a refund is of its payment's session and mode";
    await expectFault(check, [], setRefund("cancelled", "checkout_session_id = $fulfilled"));
    await expectFault(check, [], setRefund("cancelled", "mode = 'live'"));
    const sum = "an order has the refunds of its payment";
    await expectFault(sum, [], setOrder("partly", "refunded = 0"));
    await expectFault(sum, [], setOrder("fulfilled", "refunded = 1"));
  });

  test("a state that the disputes do not explain", async () => {
    const check =
      "a disputed payment has an open dispute or warning, and one charged back a lost dispute";
    const none = "DELETE FROM payment_disputes";
    await expectFault(check, [], none);
    await expectFault(check, ["payments"], setPayment("waiting", "state = 'charged_back'"));
    const unexplained =
      "a paid payment has no open dispute, and no open warning before its order is fulfilled";
    await expectFault(unexplained, ["payments"], setPayment("disputed", "state = 'paid'"));
  });
});

describe("the comparison with the provider's books reports", () => {
  const paid = "state = 'paid', charges = 1, settles_at = NULL, settles_paid = NULL";

  test("a charge without a payment, or with one that took no money", async () => {
    const check = "a charge at the provider belongs to one payment with money";
    const stray = { id: "'tp_stray'", key: "'stray'" };
    await expectFault(check, [], copyOf("test_provider_payments", "reference = $fulfilled", stray));
    for (const name of ["declined", "failed", "expired"]) {
      await expectFault(check, [], setCharge(name, paid));
    }
  });

  test("a charge that two payments claim", () =>
    expectFault(
      "a charge at the provider belongs to one payment with money",
      ["payments"],
      setPayment(
        "waiting",
        `provider_payment_id = (
           SELECT provider_payment_id FROM payments WHERE ${paymentOf("fulfilled")})`,
      ),
    ));

  test("another session, amount, currency or refund", async () => {
    const check = "a charge has its payment's session, amount, currency and refund";
    await expectFault(check, [], setCharge("fulfilled", "reference = $waiting"));
    await expectFault(check, [], setCharge("fulfilled", "amount = 1"));
    await expectFault(check, [], setCharge("fulfilled", "currency = 'eur'"));
    await expectFault(check, [], setCharge("fulfilled", "refunded = 1"));
    await expectFault(check, [], setCharge("cancelled", "refunded = 0"));
  });

  test("money that the provider does not have", async () => {
    const check = "a payment with money has a charge at the provider";
    const uncharged = "state = 'open', charges = 0, refunded = 0";
    await expectFault(check, [], setCharge("fulfilled", uncharged));
    await expectFault(check, [], "DELETE FROM test_provider_payments WHERE reference = $cancelled");
  });

  test("a payment that is being polled only as a number", async () => {
    const { faults, books } = await planted([], [setCharge("unconfirmed", paid)]);
    expect(faults).toEqual([]);
    expect(books).toMatchObject([{ charges: 7, unsettled: 1 }]);
  });
});

test("each invariant has a planted fault that it reported", () => {
  const others = new Set(documentChecks.map(({ name }) => name));
  const expected = paymentInvariants.filter((name) => !others.has(name));
  expect([...reported].sort()).toEqual(expected.sort());
});
