"use client";
// All orders, newest first.
import { useQuery } from "@tanstack/react-query";
import { OrderTable } from "#ui/admin/order-table";
import { PageHead } from "#ui/admin/page";
import { useListState } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

export function Orders() {
  const { get } = useListState();
  const [after, before, subaccount] = [get("after"), get("before"), get("subaccount")];
  const list = useQuery(
    useTRPC().orders.list.queryOptions({
      ...(after && { starting_after: after }),
      ...(before && { ending_before: before }),
      ...(subaccount && { subaccount_id: subaccount }),
    }),
  );
  return (
    <>
      <PageHead
        title="Orders"
        intro="What was bought, and how far each is: placed until its credits are retired."
      />
      <OrderTable query={list} />
    </>
  );
}
