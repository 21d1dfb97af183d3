"use client";
import { formatDay } from "#core/dates";
import type { RouterOutput } from "#trpc/router";
import { RecordPayment } from "#ui/admin/billing-documents";
import { money, plural } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Fact, Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/screen-data";
import { DownloadLink, ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { queries } from "./queries";

type Open = RouterOutput["operatorBilling"]["openItems"];

const usd = (cents: number) => money(cents, "USD");

function Age({ days }: { days: number }) {
  return days === 0 ? "–" : <span className="text-danger">{plural(days, "day")}</span>;
}

function Items({ items }: Pick<Open, "items">) {
  const { base } = useOperator();
  return (
    <SimpleTable
      label="Open invoices"
      columns={[
        { head: "Invoice" },
        { head: "Due", isExtra: true },
        { head: "Overdue", align: "right" },
        { head: "Open", align: "right" },
        { head: "Actions", align: "right" },
      ]}
      rows={items.map((item) => ({
        key: item.id,
        cells: [
          <span key="invoice">
            <a href={`${base}/billing/documents/${item.id}`} className="link">
              {item.number}
            </a>
            <ScreenLink to={`/accounts/${item.accountId}`} className="link block text-sm">
              {item.accountName}
            </ScreenLink>
          </span>,
          formatDay(item.dueOn),
          <Age key="age" days={item.overdueDays} />,
          usd(item.openCents),
          <RecordPayment key="pay" id={item.accountId} invoice={item} />,
        ],
      }))}
    />
  );
}

/** Invoices that are not paid, with their age. */
export function OpenItems() {
  const { openItems: query } = useScreenData(queries);
  return (
    <Panel title="Open invoices" actions={<DownloadLink to="/export/open-items.csv" />}>
      <Loaded query={query}>
        {({ items, count, aging }) =>
          count === 0 ? (
            <Note>Every invoice is paid.</Note>
          ) : (
            <>
              <Facts>
                {aging.map(({ label, cents }) => (
                  <Fact key={label} label={label}>
                    {usd(cents)}
                  </Fact>
                ))}
              </Facts>
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
