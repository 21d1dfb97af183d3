"use client";
import { moneyOf } from "#core/money";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "./account";

import { shortNumber } from "./format";
import { StateBadge, type StateLabel } from "./page";
import { ButtonLink, ScreenLink } from "./screen-link";
import { type Column, DataTable, type TableProps } from "./table";

type Order = RouterOutput["orders"]["list"]["data"][number];

export const orderStates: Record<Order["state"], StateLabel> = {
  placed: { tone: "pending", text: "Placed" },
  fulfilled: { tone: "good", text: "Fulfilled" },
  cancelled: { tone: "neutral", text: "Cancelled" },
};

const registryStates: Record<NonNullable<Order["registry_status"]>, StateLabel> = {
  disputed: { tone: "bad", text: "Disputed" },
  cancelled: { tone: "bad", text: "Cancelled at the registry" },
  unreported: { tone: "neutral", text: "No record" },
  pending: { tone: "pending", text: "Pending" },
  requested: { tone: "pending", text: "Requested" },
  retired: { tone: "good", text: "Retired" },
};

export function RegistryState({ status }: { status: Order["registry_status"] }) {
  if (status === null) return "–";
  return <StateBadge state={registryStates[status]} />;
}

/** Texts that people recognize an order by. */
function detailsOf({ description, subaccount_name, beneficiary, metadata }: Order) {
  return [description, subaccount_name, beneficiary?.name, metadata].filter((text) => text);
}

function Details({ order }: { order: Order }) {
  const [first = "–", ...others] = detailsOf(order);
  return (
    <span className="block max-w-40 min-w-28 2xl:max-w-72">
      <span className="block truncate">{first}</span>
      {others.length > 0 && (
        <span className="block truncate text-sm text-quiet">{others.join(" · ")}</span>
      )}
    </span>
  );
}

function OrderLink({ order }: { order: Order }) {
  return (
    <>
      <ScreenLink
        to={`/orders/${order.id}`}
        className="link whitespace-nowrap tabular-nums max-sm:text-sm"
      >
        {shortNumber(order.order_number)}
      </ScreenLink>
      <span className="block truncate text-sm text-quiet sm:hidden">{detailsOf(order)[0]}</span>
    </>
  );
}

const columns: Column<Order>[] = [
  { head: "Order", cell: (order) => <OrderLink order={order} /> },
  { head: "State", cell: ({ state }) => <StateBadge state={orderStates[state]} /> },
  {
    head: "Registry",
    isExtra: true,
    cell: (order) => <RegistryState status={order.registry_status} />,
  },
  { head: "Amount", sort: "amount", kg: (order) => order.amount_kg },
  { head: "Price", sort: "price", isExtra: true, money: (order) => moneyOf(order, order.price) },
  { head: "Details", isExtra: true, cell: (order) => <Details order={order} /> },
  { head: "Placed", sort: "placed", isExtra: true, at: (order) => order.created_on },
];

export function NewOrderLink() {
  const { canWrite } = useAccount();
  if (!canWrite) return null;
  return (
    <ButtonLink to="/orders?new=1" variant="primary">
      New order
    </ButtonLink>
  );
}

function FirstOrder() {
  return (
    <>
      <p className="mb-4">
        Order here, or with the API: <code>POST /v1/orders</code>. The{" "}
        <a href="/docs" className="link">
          guide
        </a>{" "}
        shows how.
      </p>
      <NewOrderLink />
    </>
  );
}

export const orderTable = {
  columns,
  hasLast: true,
  empty: ["No orders yet", <FirstOrder key="text" />],
} as const;

interface Props {
  title: string;
  /** Address of the whole list, below the account. */
  path: string;
  query: Omit<TableProps<Order>["query"], "data"> & { data: { data: Order[] } | undefined };
}

export function LatestOrders({ title, path, query }: Props) {
  return (
    <section>
      <div className="mb-4 flex items-baseline justify-between gap-4">
        <h2 className="font-semibold">{title}</h2>
        <ScreenLink to={path} className="link text-[0.9375rem]">
          View all orders
        </ScreenLink>
      </div>
      <DataTable {...orderTable} label="Orders" query={{ ...query, data: query.data?.data }} />
    </section>
  );
}
