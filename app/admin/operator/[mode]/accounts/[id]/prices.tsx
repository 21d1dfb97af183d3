"use client";
import type { Currency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { money, Time } from "#ui/admin/format";
import { useOperator } from "#ui/admin/operator";
import { Item, Items, Note, Panel } from "#ui/admin/page";
import { PriceFields } from "#ui/admin/price-fields";
import { typedPrice } from "#ui/admin/prices";
import { ProblemNote } from "#ui/admin/problem";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Prices = RouterOutput["operatorAccounts"]["prices"][number];

interface RowProps {
  account: { id: string; name: string };
  prices: Prices;
}

function ChangePrices({ account, prices }: RowProps) {
  const { portfolioId, name, currency, offered, own } = prices;
  const write = (minor: number | null) => (minor === null ? "nothing" : money(minor, currency));
  const set = useChange((trpc) => trpc.operatorAccounts.setPrices);
  return (
    <FormDialog
      button="Change"
      buttonLabel={`Change prices of ${name}`}
      title={`${name} for ${account.name}`}
      description={`All other accounts pay ${write(offered.api)} per tonne through the API and ${write(offered.checkout)} at checkout. Existing orders, checkout sessions and reservations keep their prices.`}
      action="Save prices"
      done="Prices saved"
      schema={async () => (await import("#admin/schemas")).pricesForm(currency)}
      initial={{
        api_price_per_tonne: typedPrice(own.api, currency),
        checkout_price_per_tonne: typedPrice(own.checkout, currency),
        confirmed: false,
      }}
      send={(values) =>
        set({ ...values, id: account.id, portfolio_id: portfolioId, expected: own })
      }
    >
      <PriceFields currency={currency} hint="Leave it empty for the catalogue’s price." />
    </FormDialog>
  );
}

interface PriceProps {
  label: string;
  currency: Currency;
  offered: number | null;
  own: number | null;
}

function Price({ label, currency, offered, own }: PriceProps) {
  const usual = offered === null ? "none" : money(offered, currency);
  return (
    <span className="whitespace-nowrap">
      {label}{" "}
      {own === null ? (
        usual
      ) : (
        <>
          <strong className="font-semibold text-ink">{money(own, currency)}</strong>{" "}
          <s>
            <span className="sr-only">instead of </span>
            {usual}
          </s>
        </>
      )}
    </span>
  );
}

function Row({ account, prices }: RowProps) {
  const { name, currency, offered, own, changedOn } = prices;
  return (
    <Item>
      <span className="min-w-0">
        {name}
        <span className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-quiet tabular-nums">
          <Price label="API" currency={currency} offered={offered.api} own={own.api} />
          <Price
            label="Checkout"
            currency={currency}
            offered={offered.checkout}
            own={own.checkout}
          />
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
