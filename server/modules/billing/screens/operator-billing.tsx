"use client";
import { sumsByCurrency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { Confirm } from "#ui/admin/dialog";
import { money, plural } from "#ui/admin/format";
import { Item, Items, Loaded, Note, Panel, Screen } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { termsNames } from "#ui/admin/terms";
import { useToast } from "#ui/admin/toasts";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { IssuerPanel } from "./issuer";
import { amountsOf, OpenItems } from "./open-items";
import { moneyQueries } from "./queries";
import { Rates } from "./rates";
import { UndecidedTerms } from "./unbilled-sales";

type Data = RouterOutput["operatorBilling"]["get"];

function IssueMonth({ month, accounts }: { month: string; accounts: number }) {
  const issue = useChange((trpc) => trpc.operatorBilling.issue);
  const toast = useToast();
  const run = async () => {
    const { issued, blocked } = await issue({ month });
    const reasons = blocked.map(({ reason }) => reason);
    toast(
      [`Issued ${plural(issued.length, "invoice")} for ${month}.`, ...new Set(reasons)].join(" "),
    );
  };
  return (
    <Confirm
      button="Issue invoices"
      title={`Issue the invoices of ${month}?`}
      description={`${plural(accounts, "account")} will get an invoice by mail. Issued invoices cannot be changed, only credited.`}
      run={run}
    />
  );
}

function UnbilledMonths({ unbilled }: Pick<Data, "unbilled">) {
  const months = Map.groupBy(unbilled, ({ period }) => period);
  return (
    <Panel title="To be billed">
      {months.size === 0 && <Note>All past months are billed.</Note>}
      <Items>
        {[...months].map(([month, rows]) => (
          <Item key={month}>
            <span className="tabular-nums">
              {month}: {plural(rows.length, "account")},{" "}
              {plural(
                rows.reduce((sum, { orders }) => sum + orders, 0),
                "order",
              )}
              ,{" "}
              {amountsOf(
                sumsByCurrency(rows.map(({ net, currency }) => ({ minor: net, currency }))),
              )}{" "}
              net
            </span>
            <IssueMonth month={month} accounts={rows.length} />
          </Item>
        ))}
      </Items>
      {unbilled
        .filter(({ waitsFor }) => waitsFor !== null)
        .map(({ accountId, name, period, waitsFor }) => (
          <Note key={accountId + period} className="mt-4">
            The invoice to {name} for {period} waits. {waitsFor}
          </Note>
        ))}
      <Note className="mt-4">The worker issues invoices a day after the month ends (UTC).</Note>
    </Panel>
  );
}

function Accounts({ accounts }: Pick<Data, "accounts">) {
  return (
    <Panel title="Accounts with terms">
      <SimpleTable
        empty="No account has billing terms yet. Open an account and choose its billing to set them."
        label="Accounts with terms"
        rows={accounts}
        columns={[
          {
            head: "Account",
            cell: ({ id, name }) => (
              <ScreenLink to={`/accounts/${id}`} key="name">
                {name}
              </ScreenLink>
            ),
          },
          {
            head: "Terms",
            isExtra: true,
            cell: ({ terms }) => (terms === null ? "Ended" : termsNames[terms]),
          },
          {
            head: "Credit limit",
            align: "right",
            isExtra: true,
            cell: ({ creditLimit, currency }) =>
              creditLimit === null ? "–" : money(creditLimit, currency),
          },
          {
            head: "Balance",
            align: "right",
            cell: ({ balance, currency }) => money(balance, currency),
          },
        ]}
      />
    </Panel>
  );
}

export function OperatorBilling() {
  const { billing: query, unbilledSales } = useScreenData(moneyQueries);
  const sales = unbilledSales.data;
  return (
    <Screen
      title="Billing"
      intro="Invoices to accounts for their own orders through the API. Below zero, a balance is what an account owes."
    >
      <Loaded query={query} lines={8}>
        {({ issuer, formerIssuers, unbilled, accounts, rates }) => (
          <>
            <UndecidedTerms sales={sales ?? []} />
            <UnbilledMonths unbilled={unbilled} />
            <OpenItems />
            <Accounts accounts={accounts} />
            <IssuerPanel issuer={issuer} formerIssuers={formerIssuers} />
            <Rates rates={rates} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
