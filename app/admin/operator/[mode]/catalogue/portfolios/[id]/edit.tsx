"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { CatalogueFields, OffSale } from "#ui/admin/catalogue-fields";
import { TextField, useFormValues } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator";
import { Loaded, Note, PageHead, Panel } from "#ui/admin/page";
import { PARTS, PartsField } from "#ui/admin/portfolio/parts-field";
import { isComplete, type Part } from "#ui/admin/portfolio/weights";
import { PreviewedForm } from "#ui/admin/previewed-form";
import { ConfirmPrices } from "#ui/admin/price-fields";
import { useSettled } from "#ui/admin/settled";
import { PriceEffects } from "#ui/admin/share-changes";
import { useChange, useScreenData, useTRPC } from "#ui/admin/trpc";
import { queries } from "./queries";

type Portfolio = RouterOutput["operatorPortfolios"]["get"];
type Category = RouterOutput["operatorCategories"]["list"][number];

interface Props {
  portfolio: Portfolio;
}

function LoadedPreview({ id, parts }: { id: string; parts: Part[] }) {
  const settled = useSettled(parts);
  const preview = useQuery(
    useTRPC().operatorPortfolios.previewChange.queryOptions(
      { id, category_allocations: settled },
      { enabled: isComplete(settled), placeholderData: keepPreviousData },
    ),
  );
  return (
    <Loaded query={preview} lines={3}>
      {({ prices, unsold, empty }) => (
        <div aria-busy={preview.isFetching}>
          <PriceEffects prices={prices} />
          <OffSale names={unsold}>Not for sale any more:</OffSale>
          <OffSale names={empty}>Orders will wait for credits, as these have no projects:</OffSale>
        </div>
      )}
    </Loaded>
  );
}

function Preview({ portfolio: { id } }: Props) {
  const { [PARTS]: parts } = useFormValues<{ [PARTS]: Part[] }>();
  return (
    <Panel title="Preview">
      {isComplete(parts) ? (
        <LoadedPreview id={id} parts={parts} />
      ) : (
        <Note>Prices appear here once the parts add up to 100%.</Note>
      )}
    </Panel>
  );
}

function EditForm({ portfolio, categories }: Props & { categories: readonly Category[] }) {
  const { base, currency } = useOperator();
  const router = useRouter();
  const { id, name, summary, description, pictureUrl, parts } = portfolio;
  // Of what the form was filled with: a change by someone else since then is a conflict.
  const [revision] = useState(portfolio.revision);
  const path = `${base}/catalogue/portfolios/${encodeURIComponent(id)}`;
  const change = useChange(
    (trpc) => trpc.operatorPortfolios.change,
    (trpc) => trpc.pathFilter(),
  );
  const form = useApiForm({
    done: "Portfolio saved",
    schema: async () => (await import("#admin/schemas")).PortfolioForm,
    initial: {
      name,
      summary,
      description,
      primary_image_url: pictureUrl,
      category_allocations: parts.map((part) => ({
        category_id: part.id,
        allocated_fraction: part.share,
      })),
      confirmed: false,
    },
    async send(values) {
      await change({ ...values, id, revision });
      router.push(path);
    },
  });
  const choices = categories.map(({ projects, prices: [price], ...category }) => ({
    id: category.id,
    name: category.name,
    color: category.color,
    projects: projects.map((project) => project.name),
    currency: price?.currency ?? currency,
    apiPricePerTonne: price?.api ?? null,
  }));
  return (
    <PreviewedForm
      title="Portfolio"
      form={form}
      action="Save portfolio"
      onCancel={() => router.push(path)}
      preview={<Preview portfolio={portfolio} />}
    >
      <TextField name="name" label="Name" hint="Customers see it at checkout." />
      <TextField name="summary" label="Summary" hint="One line. Optional." />
      <CatalogueFields hint="Shown on the portfolio’s public page. Optional." />
      <PartsField categories={choices} />
      <ConfirmPrices names={[PARTS]} />
    </PreviewedForm>
  );
}

export function EditPortfolio({ portfolio }: Props) {
  const { categories } = useScreenData(queries);
  return (
    <>
      <PageHead
        title={`Edit ${portfolio.name}`}
        intro="Applies to new sales. Orders, checkout sessions and reservations keep their prices."
      />
      <Loaded query={categories}>
        {(list) => <EditForm portfolio={portfolio} categories={list} />}
      </Loaded>
    </>
  );
}
