"use client";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { Time, usd } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Item, Items, Note, Panel } from "#ui/admin/page";
import { PriceFields } from "#ui/admin/price-fields";
import { dollars } from "#ui/admin/prices";
import { ProblemNote } from "#ui/admin/problem";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Prices = RouterOutput["operatorAccounts"]["prices"][number];

interface RowProps {
  account: { id: string; name: string };
  prices: Prices;
}

function ChangePrices({ account, prices: { portfolioId, name, offered, own } }: RowProps) {
  const set = useChange((trpc) => trpc.operatorAccounts.setPrices);
  return (
    <FormDialog
      button="Change"
      buttonLabel={`Change prices of ${name}`}
      title={`${name} for ${account.name}`}
      description={`All other accounts pay ${usd(offered.api)} per tonne through the API and ${usd(offered.checkout)} at checkout. Existing orders, checkout sessions and reservations keep their prices.`}
      action="Save prices"
      done="Prices saved"
      schema={async () => (await import("#admin/schemas")).PortfolioPricesForm}
      initial={{
        api_price_per_tonne: dollars(own.api),
        checkout_price_per_tonne: dollars(own.checkout),
        confirmed: false,
      }}
      send={(values) =>
        set({ ...values, id: account.id, portfolio_id: portfolioId, expected: own })
      }
    >
      <PriceFields hint="Leave it empty for the catalogue’s price." />
    </FormDialog>
  );
}

function Price({ label, offered, own }: { label: string; offered: number; own: number | null }) {
  return (
    <span className="whitespace-nowrap">
      {label}{" "}
      {own === null ? (
        usd(offered)
      ) : (
        <>
          <strong className="font-semibold text-ink">{usd(own)}</strong>{" "}
          <s>
            <span className="sr-only">instead of </span>
            {usd(offered)}
          </s>
        </>
      )}
    </span>
  );
}

function Row({ account, prices }: RowProps) {
  const { name, offered, own, changedOn } = prices;
  return (
    <Item>
      <span className="min-w-0">
        {name}
        <span className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-quiet tabular-nums">
          <Price label="API" offered={offered.api} own={own.api} />
          <Price label="Checkout" offered={offered.checkout} own={own.checkout} />
          {changedOn && (
            <span>
              since <Time at={changedOn} />
            </span>
          )}
        </span>
      </span>
      <ChangePrices account={account} prices={prices} />
    </Item>
  );
}

export function AccountPrices({ account }: Pick<RowProps, "account">) {
  const { mode } = useOperator();
  const { prices: query } = useScreenData(queries);
  return (
    <Panel title={mode === "live" ? "Prices, live" : "Prices, test"}>
      <p className="mb-4 text-[0.9375rem] text-quiet">
        Per tonne. A price set here applies to this account’s quotes, orders, checkouts and payment
        links, and stays when the catalogue’s price changes.
      </p>
      {query.error && <ProblemNote error={query.error} />}
      <Items>
        {query.data?.map((prices) => (
          <Row key={prices.portfolioId} account={account} prices={prices} />
        ))}
      </Items>
      {query.data?.length === 0 && <Note>No portfolio is offered in this mode yet.</Note>}
    </Panel>
  );
}
