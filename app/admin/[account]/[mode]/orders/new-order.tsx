"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAccount } from "#ui/admin/account";
import { useApiForm } from "#ui/admin/api-form";
import { ConfirmDialog } from "#ui/admin/dialog";
import { money } from "#ui/admin/format";
import { Note } from "#ui/admin/page";
import { useCall, useTRPC } from "#ui/admin/trpc";
import { OrderForm, type Quote, QuoteFacts, Supply } from "./order-form";
import type { OrderTerms } from "./order-schema";
import { noTerms, placeInputOf, quoteInputOf } from "./order-terms";

interface Reviewed {
  terms: OrderTerms;
  quote: Quote;
}

function newKey(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(16))];
  return bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One key for each order as confirmed, so that repeating a request does not order twice. */
function useOrderKeys() {
  const keys = useRef(new Map<string, string>());
  return (order: object): string => {
    const text = JSON.stringify(order);
    const key = keys.current.get(text) ?? newKey();
    keys.current.set(text, key);
    return key;
  };
}

function Review({ quote }: { quote: Quote }) {
  const { mode } = useAccount();
  return (
    <div className="space-y-5 text-ink">
      <QuoteFacts quote={quote} />
      <Supply quote={quote} />
      <Note>
        {mode === "live"
          ? "Once credits are allocated, they are retired at their registry, and the order can’t be cancelled."
          : "Test mode: no real credits, no real money."}
      </Note>
    </div>
  );
}

export default function NewOrder({ onCancel }: { onCancel(): void }) {
  const { base, account } = useAccount();
  const { currency } = account;
  const [router, trpc, queries] = [useRouter(), useTRPC(), useQueryClient()];
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [isOpen, setOpen] = useState(false);
  const keyOf = useOrderKeys();
  const placeOrder = useCall((trpc) => trpc.orders.place);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).orderTermsIn(currency),
    initial: noTerms,
    async send(terms) {
      const input = quoteInputOf(terms, currency) ?? {};
      const options = trpc.orders.quote.queryOptions(input, { retry: false });
      const quote = await queries.fetchQuery({ ...options, staleTime: 0 });
      setReviewed({ terms, quote });
      setOpen(true);
    },
  });
  const place = async ({ terms, quote }: Reviewed) => {
    const order = placeInputOf(terms, quote);
    const { id } = await placeOrder({ ...order, key: keyOf(order) });
    router.push(`${base}/orders/${id}`);
  };
  return (
    <section aria-labelledby="new-order">
      <h2 id="new-order" className="text-xl font-semibold tracking-tight">
        New order
      </h2>
      <Note className="mt-1 mb-4">
        Credits for your account or a subaccount, at the price of API orders.
      </Note>
      <OrderForm form={form} onCancel={onCancel} />
      {reviewed && (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setOpen}
          confirmation={{
            title: "Place this order?",
            description: <Review quote={reviewed.quote} />,
            action: `Place order for ${money(reviewed.quote.price, reviewed.quote.currency)}`,
            variant: "primary",
            done: "Order placed",
            run: () => place(reviewed),
          }}
        />
      )}
    </section>
  );
}
