"use client";
import { sumsByCurrency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { plural } from "#ui/admin/format";
import { Badge, Note, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { amountsOf } from "./open-items";
import { unbilledQueries } from "./queries";

type Sales = RouterOutput["operatorBilling"]["unbilledSales"][number];

function amountOf(sales: readonly Sales[]): string {
  const sums = sumsByCurrency(sales.map(({ price: minor, currency }) => ({ minor, currency })));
  const more = sales.some(({ isCapped }) => isCapped) ? "more than " : "";
  return more + amountsOf(sums);
}

/** One sentence for the overview; nothing if all accounts have terms. */
export function UnbilledSalesNotice() {
  const sales = useScreenData(unbilledQueries).unbilledSales.data ?? [];
  if (sales.length === 0) return null;
  const sold = sales.filter(({ orders }) => orders > 0);
  return (
    <Panel title="Sold and not billed">
      <p>
        {sold.length > 0 &&
          `${plural(sold.length, "account")} without billing terms bought live credits for ${amountOf(sold)}, which are not billed. `}
        <ScreenLink to="/money?show=billing">
          {`Choose the terms of ${plural(sales.length, "account")}`}
        </ScreenLink>
      </p>
    </Panel>
  );
}

export function UndecidedTerms({ sales }: { sales: readonly Sales[] }) {
  if (sales.length === 0) return null;
  return (
    <Panel title="Terms to choose">
      <SimpleTable
        label="Terms to choose"
        rows={sales}
        columns={[
          {
            head: "Account",
            cell: (row) => (
              <ScreenLink to={`/accounts/${row.accountId}`} key="name">
                {row.name}
              </ScreenLink>
            ),
          },
          {
            head: "Live orders",
            cell: (row) =>
              row.terms === null ? <Badge tone="pending">Refused</Badge> : "Accepted as before",
          },
          {
            head: "Sold, not billed",
            align: "right",
            cell: (row) => (row.orders === 0 ? "–" : amountOf([row])),
          },
        ]}
        keyOf={(row) => row.accountId}
      />
      <Note className="mt-4">
        Open an account and choose Set terms. What was sold before is not on its balance: bill it
        elsewhere, or subtract it from the balance.
      </Note>
    </Panel>
  );
}
