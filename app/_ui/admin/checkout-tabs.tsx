"use client";
// The two lists of the checkout: who was sent to pay, and what was paid.
import Link from "next/link";
import { useHere } from "./account-shell";

const tabs = [
  { path: "/checkout", name: "Sessions" },
  { path: "/checkout/payments", name: "Payments" },
];

export function CheckoutTabs({ here }: { here: string }) {
  const { base } = useHere();
  return (
    <nav aria-label="Checkout" className="mb-4 flex gap-4 border-b border-line">
      {tabs.map(({ path, name }) => (
        <Link
          key={path}
          href={base + path}
          prefetch={false}
          aria-current={name === here ? "page" : undefined}
          className="-mb-px border-b-2 border-transparent px-1 py-2 text-[0.9375rem] text-quiet hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
