"use client";
import { formatMass } from "#core/mass";
import { registryLabel } from "#core/registry-label";
import type { RouterOutput } from "#trpc/router";
import { viewIn } from "#ui/admin/list-input";
import { ListScreen } from "#ui/admin/list-screen";
import { Badge } from "#ui/admin/page";
import { PriceList } from "#ui/admin/prices";
import { ScreenLink } from "#ui/admin/screen-link";
import { type Column, useListState } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";
import { Factors } from "./factors";
import { queries, views } from "./queries";

const nameColumn = (
  head: string,
  place: "projects" | "categories" | "portfolios",
): Column<{ id: string; name: string }> => ({
  head,
  cell: ({ name }) => name,
  to: ({ id }) => `/catalogue/${place}/${encodeURIComponent(id)}`,
  note: ({ id }) => <span className="whitespace-nowrap max-sm:hidden">{id}</span>,
});

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, text: name }));

function Projects() {
  const { projects, kinds } = useScreenData(queries);
  return (
    <ListScreen
      title="Projects"
      intro={
        <>
          The projects behind the credits. Import a file to add or change projects. Quotes by
          activity use <ScreenLink to="/catalogue?show=factors">emission factors</ScreenLink>.
        </>
      }
      search="Name, ID, registry number, developer or location…"
      filters={[
        { name: "registry", label: "Registry", options: toOptions(kinds.data?.registries) },
        { name: "type", label: "Type", options: toOptions(kinds.data?.types) },
      ]}
      csv="projects"
      query={projects}
      columns={[
        nameColumn("Project", "projects"),
        { head: "Type", isExtra: true, cell: ({ type }) => type || "–" },
        {
          head: "Registry",
          isExtra: true,
          cell: ({ registryName, registryId }) => registryLabel(registryName, registryId),
        },
        {
          head: "Remaining",
          align: "right",
          cell: ({ leftKg }) =>
            leftKg > 0 ? formatMass(leftKg) : <Badge tone="bad">Sold out</Badge>,
        },
      ]}
      empty={["No projects yet", "Import a catalogue file, or a registry’s export."]}
    />
  );
}

type Category = RouterOutput["operatorCategories"]["list"][number];

const pricesThrough = (channel: "api" | "checkout", prices: Category["prices"]) =>
  prices.map(({ currency, [channel]: amount }) => ({ currency, amount }));

function Categories() {
  const { categories } = useScreenData(queries);
  return (
    <ListScreen
      title="Categories"
      intro="Types of projects. The prices of portfolios are calculated from the prices of their categories."
      csv="categories"
      query={categories}
      columns={[
        nameColumn("Category", "categories"),
        { head: "Projects", isExtra: true, count: ({ projects }) => projects.length },
        {
          head: "API, per tonne",
          align: "right",
          cell: ({ prices }) => <PriceList prices={pricesThrough("api", prices)} />,
        },
        {
          head: "Checkout, per tonne",
          align: "right",
          isExtra: true,
          cell: ({ prices }) => <PriceList prices={pricesThrough("checkout", prices)} />,
        },
      ]}
      empty={["No categories yet", "Import a catalogue file to add categories."]}
    />
  );
}

type Portfolio = RouterOutput["operatorPortfolios"]["list"][number];

const originsThrough = (channel: "api" | "checkout", prices: Portfolio["prices"]) =>
  prices.map(({ currency, [channel]: { amount, ownPrice } }) => ({
    ...{ currency, amount },
    note: ownPrice === null ? "calculated" : "own price",
  }));

function Split({ parts }: Pick<Portfolio, "parts">) {
  return (
    <>
      <ShareBar
        parts={parts.map(({ id, color, share }) => ({ key: id, color, share }))}
        className="h-2"
      />
      <span className="mt-1.5 block text-sm text-quiet">
        {parts.map(({ name }) => name).join(", ")}
      </span>
    </>
  );
}

function Portfolios() {
  const { portfolios } = useScreenData(queries);
  return (
    <ListScreen
      title="Portfolios"
      intro="Portfolios offered to all accounts. Portfolios that accounts create for themselves are not listed."
      csv="portfolios"
      query={portfolios}
      columns={[
        nameColumn("Portfolio", "portfolios"),
        {
          head: "State",
          cell: ({ isDefault, isArchived }) => (
            <>
              {isDefault && <Badge tone="good">Default</Badge>}
              {isArchived && <Badge tone="neutral">Archived</Badge>}
            </>
          ),
        },
        { head: "Split", isExtra: true, cell: ({ parts }) => <Split parts={parts} /> },
        {
          head: "API, per tonne",
          align: "right",
          cell: ({ prices }) => <PriceList prices={originsThrough("api", prices)} />,
        },
        {
          head: "Checkout, per tonne",
          align: "right",
          isExtra: true,
          cell: ({ prices }) => <PriceList prices={originsThrough("checkout", prices)} />,
        },
      ]}
      empty={["No portfolios yet", "Import a catalogue file to add portfolios."]}
    />
  );
}

const lists = {
  projects: Projects,
  categories: Categories,
  portfolios: Portfolios,
  factors: Factors,
};

export default function CataloguePage() {
  const List = lists[viewIn(useListState().get, views)];
  return <List />;
}
