"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { ListScreen } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { Badge } from "#ui/admin/page";
import { PriceCell } from "#ui/admin/prices";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";

type Portfolio = RouterOutput["operatorPortfolios"]["list"][number];

function Price({ price: { cents, ownCents } }: { price: Portfolio["api"] }) {
  return <PriceCell cents={cents}>{ownCents === null ? "calculated" : "own price"}</PriceCell>;
}

export default function PortfoliosPage() {
  const { base } = useOperator();
  const list = useQuery(useTRPC().operatorPortfolios.list.queryOptions());
  return (
    <ListScreen
      title="Portfolios"
      intro="Portfolios offered to all accounts. Portfolios that accounts create for themselves are not listed."
      csv="portfolios"
      keyOf={({ id }) => id}
      query={list}
      columns={[
        {
          head: "Portfolio",
          cell: ({ id, name, isDefault, isArchived }) => (
            <Link href={`${base}/portfolios/${encodeURIComponent(id)}`} prefetch={false}>
              <span className="link font-medium">{name}</span>{" "}
              {isDefault && <Badge tone="good">Default</Badge>}
              {isArchived && <Badge tone="neutral">Archived</Badge>}
              <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">{id}</span>
            </Link>
          ),
        },
        {
          head: "Split",
          isExtra: true,
          cell: ({ parts }) => (
            <>
              <ShareBar
                parts={parts.map(({ id, color, share }) => ({ key: id, color, share }))}
                className="h-2"
              />
              <span className="mt-1.5 block text-sm text-quiet">
                {parts.map(({ name }) => name).join(", ")}
              </span>
            </>
          ),
        },
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
