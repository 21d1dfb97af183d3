"use client";
import Link from "next/link";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { plural } from "./format";
import { useOperator } from "./operator";
import { Panel } from "./page";

type Report = NonNullable<NonNullable<RouterOutput["operatorImports"]["get"]["report"]>["import"]>;

export function CompleteField() {
  return (
    <label className="mb-4 flex items-start gap-2.5 text-[0.9375rem]">
      <input type="checkbox" name="complete" value="on" className="mt-1 size-4" />
      <span>
        This is the complete list of my account’s holdings
        <span className="block text-sm text-quiet">
          The preview shows what stock and orders have and the list lacks. Nothing is removed.
        </span>
      </span>
    </label>
  );
}

export function MissingCredits({ report: { missing } }: { report: Report }) {
  const { base } = useOperator();
  if (!missing) return null;
  const { rows, count, unsoldKg, soldKg } = missing;
  if (count === 0) {
    return (
      <Panel title="Comparison with the complete list">
        <p className="text-[0.9375rem]">The list has all credits of stock and orders.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Not in the complete list">
      <div role="alert" className="text-[0.9375rem]">
        <p>
          {formatMass(unsoldKg)} that are for sale, and {formatMass(soldKg)} that are sold and not
          retired. Look for them at the registry, then remove what you no longer hold from stock.
        </p>
        <ul className="mt-3 max-h-96 divide-y divide-line overflow-y-auto">
          {rows.map(({ lotId, serials, kg, isSold }) => (
            <li key={serials} className="py-2">
              <Link href={`${base}/stock/${encodeURIComponent(lotId)}`} className="link break-all">
                {serials}
              </Link>
              <span className="block text-quiet">
                {formatMass(kg)}, {isSold ? "sold" : "for sale"}
              </span>
            </li>
          ))}
        </ul>
        {count > rows.length && <p>And {plural(count - rows.length, "other range")}.</p>}
      </div>
    </Panel>
  );
}
