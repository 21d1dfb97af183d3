"use client";
// The categories of the catalogue, with their prices.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useOperator } from "#ui/admin/operator-shell";
import { Empty, PageHead } from "#ui/admin/page";
import { PerKg } from "#ui/admin/per-kg";
import { DataTable } from "#ui/admin/table";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

function Categories() {
  const { base } = useOperator();
  const list = useQuery(useTRPC().operatorCategories.list.queryOptions());
  return (
    <>
      <PageHead
        title="Categories"
        intro="Kinds of projects. What a kilogram of each costs makes the prices of the portfolios."
      />
      <DataTable
        label="Categories"
        keyOf={(row) => row.id}
        query={{ ...list, data: list.data && { data: list.data, has_more: false } }}
        columns={[
          {
            head: "Category",
            cell: (row) => (
              <Link href={`${base}/categories/${encodeURIComponent(row.id)}`} prefetch={false}>
                <span className="link font-medium">{row.name}</span>
                <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">
                  {row.id}
                </span>
              </Link>
            ),
          },
          {
            head: "Projects",
            align: "right",
            isExtra: true,
            cell: (row) => row.projects.length.toLocaleString("en-US"),
          },
          { head: "API, per kg", align: "right", cell: (row) => <PerKg cents={row.apiCents} /> },
          {
            head: "Checkout, per kg",
            align: "right",
            isExtra: true,
            cell: (row) => <PerKg cents={row.checkoutCents} />,
          },
        ]}
        empty={
          <Empty title="No category yet">
            <p>They come with a catalogue: import one.</p>
          </Empty>
        }
      />
    </>
  );
}

export default function CategoriesPage() {
  return (
    <>
      <Title>Categories</Title>
      <Categories />
    </>
  );
}
