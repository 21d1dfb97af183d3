"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Currency } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";

import { Form, useFormValues } from "#ui/admin/form";
import { percent, plural } from "#ui/admin/format";
import { useLazyValue } from "#ui/admin/lazy-value";
import { Margins } from "#ui/admin/margins";
import { useOperator } from "#ui/admin/operator";
import { Detail, Item, Items, Note, PageHead, Panel } from "#ui/admin/page";
import { CurrencyChoice, FillPrices, PriceFields } from "#ui/admin/price-fields";
import { PriceChange, typedPrice } from "#ui/admin/prices";
import { ProblemNote } from "#ui/admin/problem";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable, useListState } from "#ui/admin/table";
import { useCall, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";
import { EditCategory } from "./edit";
import { queries } from "./queries";

type Category = RouterOutput["operatorCategories"]["get"];
type PriceChanges = RouterOutput["operatorCategories"]["priceChanges"];

interface PricesProps {
  category: Category;
  currency: Currency;
}

const pricesIn = ({ category, currency }: PricesProps) => {
  const row = category.prices.find((prices) => prices.currency === currency);
  return { api: row?.api ?? null, checkout: row?.checkout ?? null };
};

const loadPrices = async (currency: Currency) =>
  (await import("#admin/schemas")).pricesForm(currency);

type ChangeProps = PriceChanges["portfolios"][number]["api"] & { currency: Currency };

function Change({ before, after, isDerived, currency }: ChangeProps) {
  const note = isDerived ? undefined : "own price, unchanged";
  return <PriceChange currency={currency} amountBefore={before} amountAfter={after} note={note} />;
}

function ChangesTable({ portfolios, ofAccounts, currency }: PriceChanges & { currency: Currency }) {
  if (portfolios.length === 0) {
    return <p className="text-sm text-quiet">No portfolio contains this category.</p>;
  }
  return (
    <>
      <SimpleTable
        label="New portfolio prices"
        rows={portfolios}
        columns={[
          { head: "Portfolio, per tonne", cell: ({ name }) => name },
          {
            head: "API",
            align: "right",
            cell: ({ api }) => <Change {...api} currency={currency} />,
          },
          {
            head: "Checkout",
            align: "right",
            cell: ({ checkout }) => <Change {...checkout} currency={currency} />,
          },
        ]}
      />
      {ofAccounts > 0 && (
        <p className="mt-2 text-sm text-quiet">
          {plural(
            ofAccounts,
            "portfolio that belongs to a single account changes",
            "portfolios that belong to single accounts change",
          )}{" "}
          too.
        </p>
      )}
    </>
  );
}

function PricePreview({ category, currency }: PricesProps) {
  const { isDirty } = useFormContext().formState;
  const values = useFormValues();
  const schema = useLazyValue(() => loadPrices(currency), isDirty);
  const typed = schema?.safeParse(values);
  const saved = pricesIn({ category, currency });
  const api = typed?.success ? typed.data.api_price_per_tonne : saved.api;
  const checkout = typed?.success ? typed.data.checkout_price_per_tonne : saved.checkout;
  const prices = { currency, api_price_per_tonne: api, checkout_price_per_tonne: checkout };
  const query = useQuery(
    useTRPC().operatorCategories.priceChanges.queryOptions(
      { id: category.id, ...prices },
      { placeholderData: keepPreviousData },
    ),
  );
  if (query.error) return <ProblemNote error={query.error} onRetry={() => query.refetch()} />;
  return (
    <>
      <Items>
        <Item>
          <span>API price per tonne</span>
          <PriceChange currency={currency} amountBefore={saved.api} amountAfter={api} />
        </Item>
        <Item>
          <span>Checkout price per tonne</span>
          <PriceChange currency={currency} amountBefore={saved.checkout} amountAfter={checkout} />
        </Item>
      </Items>
      {query.data && <ChangesTable {...query.data} currency={currency} />}
    </>
  );
}

function PricesForm({ category, currency }: PricesProps) {
  const refresh = useRefresh((trpc) => trpc.operatorCategories.pathFilter());
  const set = useCall((trpc) => trpc.operatorCategories.setPrices);
  const expected = pricesIn({ category, currency });
  const [source] = category.prices;
  const form = useApiForm({
    done: "Prices saved",
    schema: () => loadPrices(currency),
    initial: {
      api_price_per_tonne: typedPrice(expected.api, currency),
      checkout_price_per_tonne: typedPrice(expected.checkout, currency),
      confirmed: false,
    },
    async send(values) {
      // Also after an error: someone else may have changed the prices.
      await set({ ...values, id: category.id, currency, expected }).finally(refresh);
    },
  });
  return (
    <Form form={form} action="Save prices">
      <PriceFields currency={currency} hint="Leave both empty to sell nothing in this currency." />
      {source && source.currency !== currency && <FillPrices currency={currency} source={source} />}
      <PricePreview category={category} currency={currency} />
      <p className="text-sm text-pretty text-quiet">
        New prices apply to new quotes, orders and checkout sessions. Importing a file that contains
        this category overwrites them.
      </p>
    </Form>
  );
}

function Prices({ category }: { category: Category }) {
  const operator = useOperator();
  const [currency, setCurrency] = useState(category.prices[0]?.currency ?? operator.currency);
  const { api, checkout } = pricesIn({ category, currency });
  return (
    <Panel title="Prices">
      <CurrencyChoice
        value={currency}
        onChange={setCurrency}
        priced={category.prices.map((prices) => prices.currency)}
      />
      <PricesForm key={`${currency} ${api} ${checkout}`} category={category} currency={currency} />
    </Panel>
  );
}

function Projects({ projects }: Pick<Category, "projects">) {
  if (projects.length === 0) {
    return <Note>No projects. Orders for portfolios with this category can’t be fulfilled.</Note>;
  }
  return (
    <>
      <ShareBar
        parts={projects.map(({ id, share }) => ({ key: id, share }))}
        className="mb-4 h-2"
      />
      <Items>
        {projects.map(({ id, name, share }) => (
          <Item key={id}>
            <ScreenLink to={`/catalogue/projects/${encodeURIComponent(id)}`}>{name}</ScreenLink>
            <span className="tabular-nums">{percent(share)}</span>
          </Item>
        ))}
      </Items>
    </>
  );
}

function Details({ category }: { category: Category }) {
  return (
    <>
      <PageHead
        title={category.name}
        intro={category.description}
        actions={
          <ButtonLink to={`/catalogue/categories/${encodeURIComponent(category.id)}?show=edit`}>
            Edit
          </ButtonLink>
        }
      />
      <Prices category={category} />
      <Margins prices={category.prices} costs={category.costs} />
      <Panel title="Projects">
        <Projects projects={category.projects} />
      </Panel>
    </>
  );
}

export default function CategoryPage() {
  const isEdited = useListState().get("show") === "edit";
  const { category: query } = useScreenData(queries);
  return (
    <Detail title="Category" query={query}>
      {(category) =>
        isEdited ? <EditCategory category={category} /> : <Details category={category} />
      }
    </Detail>
  );
}
