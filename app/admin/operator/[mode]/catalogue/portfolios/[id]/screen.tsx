"use client";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Currency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Form, useFormValues } from "#ui/admin/form";
import { money, percent } from "#ui/admin/format";
import { useLazyValue } from "#ui/admin/lazy-value";
import { Margins } from "#ui/admin/margins";
import { useOperator } from "#ui/admin/operator";
import { Badge, Detail, Item, Items, PageHead, Panel } from "#ui/admin/page";
import { CurrencyChoice, PriceFields } from "#ui/admin/price-fields";
import { PriceChange, perTonne, typedPrice } from "#ui/admin/prices";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { useListState } from "#ui/admin/table";
import { useCall, useChange, useRefresh, useScreenData } from "#ui/admin/trpc";
import { portfolioPath } from "#ui/catalogue";
import { ShareBar, Swatch } from "#ui/share-bar";
import { EditPortfolio } from "./edit";
import { queries } from "./queries";

type Portfolio = RouterOutput["operatorPortfolios"]["get"];

type InCurrency = Portfolio["prices"][number];

const loadPrices = async (currency: Currency) =>
  (await import("#admin/schemas")).pricesForm(currency);

interface PriceProps {
  channel: string;
  price: InCurrency["api"];
  currency: Currency;
}

function CurrentPrice({ channel, currency, price }: PriceProps) {
  const { amount, ownPrice, derivedPrice } = price;
  const calculated =
    derivedPrice === null
      ? "None: not all of its categories have a price in this currency."
      : "Calculated from its categories.";
  return (
    <p className="text-[0.9375rem]">
      <span className="block text-sm text-quiet">{channel}</span>
      {amount !== null && (
        <strong className="font-semibold tabular-nums">{perTonne(amount, currency)}</strong>
      )}
      <span className="block text-sm text-quiet">
        {ownPrice === null
          ? calculated
          : derivedPrice === null
            ? "Own price. Not all of its categories have one in this currency."
            : `Own price. Its categories would cost ${money(derivedPrice, currency)}.`}
      </span>
    </p>
  );
}

function NewPrices({ currency, api, checkout }: InCurrency) {
  const { isDirty } = useFormContext().formState;
  const values = useFormValues();
  const schema = useLazyValue(() => loadPrices(currency), isDirty);
  const typed = schema?.safeParse(values);
  if (!typed?.success) return null;
  const { api_price_per_tonne: newApi, checkout_price_per_tonne: newCheckout } = typed.data;
  const rows = [
    { label: "API price per tonne", before: api.amount, after: newApi ?? api.derivedPrice },
    {
      label: "Checkout price per tonne",
      before: checkout.amount,
      after: newCheckout ?? checkout.derivedPrice,
    },
  ].filter(({ before, after }) => before !== after);
  if (rows.length === 0) return null;
  return (
    <Items>
      {rows.map(({ label, before, after }) => (
        <Item key={label}>
          <span>{label}</span>
          <PriceChange currency={currency} amountBefore={before} amountAfter={after} />
        </Item>
      ))}
    </Items>
  );
}

function PricesForm({ portfolio, price }: { portfolio: Portfolio; price: InCurrency }) {
  const set = useCall((trpc) => trpc.operatorPortfolios.setPrices);
  const refresh = useRefresh((trpc) => trpc.operatorPortfolios.pathFilter());
  const { currency, api, checkout } = price;
  const expected = { api: api.ownPrice, checkout: checkout.ownPrice };
  const form = useApiForm({
    done: "Prices saved",
    schema: () => loadPrices(currency),
    initial: {
      api_price_per_tonne: typedPrice(api.ownPrice, currency),
      checkout_price_per_tonne: typedPrice(checkout.ownPrice, currency),
      confirmed: false,
    },
    async send(values) {
      // Also after an error: someone else may have changed the prices.
      await set({ ...values, id: portfolio.id, currency, expected }).finally(refresh);
    },
  });
  return (
    <>
      <div className="mb-6 grid gap-5 sm:grid-cols-2">
        <CurrentPrice channel="API" currency={currency} price={api} />
        <CurrentPrice channel="Checkout" currency={currency} price={checkout} />
      </div>
      <Form form={form} action="Save prices">
        <PriceFields
          currency={currency}
          hint="Leave it empty to calculate the price from the categories."
        />
        <NewPrices {...price} />
        <p className="text-sm text-quiet">
          Placed orders and open checkout sessions keep their prices. Importing a file that contains
          this portfolio overwrites the prices.
        </p>
      </Form>
    </>
  );
}

const isPriced = ({ api, checkout }: InCurrency) => api.amount !== null || checkout.amount !== null;

function Prices({ portfolio }: { portfolio: Portfolio }) {
  const priced = portfolio.prices.filter(isPriced).map(({ currency }) => currency);
  const { currency: first } = useOperator();
  const [chosen, choose] = useState(priced[0] ?? first);
  const price = portfolio.prices.find(({ currency }) => currency === chosen);
  return (
    <Panel title="Prices">
      <CurrencyChoice value={chosen} onChange={choose} priced={priced} />
      {price && (
        <PricesForm
          key={`${chosen} ${price.api.ownPrice} ${price.checkout.ownPrice}`}
          portfolio={portfolio}
          price={price}
        />
      )}
    </Panel>
  );
}

/** "$40.00 · €36.00 per tonne at the checkout" */
function checkoutPrices(prices: Portfolio["parts"][number]["prices"]): string | null {
  const amounts = prices.flatMap(({ currency, checkout }) =>
    checkout === null ? [] : money(checkout, currency),
  );
  return amounts.length === 0 ? null : `${amounts.join(" · ")} per tonne at the checkout`;
}

function Split({ portfolio: { parts } }: { portfolio: Portfolio }) {
  return (
    <Panel title="Split">
      <ShareBar
        parts={parts.map(({ id, color, share }) => ({ key: id, color, share }))}
        className="mb-4 h-2"
      />
      <Items>
        {parts.map(({ id, name, color, share, prices }) => (
          <Item key={id}>
            <span className="flex gap-2.5">
              <Swatch color={color} className="size-3" />
              <span>
                <ScreenLink to={`/catalogue/categories/${encodeURIComponent(id)}`}>
                  {name}
                </ScreenLink>
                <span className="block text-sm text-quiet tabular-nums">
                  {checkoutPrices(prices)}
                </span>
              </span>
            </span>
            <span className="tabular-nums">{percent(share)}</span>
          </Item>
        ))}
      </Items>
    </Panel>
  );
}

function MakeDefault({ portfolio: { id, name } }: { portfolio: Portfolio }) {
  const { mode } = useOperator();
  const set = useChange((trpc) => trpc.operatorPortfolios.setDefault);
  return (
    <Confirm
      button="Make default"
      title={`Make ${name} the default?`}
      description={`New orders that name no portfolio use it, for all ${mode} accounts without their own default.`}
      done="Default portfolio saved"
      run={() => set({ id })}
    />
  );
}

function Archive({ portfolio: { id, name } }: { portfolio: Portfolio }) {
  const archive = useChange((trpc) => trpc.operatorPortfolios.archive);
  return (
    <Confirm
      button="Archive"
      title={`Archive ${name}?`}
      description="It can’t be ordered or bought any more, and payment links with it stop selling. Open checkout sessions can still be paid, and waiting orders are still filled. You can publish it again."
      done="Portfolio archived"
      run={() => archive({ id })}
    />
  );
}

function Publish({ portfolio: { id, name } }: { portfolio: Portfolio }) {
  const { mode } = useOperator();
  const publish = useChange((trpc) => trpc.operatorPortfolios.publish);
  return (
    <Confirm
      button="Publish"
      title={`Publish ${name}?`}
      description={`It is offered to all ${mode} accounts again, at its current prices.`}
      done="Portfolio published"
      run={() => publish({ id })}
    />
  );
}

function Offer({ portfolio }: { portfolio: Portfolio }) {
  if (portfolio.isArchived) return <Publish portfolio={portfolio} />;
  if (portfolio.isDefault) return null;
  return (
    <>
      <MakeDefault portfolio={portfolio} />
      <Archive portfolio={portfolio} />
    </>
  );
}

function Details({ portfolio }: { portfolio: Portfolio }) {
  const { mode } = useOperator();
  return (
    <>
      <PageHead
        title={portfolio.name}
        intro={portfolio.summary}
        actions={
          <>
            {(portfolio.isDefault || portfolio.isArchived) && (
              <span className="self-center">
                {portfolio.isDefault && <Badge tone="good">Default</Badge>}
                {portfolio.isArchived && <Badge tone="neutral">Archived</Badge>}
              </span>
            )}
            <Offer portfolio={portfolio} />
            <ButtonLink to={`/catalogue/portfolios/${encodeURIComponent(portfolio.id)}?show=edit`}>
              Edit
            </ButtonLink>
            {!portfolio.isArchived && (
              <a href={portfolioPath(portfolio.id, mode)} className={buttonClass()}>
                View public page
              </a>
            )}
          </>
        }
      />
      <Prices portfolio={portfolio} />
      <Margins
        prices={portfolio.prices.map(({ currency, api, checkout }) => ({
          ...{ currency, api: api.amount, checkout: checkout.amount },
        }))}
        costs={portfolio.costs}
      />
      <Split portfolio={portfolio} />
    </>
  );
}

export default function PortfolioPage() {
  const isEdited = useListState().get("show") === "edit";
  const { portfolio: query } = useScreenData(queries);
  return (
    <Detail title="Portfolio" query={query}>
      {(portfolio) =>
        isEdited ? <EditPortfolio portfolio={portfolio} /> : <Details portfolio={portfolio} />
      }
    </Detail>
  );
}
