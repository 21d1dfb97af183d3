// The cards of the test provider, and what becomes of a payment with each.
import { ChevronIcon } from "./icons";
import type { Shown } from "./shown";
import type { Texts } from "./texts/en";

const cards: [number: string, outcome: keyof Texts["testCards"]["outcomes"]][] = [
  ["4242 4242 4242 4242", "pays"],
  ["4000 0000 0000 3220", "asks"],
  ["4000 0000 0000 0002", "declined"],
  ["4000 0000 0000 9995", "insufficient_funds"],
  ["4000 0000 0000 0069", "expired_card"],
  ["4000 0000 0000 0127", "incorrect_cvc"],
  ["4000 0000 0000 0259", "processingPaid"],
  ["4000 0000 0000 0341", "processingFails"],
];

export function TestCards({ shown }: { shown: Shown }) {
  const { label, intro, outcomes } = shown.t.testCards;
  return (
    <details className="group mt-3">
      <summary className="-mx-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft [&::-webkit-details-marker]:hidden">
        <ChevronIcon />
        {label}
      </summary>
      <p className="mt-1 text-sm text-quiet">{intro}</p>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
        {cards.map(([number, outcome]) => (
          <div key={number} className="justify-between gap-x-4 py-2 sm:flex">
            <dt className="whitespace-nowrap tabular-nums">{number}</dt>
            <dd className="text-quiet">{outcomes[outcome]}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
