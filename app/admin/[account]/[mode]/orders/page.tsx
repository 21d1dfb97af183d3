"use client";
// All orders, newest first.
import { useQuery } from "@tanstack/react-query";
import { ListTools } from "#ui/admin/list-tools";
import { OrderTable, useOrderSearch } from "#ui/admin/order-table";
import { PageHead } from "#ui/admin/page";
import { Title } from "#ui/admin/title";
import { useTRPC } from "#ui/admin/trpc";

const states = [
  { value: "placed", text: "Placed" },
  { value: "fulfilled", text: "Fulfilled" },
  { value: "cancelled", text: "Cancelled" },
] as const;
const channels = [
  { value: "api", text: "API" },
  { value: "checkout", text: "Checkout" },
] as const;

/** The account's subaccounts to choose from: the newest hundred; others are found by their names. */
function useSubaccountFilter() {
  const list = useQuery(useTRPC().subaccounts.list.queryOptions({ limit: 100 }));
  const options = list.data?.data.map(({ id, name }) => ({ value: id, text: name })) ?? [];
  return options.length > 0 ? [{ name: "subaccount_id", label: "Subaccount", options }] : [];
}

function Orders() {
  const list = useQuery(useTRPC().orders.list.queryOptions(useOrderSearch()));
  const filters = [
    { name: "state", label: "State", options: states },
    { name: "channel", label: "Placed by", options: channels },
    ...useSubaccountFilter(),
  ];
  return (
    <>
      <PageHead
        title="Orders"
        intro="What was bought, and how far each is: placed until its credits are retired."
      />
      <ListTools
        search="Number, id, description, metadata, subaccount…"
        filters={filters}
        dates="Placed"
        csv="orders"
      />
      <OrderTable query={list} />
    </>
  );
}

export default function OrdersPage() {
  return (
    <>
      <Title>Orders</Title>
      <Orders />
    </>
  );
}
