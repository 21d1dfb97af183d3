"use client";
import { formatDay } from "#core/dates";
import type { Money } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { money, plural } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { DownloadLink, ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { RecordPayment } from "./document-forms";
import { moneyQueries } from "./queries";

type Open = RouterOutput["operatorBilling"]["openItems"];

/** "$2.00 and €1.00". */
export const amountsOf = (sums: readonly Money[]) =>
  sums.length === 0 ? "–" : sums.map(({ minor, currency }) => money(minor, currency)).join(" and ");

function Age({ days }: { days: number }) {
  return days === 0 ? "–" : <span className="text-danger">{plural(days, "day")}</span>;
}

function Items({ items }: Pick<Open, "items">) {
  const { base } = useOperator();
  return (
    <SimpleTable
      label="Open invoices"
      rows={items}
      columns={[
        {
          head: "Invoice",
          cell: (item) => (
            <span>
              <a href={`${base}/billing/documents/${item.id}`} className="link">
                {item.number}
              </a>
              <ScreenLink to={`/accounts/${item.accountId}`} className="link block text-sm">
                {item.accountName}
              </ScreenLink>
            </span>
          ),
        },
        { head: "Due", isExtra: true, cell: (item) => formatDay(item.dueOn) },
        { head: "Overdue", align: "right", cell: (item) => <Age days={item.overdueDays} /> },
        {
          head: "Open",
          align: "right",
          cell: (item) => money(item.openAmount, item.currency),
        },
        {
          head: "Actions",
          align: "right",
          cell: (item) => <RecordPayment id={item.accountId} invoice={item} />,
        },
      ]}
    />
  );
}

export function OpenItems() {
  const { openItems: query } = useScreenData(moneyQueries);
  return (
    <Panel title="Open invoices" actions={<DownloadLink to="/export/open-items.csv" />}>
      <Loaded query={query}>
        {({ items, count, aging }) =>
          count === 0 ? (
            <Note>Every invoice is paid.</Note>
          ) : (
            <>
              <Facts
                facts={Object.fromEntries(aging.map(({ label, sums }) => [label, amountsOf(sums)]))}
              />
              <div className="mt-6">
                <Items items={items} />
              </div>
              {count > items.length && (
                <Note className="mt-4">
                  The {items.length} longest due of {count}. The CSV has all.
                </Note>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}
