import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onCancellation } from "#checkout/refunds/rules";
import {
  type Effect,
  type EffectiveState,
  effectiveStateOf,
  type PaymentState,
  type ProviderStatus,
  providerStatuses,
  transitions,
} from "./rules";

/** By state and provider status: the next state and its effects. Left out: no change. */
const edges: Record<EffectiveState, Partial<Record<ProviderStatus, string>>> = {
  open: {
    requires_action: "requires_action",
    processing: "processing complete",
    paid: "paid complete",
    warned: "disputed complete",
    disputed: "disputed complete",
    charged_back: "charged_back expire",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  confirming: {
    open: "open",
    requires_action: "requires_action",
    processing: "processing complete",
    paid: "paid complete",
    warned: "disputed complete",
    disputed: "disputed complete",
    charged_back: "charged_back expire",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  requires_action: {
    open: "open",
    processing: "processing complete",
    paid: "paid complete",
    warned: "disputed complete",
    disputed: "disputed complete",
    charged_back: "charged_back expire",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  uncovered: {
    open: "open",
    requires_action: "requires_action",
    processing: "processing expire",
    paid: "refunding expire refund",
    warned: "refunding expire refund",
    disputed: "refunding expire refund",
    charged_back: "charged_back expire",
    returned: "refunded expire",
    cancelled: "open renew",
  },
  session_over: {
    paid: "refunding expire refund",
    warned: "refunding expire refund",
    disputed: "refunding expire refund",
    charged_back: "charged_back expire",
    returned: "refunded expire",
    cancelled: "failed expire",
  },
  processing: {
    open: "failed cancel",
    cancelled: "failed cancel",
    paid: "paid release",
    warned: "disputed",
    disputed: "disputed",
    charged_back: "charged_back cancel",
    returned: "refunded cancel",
  },
  order_cancelled: {
    open: "failed",
    cancelled: "failed",
    paid: "refunding refund",
    warned: "refunding refund",
    disputed: "refunding refund",
    charged_back: "charged_back",
    returned: "refunded",
  },
  paid: {
    warned: "disputed hold",
    disputed: "disputed hold",
    charged_back: "charged_back cancel",
    returned: "refunded cancel",
  },
  paid_fulfilled: { disputed: "disputed", charged_back: "charged_back", returned: "refunded" },
  disputed: {
    paid: "paid release",
    charged_back: "charged_back cancel",
    returned: "refunded cancel",
  },
  refunding: { charged_back: "charged_back", returned: "refunded" },
  refunded: {
    paid: "refunding",
    warned: "refunding",
    disputed: "refunding",
    charged_back: "charged_back",
  },
  refunded_fulfilled: {
    paid: "paid",
    warned: "paid",
    disputed: "disputed",
    charged_back: "charged_back",
  },
  charged_back: { paid: "refunding refund", warned: "refunding refund" },
  charged_back_fulfilled: { paid: "paid", warned: "paid", disputed: "disputed" },
  failed: {
    paid: "refunding refund",
    warned: "refunding refund",
    disputed: "refunding refund",
    charged_back: "charged_back",
    returned: "refunded",
  },
};

/** The stored state of a payment in an effective state. */
function stateIn(effectiveState: EffectiveState): PaymentState {
  if (effectiveState === "session_over") return "open";
  if (effectiveState === "uncovered") return "confirming";
  if (effectiveState === "order_cancelled") return "processing";
  if (effectiveState === "paid_fulfilled") return "paid";
  if (effectiveState === "charged_back_fulfilled") return "charged_back";
  return effectiveState === "refunded_fulfilled" ? "refunded" : effectiveState;
}

const effectiveStates = Object.keys(edges) as EffectiveState[];

describe("a payment", () => {
  it.each(
    effectiveStates.flatMap((effectiveState) =>
      providerStatuses.map((status) => [effectiveState, status] as const),
    ),
  )("that is %s follows the table when the provider reports %s", (effectiveState, status) => {
    const { to, effects } = transitions[effectiveState][status];
    const expected = edges[effectiveState][status] ?? stateIn(effectiveState);
    expect([to, ...effects].join(" ")).toBe(expected);
  });
});

/** A sale with its states and counters. */
interface Sale {
  payment: PaymentState;
  session: "open" | "complete" | "expired";
  order: "placed" | "fulfilled" | "cancelled" | null;
  isReleased: boolean;
  orders: number;
}

interface Report {
  status: ProviderStatus;
  /** Stock covers the order that the status would complete. */
  isCovered: boolean;
}

function apply(sale: Sale, { status, isCovered }: Report): Sale {
  const state = effectiveStateOf(sale.payment, sale.session, sale.order);
  const isUncovered = !isCovered && transitions[state][status].effects.includes("complete");
  const transition = transitions[isUncovered ? "uncovered" : state][status];
  const has = (effect: Effect) => transition.effects.includes(effect);
  const next: Sale = { ...sale, payment: transition.to };
  if (has("complete")) {
    expect(sale.session).toBe("open");
    Object.assign(next, { session: "complete", order: "placed", orders: sale.orders + 1 });
    next.isReleased = transition.to === "paid";
  }
  if (has("release")) next.isReleased = true;
  if (has("hold") && sale.order === "placed") next.isReleased = false;
  if (has("cancel") && sale.order === "placed") next.order = "cancelled";
  if (has("expire") && sale.session === "open") next.session = "expired";
  return next;
}

/** States of the payment of a fulfilled order: some of its money may be lost later. */
const soldFor: PaymentState[] = ["paid", "disputed", "refunded", "charged_back"];

const actions = ["pay", "expire", "match", "cancel"] as const;

function run(sale: Sale, action: (typeof actions)[number]): Sale {
  const isHeld = sale.payment === "confirming" || sale.payment === "requires_action";
  if (sale.session === "open" && !isHeld) {
    if (action === "pay" && sale.payment === "open") return { ...sale, payment: "confirming" };
    if (action === "expire") return { ...sale, session: "expired" };
  }
  if (sale.order !== "placed") return sale;
  if (action === "match" && sale.isReleased) return { ...sale, order: "fulfilled" };
  if (action !== "cancel") return sale;
  return { ...sale, order: "cancelled", payment: onCancellation(sale.payment) };
}

describe("for any sequence of actions and provider statuses", () => {
  const steps = fc.array(
    fc.oneof(
      fc.constantFrom(...actions),
      fc.record({ status: fc.constantFrom(...providerStatuses), isCovered: fc.boolean() }),
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

  it("a session has one order if it is complete, else none", () => {
    fc.assert(
      fc.property(steps, (list) => {
        let sale = start;
        for (const step of list) {
          sale = typeof step === "string" ? run(sale, step) : apply(sale, step);
          expect(sale.orders).toBe(sale.session === "complete" ? 1 : 0);
          // Credits are retired only for money that arrived.
          if (sale.order === "fulfilled") expect(soldFor).toContain(sale.payment);
          // Money is kept only for an order.
          const isSold = sale.order === "placed" || sale.order === "fulfilled";
          if (sale.payment === "paid") expect(isSold).toBe(true);
          // An order that waits for money, or whose money is disputed, is not released.
          const isUnsure = sale.payment === "processing" || sale.payment === "disputed";
          if (isUnsure && sale.order === "placed") {
            expect(sale.isReleased).toBe(false);
          }
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("the same status again changes nothing", () => {
    fc.assert(
      fc.property(steps, fc.constantFrom(...providerStatuses), fc.boolean(), (...drawn) => {
        const [list, status, isCovered] = drawn;
        let sale = start;
        for (const step of list) {
          sale = typeof step === "string" ? run(sale, step) : apply(sale, step);
        }
        const report = { status, isCovered };
        const once = apply(sale, report);
        // A failed payment can still be paid, which refunds it.
        if (once.payment === "failed" && (status === "open" || status === "cancelled")) return;
        expect(apply(once, report)).toEqual(once);
      }),
    );
  });
});
