"use client";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { registryLabel } from "#core/registry-label";
import type { RouterOutput } from "#trpc/router";
import { count } from "#ui/admin/format";
import { viewIn } from "#ui/admin/list-input";
import { ListScreen } from "#ui/admin/list-screen";
import { Badge } from "#ui/admin/page";
import { PriceCell } from "#ui/admin/prices";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { useListState } from "#ui/admin/table";
import { ShareBar } from "#ui/share-bar";
import { Factors } from "./factors";
import { queries, views } from "./queries";

interface NameProps {
  place: "projects" | "categories" | "portfolios";
  row: { id: string; name: string };
  children?: ReactNode;
}

function Name({ place, row: { id, name }, children }: NameProps) {
  return (
    <ScreenLink to={`/catalogue/${place}/${encodeURIComponent(id)}`} className="">
      <span className="link font-medium">{name}</span> {children}
      <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">{id}</span>
    </ScreenLink>
  );
}

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
      keyOf={({ id }) => id}
      query={projects}
      columns={[
        { head: "Project", cell: (row) => <Name place="projects" row={row} /> },
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

function Categories() {
  const { categories } = useScreenData(queries);
  return (
    <ListScreen
      title="Categories"
      intro="Types of projects. The prices of portfolios are calculated from the prices of their categories."
      csv="categories"
      keyOf={({ id }) => id}
      query={categories}
      columns={[
        { head: "Category", cell: (row) => <Name place="categories" row={row} /> },
        {
          head: "Projects",
          align: "right",
          isExtra: true,
          cell: ({ projects }) => count(projects.length),
        },
        {
          head: "API, per tonne",
          align: "right",
          cell: ({ apiCents }) => <PriceCell cents={apiCents} />,
        },
        {
          head: "Checkout, per tonne",
          align: "right",
          isExtra: true,
          cell: ({ checkoutCents }) => <PriceCell cents={checkoutCents} />,
        },
      ]}
      empty={["No categories yet", "Import a catalogue file to add categories."]}
    />
  );
}

type Portfolio = RouterOutput["operatorPortfolios"]["list"][number];

function Price({ price: { cents, ownCents } }: { price: Portfolio["api"] }) {
  return <PriceCell cents={cents}>{ownCents === null ? "calculated" : "own price"}</PriceCell>;
}

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
      keyOf={({ id }) => id}
      query={portfolios}
      columns={[
        {
          head: "Portfolio",
          cell: (row) => (
            <Name place="portfolios" row={row}>
              {row.isDefault && <Badge tone="good">Default</Badge>}
              {row.isArchived && <Badge tone="neutral">Archived</Badge>}
            </Name>
          ),
        },
        { head: "Split", isExtra: true, cell: ({ parts }) => <Split parts={parts} /> },
        { head: "API, per tonne", align: "right", cell: ({ api }) => <Price price={api} /> },
        {
          head: "Checkout, per tonne",
          align: "right",
          isExtra: true,
          cell: ({ checkout }) => <Price price={checkout} />,
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
