"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { type Money, moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { count, money, plural } from "./format";
import { useListState } from "./list-state";
import { Loaded } from "./page";
import { oldClass, usePrevious } from "./previous";
import { unknownParts } from "./problem";

interface Figure {
  label: string;
  value: ReactNode;
}

interface Totals {
  /** All matching rows, or as many as were counted if `is_capped`. */
  count: number;
  is_capped: boolean;
}

interface Props<Data extends Totals> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  /** "orders". */
  rows: string;
  figures(data: Data): readonly Figure[];
  /** Explains figures that a reader might not expect. */
  note?(data: Data): ReactNode;
}

/** Nothing for an empty list. */
export function ListTotals<Data extends Totals>({ query, rows, figures, note }: Props<Data>) {
  const { isOld, ...previous } = usePrevious(query);
  // The list below says so.
  const isUnknown = unknownParts(query.error, useListState()).length > 0;
  if (isUnknown) return null;
  return (
    <div className={`mb-4 min-h-12 ${isOld ? oldClass : ""}`}>
      <Loaded query={previous} lines={1}>
        {(data) => {
          if (data.count === 0) return null;
          const label = rows.slice(0, 1).toUpperCase() + rows.slice(1);
          const all = [
            { label, value: data.is_capped ? `Over ${count(data.count - 1)}` : count(data.count) },
            ...(data.is_capped ? [] : figures(data)),
          ];
          const text = data.is_capped
            ? "Too many to add up here. Choose a shorter period or another filter, or export them."
            : note?.(data);
          return (
            <>
              <dl aria-label={`Totals of ${rows}`} className="flex flex-wrap gap-x-8 gap-y-2">
                {all.map((figure) => (
                  <div key={figure.label}>
                    <dt className="text-sm text-quiet">{figure.label}</dt>
                    <dd className="font-semibold tabular-nums">{figure.value}</dd>
                  </div>
                ))}
              </dl>
              {text && <p className="mt-1.5 text-sm text-quiet">{text}</p>}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

/** The amount of lists that have no other sum. */
export function massFigures({ amount_kg: kg }: Totals & { amount_kg: number | null }): Figure[] {
  return kg === null ? [] : [{ label: "Amount", value: formatMass(kg) }];
}

/** A figure with its sum in each currency; none without sums. */
export const moneyFigure = (label: string, sums: readonly Money[]): Figure[] =>
  sums.length === 0
    ? []
    : [{ label, value: sums.map(({ minor, currency }) => money(minor, currency)).join(" · ") }];

type PaymentTotalsData = RouterOutput["checkout"]["paymentTotals"];

function paymentFigures({ paid }: PaymentTotalsData): Figure[] {
  if (!paid) return [];
  const { sums, fees } = paid;
  return [
    ...moneyFigure(
      "Customers paid",
      sums.map((sum) => moneyOf(sum, sum.amount)),
    ),
    ...moneyFigure(
      "Refunded",
      sums.map((sum) => moneyOf(sum, sum.refunded)),
    ),
    ...moneyFigure("Fees", fees ?? []),
  ];
}

function unpaidNote({ count: all, paid }: PaymentTotalsData) {
  const others = paid ? all - paid.count : 0;
  return others > 0 && `The sums leave out ${plural(others, "payment")} that did not succeed.`;
}

export function PaymentTotals({ query }: Pick<Props<PaymentTotalsData>, "query">) {
  return <ListTotals query={query} rows="payments" figures={paymentFigures} note={unpaidNote} />;
}
