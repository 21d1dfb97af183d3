// The state machine of payments, edge by edge, and what cannot happen whatever a provider says.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  askAfterMs,
  type Effect,
  moves,
  onCancellation,
  type PaymentState,
  paymentStates,
  type Situation,
  situationOf,
  viewOf,
  type Word,
  wordOf,
  words,
} from "./payment-rules";

/** situation: word → state [effects]; what is not written leaves all as it is. */
const edges: Record<Situation, Partial<Record<Word, string>>> = {
  open: {
    requires_action: "requires_action",
    processing: "processing complete",
    paid: "paid complete",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  confirming: {
    open: "open",
    requires_action: "requires_action",
    processing: "processing complete",
    paid: "paid complete",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  requires_action: {
    open: "open",
    processing: "processing complete",
    paid: "paid complete",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  late: { paid: "refunding expire", returned: "refunded expire", cancelled: "failed expire" },
  processing: {
    open: "failed cancel",
    cancelled: "failed cancel",
    paid: "paid release",
    returned: "refunded cancel",
  },
  unwanted: { open: "failed", cancelled: "failed", paid: "refunding", returned: "refunded" },
  paid: { returned: "refunded cancel" },
  refunding: { returned: "refunded" },
  refunded: {},
  failed: { paid: "refunding", returned: "refunded" },
};

/** The state that a payment has in a situation. */
function stateIn(situation: Situation): PaymentState {
  if (situation === "late") return "open";
  return situation === "unwanted" ? "processing" : situation;
}

const situations = Object.keys(edges) as Situation[];

describe("a payment", () => {
  it.each(situations.flatMap((situation) => words.map((word) => [situation, word] as const)))(
    "that is %s and said to be %s goes where the table says",
    (situation, word) => {
      const { to, effects } = moves[situation][word];
      const wanted = edges[situation][word] ?? stateIn(situation);
      expect([to, ...effects].join(" ")).toBe(wanted);
    },
  );

  it("is asked after exactly as long as it can still change", () => {
    const asked = situations.filter(
      (one) => askAfterMs(one, { asked: 0, provider: "stripe", failure: "declined" }) !== null,
    );
    expect(asked.sort()).toEqual(
      ["confirming", "requires_action", "processing", "unwanted", "refunding", "late"].sort(),
    );
  });

  it("is asked after within minutes while its customer waits, and hourly at last", () => {
    const provider = "stripe";
    for (let asked = 0; asked < 60; asked += 1) {
      const failure = null;
      const minutes = (one: Situation) =>
        (askAfterMs(one, { asked, provider, failure }) ?? 0) / 60_000;
      expect(minutes("confirming")).toBeLessThanOrEqual(5);
      expect(minutes("requires_action")).toBeLessThanOrEqual(1);
      expect(minutes("processing")).toBeLessThanOrEqual(60);
      expect(minutes("refunding")).toBeLessThanOrEqual(60);
    }
    expect(askAfterMs("refunding", { asked: 0, provider, failure: null })).toBe(0);
  });

  it("that was interrupted is asked after for some minutes more: it may arrive late", () => {
    let totalMs = 0;
    let asked = 0;
    for (; asked < 100; asked += 1) {
      const ms = askAfterMs("open", { asked, provider: "stripe", failure: "interrupted" });
      if (ms === null) break;
      totalMs += ms;
    }
    expect(asked).toBeGreaterThan(3);
    expect(totalMs).toBeGreaterThan(5 * 60_000);
    expect(totalMs).toBeLessThan(30 * 60_000);
  });
});

/** A sale as the rules see it, with what happened to it counted. */
interface Sale {
  payment: PaymentState;
  session: "open" | "complete" | "expired";
  order: "placed" | "fulfilled" | "cancelled" | null;
  isReleased: boolean;
  orders: number;
}

function hear(sale: Sale, word: Word): Sale {
  const move = moves[situationOf(sale.payment, sale.session, sale.order)][word];
  const has = (effect: Effect) => move.effects.includes(effect);
  const next: Sale = { ...sale, payment: move.to };
  if (has("complete")) {
    expect(sale.session).toBe("open");
    Object.assign(next, { session: "complete", order: "placed", orders: sale.orders + 1 });
    next.isReleased = move.to === "paid";
  }
  if (has("release")) next.isReleased = true;
  if (has("cancel") && sale.order === "placed") next.order = "cancelled";
  if (has("expire") && sale.session === "open") next.session = "expired";
  return next;
}

const acts = ["pay", "expire", "match", "cancel"] as const;

function act(sale: Sale, what: (typeof acts)[number]): Sale {
  const isHeld = sale.payment === "confirming" || sale.payment === "requires_action";
  if (sale.session === "open" && !isHeld) {
    if (what === "pay" && sale.payment === "open") return { ...sale, payment: "confirming" };
    if (what === "expire") return { ...sale, session: "expired" };
  }
  if (sale.order !== "placed") return sale;
  if (what === "match" && sale.isReleased) return { ...sale, order: "fulfilled" };
  if (what !== "cancel") return sale;
  return { ...sale, order: "cancelled", payment: onCancellation(sale.payment) };
}

describe("whatever happens, and whatever the provider says in whichever order", () => {
  const steps = fc.array(
    fc.oneof(
      fc.constantFrom(...acts),
      fc.constantFrom(...words).map((word) => ({ word })),
    ),
    { maxLength: 30 },
  );
  const start: Sale = {
    payment: "open",
    session: "open",
    order: null,
    isReleased: false,
    orders: 0,
  };

  it("a session has one order at most, and only a complete one has any", () => {
    fc.assert(
      fc.property(steps, (list) => {
        let sale = start;
        for (const step of list) {
          sale = typeof step === "string" ? act(sale, step) : hear(sale, step.word);
          expect(sale.orders).toBe(sale.session === "complete" ? 1 : 0);
          // Credits are retired only for money that is there.
          if (sale.order === "fulfilled") expect(["paid", "refunded"]).toContain(sale.payment);
          // Nobody keeps money for what was not sold.
          const isSold = sale.order === "placed" || sale.order === "fulfilled";
          if (sale.payment === "paid") expect(isSold).toBe(true);
          // What waits for money is not let through.
          if (sale.payment === "processing" && sale.order === "placed") {
            expect(sale.isReleased).toBe(false);
          }
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("hearing the same word again changes nothing but what is begun anew", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...words), (list, word) => {
        let sale = start;
        for (const step of list) {
          sale = typeof step === "string" ? act(sale, step) : hear(sale, step.word);
        }
        const once = hear(sale, word);
        // Money that comes after a failure is given back: what is paid is told twice, and returned once.
        if (once.payment === "failed" && (word === "open" || word === "cancelled")) return;
        expect(hear(once, word)).toEqual(once);
      }),
    );
  });
});

describe("a status", () => {
  it("is a return once all of the money is back, and not before", () => {
    expect(wordOf({ state: "paid", refundedCents: 0 }, 100)).toBe("paid");
    expect(wordOf({ state: "paid", refundedCents: 99 }, 100)).toBe("paid");
    expect(wordOf({ state: "paid", refundedCents: 100 }, 100)).toBe("returned");
    expect(wordOf({ state: "open" }, 100)).toBe("open");
  });
});

describe("what the customer is shown", () => {
  it("is a form only where the session can be paid", () => {
    for (const state of ["open", "complete", "expired"] as const) {
      for (const paying of state === "open" ? [true, false] : [false]) {
        for (const payment of [null, ...paymentStates]) {
          for (const order of ["placed", "fulfilled", "cancelled", null] as const) {
            const view = viewOf({ state, paying }, payment, order);
            expect(view === "open").toBe(state === "open" && !paying);
            expect(view === "expired").toBe(state === "expired");
            if (view === "paid") expect([state, order]).not.toContain("cancelled");
          }
        }
      }
    }
  });

  it.each([
    ["complete", "processing", "placed", "processing"],
    ["complete", "paid", "placed", "paid"],
    ["complete", "paid", "fulfilled", "paid"],
    ["complete", "failed", "cancelled", "failed"],
    ["complete", "refunding", "cancelled", "cancelled"],
    ["complete", "refunded", "cancelled", "cancelled"],
    ["complete", "processing", "cancelled", "cancelled"],
  ] as const)(
    "of a %s session whose payment is %s and order %s is: %s",
    (state, payment, order, view) => {
      expect(viewOf({ state, paying: false }, payment, order)).toBe(view);
    },
  );
});
