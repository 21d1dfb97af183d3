"use client";
// The portfolios that are offered to everyone, with their split and prices.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { useOperator } from "#ui/admin/operator-shell";
import { Badge, Empty, PageHead } from "#ui/admin/page";
import { PerKg } from "#ui/admin/per-kg";
import { DataTable } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";
import { ShareBar } from "#ui/share-bar";

type Row = RouterOutput["operatorPortfolios"]["list"][number];

function Price({ price: { cents, ownCents } }: { price: Row["api"] }) {
  return <PerKg cents={cents}>{ownCents === null ? "derived" : "its own"}</PerKg>;
}

function Portfolios() {
  const { base } = useOperator();
  const list = useQuery(useTRPC().operatorPortfolios.list.queryOptions());
  return (
    <>
      <PageHead
        title="Portfolios"
        intro="What is offered to every account. Accounts build their own besides; those are theirs alone."
      />
      <DataTable
        label="Portfolios"
        keyOf={(row) => row.id}
        query={{ ...list, data: list.data && { data: list.data, has_more: false } }}
        columns={[
          {
            head: "Portfolio",
            cell: (row) => (
              <Link href={`${base}/portfolios/${encodeURIComponent(row.id)}`} prefetch={false}>
                <span className="link font-medium">{row.name}</span>{" "}
                {row.isDefault && <Badge look="good">Default</Badge>}
                <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">
                  {row.id}
                </span>
              </Link>
            ),
          },
          {
            head: "Split",
            isExtra: true,
            cell: ({ parts }) => (
              <>
                <ShareBar
                  parts={parts.map(({ id, share }) => ({ key: id, share }))}
                  className="h-2"
                />
                <span className="mt-1.5 block text-sm text-quiet">
                  {parts.map(({ name }) => name).join(", ")}
                </span>
              </>
            ),
          },
          { head: "API, per kg", align: "right", cell: (row) => <Price price={row.api} /> },
          {
            head: "Checkout, per kg",
            align: "right",
            isExtra: true,
            cell: (row) => <Price price={row.checkout} />,
          },
        ]}
        empty={
          <Empty title="No portfolio yet">
            <p>They come with a catalogue: import one.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function PortfoliosPage() {
  return (
    <>
      <Title>Portfolios</Title>
      <Portfolios />
    </>
  );
}
