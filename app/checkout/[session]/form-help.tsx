// What a payment provider says about its form, folded away below it.
import type { CheckoutPage } from "#domain/checkout";
import { ChevronIcon } from "./icons";

type Help = NonNullable<CheckoutPage["forms"][number]["texts"]["en"]["help"]>;

export function FormHelp({ help: { label, intro, rows } }: { help: Help }) {
  return (
    <details className="group mt-3">
      <summary className="-mx-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 rounded-lg px-2 text-[0.9375rem] font-medium text-accent hover:bg-soft [&::-webkit-details-marker]:hidden">
        <ChevronIcon />
        {label}
      </summary>
      <p className="mt-1 text-sm text-quiet">{intro}</p>
      <dl className="mt-2 divide-y divide-line border-y border-line text-sm">
        {rows.map(([term, text]) => (
          <div key={term} className="justify-between gap-x-4 py-2 sm:flex">
            <dt className="whitespace-nowrap tabular-nums">{term}</dt>
            <dd className="text-quiet">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
