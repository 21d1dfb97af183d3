"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useFormContext } from "react-hook-form";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";

import { Form, useFormValues } from "#ui/admin/form";
import { percent, plural } from "#ui/admin/format";
import { useLazyValue } from "#ui/admin/lazy-value";
import { Margins } from "#ui/admin/margins";
import { Detail, Item, Items, Note, PageHead, Panel } from "#ui/admin/page";
import { PriceFields } from "#ui/admin/price-fields";
import { dollars, PriceChange } from "#ui/admin/prices";
import { ProblemNote } from "#ui/admin/problem";
import { ButtonLink, ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable, useListState } from "#ui/admin/table";
import { useCall, useRefresh, useScreenData, useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";
import { EditCategory } from "./edit";
import { queries } from "./queries";

type Category = RouterOutput["operatorCategories"]["get"];
type PriceChanges = RouterOutput["operatorCategories"]["priceChanges"];

const loadPrices = async () => (await import("#admin/schemas")).CategoryPricesForm;

function Change({ before, after, isDerived }: PriceChanges["portfolios"][number]["api"]) {
  const note = isDerived ? undefined : "own price, unchanged";
  return <PriceChange amountBefore={before} amountAfter={after} note={note} />;
}

function ChangesTable({ portfolios, ofAccounts }: PriceChanges) {
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
          { head: "API", align: "right", cell: ({ api }) => <Change {...api} /> },
          { head: "Checkout", align: "right", cell: ({ checkout }) => <Change {...checkout} /> },
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

function PricePreview({ category: { id, apiPrice, checkoutPrice } }: { category: Category }) {
  const { isDirty } = useFormContext().formState;
  const values = useFormValues();
  const schema = useLazyValue(loadPrices, isDirty);
  const typed = schema?.safeParse(values);
  const saved = {
    api_price_per_tonne: apiPrice,
    checkout_price_per_tonne: checkoutPrice,
  };
  const prices = typed?.success ? typed.data : saved;
  const query = useQuery(
    useTRPC().operatorCategories.priceChanges.queryOptions(
      {
        id,
        api_price_per_tonne: prices.api_price_per_tonne,
        checkout_price_per_tonne: prices.checkout_price_per_tonne,
      },
      { placeholderData: keepPreviousData },
    ),
  );
  if (query.error) return <ProblemNote error={query.error} onRetry={() => query.refetch()} />;
  return (
    <>
      <Items>
        <Item>
          <span>API price per tonne</span>
          <PriceChange amountBefore={apiPrice} amountAfter={prices.api_price_per_tonne} />
        </Item>
        <Item>
          <span>Checkout price per tonne</span>
          <PriceChange amountBefore={checkoutPrice} amountAfter={prices.checkout_price_per_tonne} />
        </Item>
      </Items>
      {query.data && <ChangesTable {...query.data} />}
    </>
  );
}

function PricesForm({ category }: { category: Category }) {
  const refresh = useRefresh((trpc) => trpc.operatorCategories.pathFilter());
  const set = useCall((trpc) => trpc.operatorCategories.setPrices);
  const { id, apiPrice, checkoutPrice } = category;
  const form = useApiForm({
    done: "Prices saved",
    schema: loadPrices,
    initial: {
      api_price_per_tonne: dollars(apiPrice),
      checkout_price_per_tonne: dollars(checkoutPrice),
      confirmed: false,
    },
    async send(values) {
      const expected = { api: apiPrice, checkout: checkoutPrice };
      // Also after an error: someone else may have changed the prices.
      await set({ ...values, id, expected }).finally(refresh);
    },
  });
  return (
    <Panel title="Prices">
      <Form form={form} action="Save prices">
        <PriceFields />
        <PricePreview category={category} />
        <p className="text-sm text-pretty text-quiet">
          New prices apply to new quotes, orders and checkout sessions. Importing a file that
          contains this category overwrites them.
        </p>
      </Form>
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
      <PricesForm key={`${category.apiPrice} ${category.checkoutPrice}`} category={category} />
      <Margins
        apiPrice={category.apiPrice}
        checkoutPrice={category.checkoutPrice}
        cost={category.cost}
      />
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
