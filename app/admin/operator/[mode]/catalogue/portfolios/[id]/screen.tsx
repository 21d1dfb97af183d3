"use client";
import { useFormContext } from "react-hook-form";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { buttonClass } from "#ui/admin/button";
import { Confirm } from "#ui/admin/dialog";
import { Form, useFormValues } from "#ui/admin/form";
import { percent, usd } from "#ui/admin/format";
import { useLazyValue } from "#ui/admin/lazy-value";
import { Margins } from "#ui/admin/margins";
import { useOperator } from "#ui/admin/operator";
import { Badge, Detail, Item, Items, PageHead, Panel } from "#ui/admin/page";
import { PriceFields } from "#ui/admin/price-fields";
import { dollars, PriceChange, perTonne } from "#ui/admin/prices";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { useListState } from "#ui/admin/table";
import { useCall, useChange, useRefresh, useScreenData } from "#ui/admin/trpc";
import { portfolioPath } from "#ui/catalogue";
import { ShareBar, Swatch } from "#ui/share-bar";
import { EditPortfolio } from "./edit";
import { queries } from "./queries";

type Portfolio = RouterOutput["operatorPortfolios"]["get"];

const loadPrices = async () => (await import("#admin/schemas")).PortfolioPricesForm;

interface PriceProps {
  channel: string;
  price: Portfolio["api"];
}

function CurrentPrice({
  channel,
  price: { amount, ownPrice, derivedPrice, exactAmount },
}: PriceProps) {
  const calculated =
    derivedPrice === exactAmount
      ? "Calculated from its categories."
      : `Calculated from its categories (${usd(exactAmount)}), and rounded up to whole cents ` +
        "per kg, as before the upgrade to prices per tonne, until a price or a share changes.";
  return (
    <p className="text-[0.9375rem]">
      <span className="block text-sm text-quiet">{channel}</span>
      <strong className="font-semibold tabular-nums">{perTonne(amount)}</strong>
      <span className="block text-sm text-quiet">
        {ownPrice === null
          ? calculated
          : `Own price. Its categories would cost ${usd(derivedPrice)}.`}
      </span>
    </p>
  );
}

function NewPrices({ api, checkout }: Pick<Portfolio, "api" | "checkout">) {
  const { isDirty } = useFormContext().formState;
  const values = useFormValues();
  const schema = useLazyValue(loadPrices, isDirty);
  const typed = schema?.safeParse(values);
  if (!typed?.success) return null;
  const { api_price_per_tonne: newApi, checkout_price_per_tonne: newCheckout } = typed.data;
  const rows = [
    { label: "API price per tonne", price: api, ownPrice: newApi },
    { label: "Checkout price per tonne", price: checkout, ownPrice: newCheckout },
  ].filter(({ price, ownPrice }) => (ownPrice ?? price.derivedPrice) !== price.amount);
  if (rows.length === 0) return null;
  return (
    <Items>
      {rows.map(({ label, price, ownPrice }) => (
        <Item key={label}>
          <span>{label}</span>
          <PriceChange amountBefore={price.amount} amountAfter={ownPrice ?? price.derivedPrice} />
        </Item>
      ))}
    </Items>
  );
}

function Prices({ portfolio: { id, api, checkout } }: { portfolio: Portfolio }) {
  const set = useCall((trpc) => trpc.operatorPortfolios.setPrices);
  const refresh = useRefresh((trpc) => trpc.operatorPortfolios.pathFilter());
  const expected = { api: api.ownPrice, checkout: checkout.ownPrice };
  const form = useApiForm({
    done: "Prices saved",
    schema: loadPrices,
    initial: {
      api_price_per_tonne: dollars(api.ownPrice),
      checkout_price_per_tonne: dollars(checkout.ownPrice),
      confirmed: false,
    },
    async send(values) {
      // Also after an error: someone else may have changed the prices.
      await set({ ...values, id, expected }).finally(refresh);
    },
  });
  return (
    <Panel title="Prices">
      <div className="mb-6 grid gap-5 sm:grid-cols-2">
        <CurrentPrice channel="API" price={api} />
        <CurrentPrice channel="Checkout" price={checkout} />
      </div>
      <Form form={form} action="Save prices">
        <PriceFields hint="Leave it empty to calculate the price from the categories." />
        <NewPrices api={api} checkout={checkout} />
        <p className="text-sm text-quiet">
          Placed orders and open checkout sessions keep their prices. Importing a file that contains
          this portfolio overwrites the prices.
        </p>
      </Form>
    </Panel>
  );
}

function Split({ portfolio: { parts } }: { portfolio: Portfolio }) {
  return (
    <Panel title="Split">
      <ShareBar
        parts={parts.map(({ id, color, share }) => ({ key: id, color, share }))}
        className="mb-4 h-2"
      />
      <Items>
        {parts.map(({ id, name, color, share, apiPrice, checkoutPrice }) => (
          <Item key={id}>
            <span className="flex gap-2.5">
              <Swatch color={color} className="size-3" />
              <span>
                <ScreenLink to={`/catalogue/categories/${encodeURIComponent(id)}`}>
                  {name}
                </ScreenLink>
                <span className="block text-sm text-quiet tabular-nums">
                  API {usd(apiPrice)}, checkout {usd(checkoutPrice)} per tonne
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
      <Prices
        key={`${portfolio.api.ownPrice} ${portfolio.checkout.ownPrice}`}
        portfolio={portfolio}
      />
      <Margins
        apiPrice={portfolio.api.amount}
        checkoutPrice={portfolio.checkout.amount}
        cost={portfolio.cost}
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
