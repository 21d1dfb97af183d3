// The check of the payments finds each kind of fault. Most of them the database itself refuses, so
// each is planted with constraints dropped, in a transaction that is rolled back.
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { booksOf, cards, letTimePass, openSession, pay } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { withPlanted } from "#testing/planted-faults";
import { cancelAndRefund, checkPayments, expireCheckoutSession, paymentInvariants } from "./index";

/** Every kind of session, by what became of it. */
const names: Record<string, string> = {};

beforeAll(async () => {
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
  await pay(await open("asked"), cards.needsApproval);
  await pay(await open("fulfilled"));
  await matchOrders(systemContext(), { database: database() });
  await pay(await open("waiting"));
  const cancelled = await open("cancelled");
  await pay(cancelled);
  const { session } = await booksOf(cancelled);
  const order = { id: session.orderId ?? "" };
  await database().transaction((db) => cancelAndRefund({ ...ctx, db }, order));
  await letTimePass(cancelled);
  const failed = await open("failed");
  await pay(failed, cards.failsLater);
  await letTimePass(failed);
  const expired = await open("expired");
  await pay(expired, cards.declined);
  await database().transaction((db) => expireCheckoutSession({ ...ctx, db }, { id: expired }));
  await letTimePass(expired);
  const slow = await open("processing");
  await pay(slow, cards.paysLater);
  const [where, data] = [{ reference: slow }, { settlesAt: new Date("2040-01-01") }];
  await database().prisma.testProviderPayment.updateMany({ where, data });
});

const seen = new Set<string>();
const planted = (dropped: string[], statements: string[]) =>
  withPlanted({ dropped, statements, names }, checkPayments);

/** Plants a fault, and expects (at least) this check to find it. */
async function expectFound(check: string, dropped: string[], ...statements: string[]) {
  const { faults } = await planted(dropped, statements);
  expect(faults.map((fault) => fault.check)).toContain(check);
  seen.add(check);
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

test("payments made by the verbs alone are sound, in every state that there is", async () => {
  const { faults, books } = await checkPayments(systemContext());
  expect(faults).toEqual([]);
  expect(books).toMatchObject([{ provider: "test", since: new Date(0), charges: 3, unsettled: 0 }]);
  const rows = await database().prisma.payment.findMany({ select: { state: true } });
  expect(rows.map(({ state }) => state).sort()).toEqual(
    [
      "failed",
      "failed",
      "open",
      "paid",
      "paid",
      "processing",
      "refunded",
      "requires_action",
    ].sort(),
  );
});

describe("of a session, it finds", () => {
  test("completion without its order, with another's, or with one of another price", async () => {
    const check = "a complete session has exactly its one order, of its kg and price";
    await expectFound(check, [], `DELETE FROM orders WHERE ${paymentOf("fulfilled")}`);
    await expectFound(check, [], setSession("fulfilled", "order_id = 'ord_other'"));
    await expectFound(check, ["orders"], setOrder("fulfilled", "price_usd_cents = 1"));
    await expectFound(check, ["orders"], setOrder("waiting", "amount_kg = amount_kg + 1"));
  });

  test("a second order", () =>
    expectFound(
      "a complete session has exactly its one order, of its kg and price",
      ["orders"],
      setOrder("waiting", "checkout_session_id = $fulfilled"),
    ));

  test("an order without completion", async () => {
    const check = "a session that is open or expired has no order";
    const undone = "order_id = NULL, completed_at = NULL";
    await expectFound(check, [], setSession("fulfilled", `state = 'open', ${undone}`));
    await expectFound(check, [], setSession("fulfilled", `state = 'expired', ${undone}`));
    await expectFound(
      check,
      ["checkout_sessions"],
      setSession("unpaid", "order_id = (SELECT min(id) FROM orders)"),
    );
  });

  test("completion without a payment, or with one that nobody asked for", async () => {
    const check = "a complete session has a payment that is under way or over";
    await expectFound(check, [], `DELETE FROM payments WHERE ${paymentOf("fulfilled")}`);
    await expectFound(check, ["payments"], setPayment("fulfilled", "state = 'open'"));
    await expectFound(check, ["payments"], setPayment("fulfilled", "state = 'confirming'"));
  });

  test("a payment that went through while the session stayed open", async () => {
    const check = "an open session's payment is not yet accepted";
    for (const state of ["processing", "paid", "refunding", "failed"]) {
      await expectFound(check, ["payments"], setPayment("declined", `state = '${state}'`));
    }
  });

  test("money of an expired session, or none that is still asked after", async () => {
    const check = "an expired session keeps no money, and what may come is asked after";
    for (const state of ["paid", "processing", "confirming", "open"]) {
      await expectFound(check, ["payments"], setPayment("expired", `state = '${state}'`));
    }
    const asked = setPayment("expired", "state = 'open', ask_at = now()");
    expect((await planted(["payments"], [asked])).faults).toEqual([]);
  });

  test("one that nobody pays though it says so, or that is paid though it does not", async () => {
    const check =
      "a session is being paid exactly while its payment is asked for or to be confirmed";
    await expectFound(check, [], setSession("unpaid", "paying = true"));
    await expectFound(check, [], setSession("declined", "paying = true"));
    await expectFound(check, [], setSession("asked", "paying = false"));
  });

  test("a customer without receipt, or told twice", async () => {
    const check = "a customer is told of each thing once, and has a receipt for what is paid";
    const receipt = "subject_id = $fulfilled AND key LIKE 'receipt:%'";
    await expectFound(check, [], `DELETE FROM jobs WHERE ${receipt}`);
    const again = { id: "'mail_again'", key: "'again'" };
    await expectFound(check, ["jobs"], copyOf("jobs", receipt, again));
  });
});

describe("of a payment, it finds", () => {
  test("another amount or mode than its session's, a second one, or no session", async () => {
    const check = "a payment is its session's only one, of the session's mode and price";
    await expectFound(check, [], setPayment("declined", "amount_usd_cents = 1"));
    await expectFound(check, [], setPayment("declined", "mode = 'live'"));
    await expectFound(check, [], setPayment("declined", "checkout_session_id = 'cs_gone'"));
    const second = { id: "'pay_second'", provider_payment_id: "NULL" };
    await expectFound(check, ["payments"], copyOf("payments", paymentOf("declined"), second));
  });

  test("more given back than came, or given back without having come", async () => {
    const check = "only what was paid is given back, and never more than that";
    const back = (changes: string) => setPayment("fulfilled", changes);
    await expectFound(check, ["payments"], back("refunded_usd_cents = amount_usd_cents + 1"));
    await expectFound(check, ["payments"], back("state = 'refunded', refunded_usd_cents = 1"));
    await expectFound(check, ["payments"], back("paid_at = NULL"));
    await expectFound(check, ["payments"], setPayment("declined", "refunded_usd_cents = 1"));
    await expectFound(check, ["payments"], setPayment("declined", "paid_at = now()"));
  });

  test("an end that nobody asks for", async () => {
    const check = "a payment whose end is not known has a time at which to ask for it";
    await expectFound(check, ["payments"], setPayment("asked", "ask_at = NULL"));
    await expectFound(check, ["payments"], setPayment("processing", "ask_at = NULL"));
    const refunding = "state = 'refunding', refunded_usd_cents = 0, ask_at = NULL";
    await expectFound(check, ["payments"], setPayment("cancelled", refunding));
  });
});

describe("of an order, it finds", () => {
  test("a session that is not there", () =>
    expectFound(
      "an order of the checkout is of a session",
      [],
      "DELETE FROM checkout_sessions WHERE id = $fulfilled",
    ));

  test("waiting for money that is there, or not for money that is not", async () => {
    const check = "a placed order waits for money exactly while its payment is processing";
    await expectFound(check, [], setOrder("waiting", "awaiting_payment = true"));
    await expectFound(check, [], setOrder("processing", "awaiting_payment = false"));
  });

  test("matching before the money, or without it", async () => {
    const check = "an order of the checkout is matched only once it is paid";
    await expectFound(check, [], setOrder("processing", "awaiting_payment = false"));
    for (const name of ["waiting", "fulfilled"]) {
      for (const state of ["failed", "refunding", "confirming"]) {
        await expectFound(check, ["payments"], setPayment(name, `state = '${state}'`));
      }
    }
    await expectFound(check, [], `DELETE FROM payments WHERE ${paymentOf("fulfilled")}`);
  });

  test("money that was kept for a cancelled order", async () => {
    const check = "a cancelled order's payment is given back, or took no money";
    for (const state of ["paid", "open"]) {
      await expectFound(check, ["payments"], setPayment("cancelled", `state = '${state}'`));
    }
    await expectFound(check, [], `DELETE FROM payments WHERE ${paymentOf("failed")}`);
  });

  test("nothing wrong with money given back by hand after the credits were retired", async () => {
    const gone = [
      setPayment("fulfilled", "state = 'refunded', refunded_usd_cents = amount_usd_cents"),
      setCharge("fulfilled", "refunded_usd_cents = amount_usd_cents"),
    ];
    expect((await planted([], gone)).faults).toEqual([]);
  });
});

describe("of the provider's books, it finds", () => {
  const paid = "state = 'paid', charges = 1, settles_at = NULL, settles_paid = NULL";

  test("a charge that no payment knows of, or only one that took no money", async () => {
    const check = "a charge at the provider is of one payment, which knows of its money";
    const stray = { id: "'tp_stray'", key: "'stray'" };
    await expectFound(check, [], copyOf("test_provider_payments", "reference = $fulfilled", stray));
    for (const name of ["declined", "failed", "expired"]) {
      await expectFound(check, [], setCharge(name, paid));
    }
  });

  test("a charge that two payments claim", () =>
    expectFound(
      "a charge at the provider is of one payment, which knows of its money",
      ["payments"],
      setPayment(
        "waiting",
        `provider_payment_id = (
           SELECT provider_payment_id FROM payments WHERE ${paymentOf("fulfilled")})`,
      ),
    ));

  test("another session, another amount, or another sum given back", async () => {
    const check = "a charge is for its payment's session and amount, and given back as much";
    await expectFound(check, [], setCharge("fulfilled", "reference = $waiting"));
    await expectFound(check, [], setCharge("fulfilled", "amount_usd_cents = 1"));
    await expectFound(check, [], setCharge("fulfilled", "refunded_usd_cents = 1"));
    await expectFound(check, [], setCharge("cancelled", "refunded_usd_cents = 0"));
  });

  test("money of which the provider knows nothing", async () => {
    const check = "a payment with money has its charge at the provider";
    const uncharged = "state = 'open', charges = 0, refunded_usd_cents = 0";
    await expectFound(check, [], setCharge("fulfilled", uncharged));
    await expectFound(check, [], "DELETE FROM test_provider_payments WHERE reference = $cancelled");
  });

  test("what is just being asked after, which it counts, and is no fault", async () => {
    const { faults, books } = await planted([], [setCharge("asked", paid)]);
    expect(faults).toEqual([]);
    expect(books).toMatchObject([{ charges: 4, unsettled: 1 }]);
  });
});

test("each invariant has a fault planted here that it found", () => {
  expect([...seen].sort()).toEqual([...paymentInvariants].sort());
});
