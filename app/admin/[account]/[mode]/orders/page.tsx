"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { ListScreen } from "#ui/admin/list-screen";
import { orderStates, orderTable } from "#ui/admin/order-table";
import { optionsOf } from "#ui/admin/page";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import { useListInput } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

const channels = [
  { value: "api", text: "API" },
  { value: "checkout", text: "Checkout" },
] as const;

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
