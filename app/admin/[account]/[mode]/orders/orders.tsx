"use client";
// All orders, newest first.
import { useQuery } from "@tanstack/react-query";
import { ListTools } from "#ui/admin/list-tools";
import { OrderTable } from "#ui/admin/order-table";
import { PageHead } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

export function Orders() {
  const { place, filters } = useListState();
  const list = useQuery(
    useTRPC().orders.list.queryOptions({ ...place, ...filters("subaccount_id") }),
  );
  return (
    <>
      <PageHead
        title="Orders"
        intro="What was bought, and how far each is: placed until its credits are retired."
      />
      <ListTools csv="orders" />
      <OrderTable query={list} />
    </>
  );
}
