"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { ListScreen } from "#ui/admin/list-screen";
import { orderStates, orderTable } from "#ui/admin/order-table";
import { optionsOf } from "#ui/admin/page";
import { useListInput } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

const channels = [
  { value: "api", text: "API" },
  { value: "checkout", text: "Checkout" },
] as const;

/** Offers the newest 100 subaccounts; the search finds the others by name. */
function useSubaccountFilter() {
  const list = useQuery(useTRPC().subaccounts.list.queryOptions({ limit: 100 }));
  const options = list.data?.data.map(({ id, name }) => ({ value: id, text: name })) ?? [];
  return options.length > 0 ? [{ name: "subaccount_id", label: "Subaccount", options }] : [];
}

type Input = NonNullable<RouterInput["orders"]["list"]>;

export default function OrdersPage() {
  const input = useListInput<Input>(
    "search",
    "state",
    "channel",
    "subaccount_id",
    "from",
    "to",
    "sort",
    "last",
  );
  const list = useQuery(useTRPC().orders.list.queryOptions(input));
  const filters = [
    { name: "state", label: "State", options: optionsOf(orderStates) },
    { name: "channel", label: "Channel", options: channels },
    ...useSubaccountFilter(),
  ];
  return (
    <ListScreen
      {...orderTable}
      title="Orders"
      intro="An order is placed first. It is fulfilled once its credits are retired."
      search="Number, ID, description, metadata, subaccount…"
      filters={filters}
      dates="Placed"
      csv="orders"
      query={list}
    />
  );
}
