// The state machine of payments, edge by edge, and what cannot happen whatever a provider says.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Effect,
  moves,
  onCancellation,
  type PaymentState,
  type Situation,
  situationOf,
  type Word,
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
