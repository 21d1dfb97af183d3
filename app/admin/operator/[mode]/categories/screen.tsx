"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { count } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { useOperator } from "#ui/admin/operator";
import { PriceCell } from "#ui/admin/prices";
import { useTRPC } from "#ui/admin/trpc";

export default function CategoriesPage() {
  const { base } = useOperator();
  const list = useQuery(useTRPC().operatorCategories.list.queryOptions());
  return (
    <ListScreen
      title="Categories"
      intro="Types of projects. The prices of portfolios are calculated from the prices of their categories."
      csv="categories"
      keyOf={({ id }) => id}
      query={list}
      columns={[
        {
          head: "Category",
          cell: ({ id, name }) => (
            <Link href={`${base}/categories/${encodeURIComponent(id)}`} prefetch={false}>
              <span className="link font-medium">{name}</span>
              <span className="block text-sm whitespace-nowrap text-quiet max-sm:hidden">{id}</span>
            </Link>
          ),
        },
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
