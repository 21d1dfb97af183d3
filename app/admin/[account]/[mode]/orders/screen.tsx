"use client";
import { lazy, Suspense } from "react";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { useNewOpen } from "#ui/admin/dialog";
import { money, plural } from "#ui/admin/format";
import { datesBy } from "#ui/admin/list-dates";
import { ListScreen } from "#ui/admin/list-screen";
import { ListTotals } from "#ui/admin/list-totals";
import { NewOrderLink, orderStates, orderTable } from "#ui/admin/order-table";
import { Loading, optionsOf } from "#ui/admin/page";
import { useSubaccountFilter } from "#ui/admin/subaccount-filter";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

const NewOrder = lazy(() => import("./new-order"));

const channels = [
  { value: "api", text: "API" },
  { value: "checkout", text: "Checkout" },
] as const;

type Totals = RouterOutput["orders"]["totals"];
type Sum = NonNullable<Totals["sums"]>[number];

const dates = [
  datesBy("Placed"),
  { label: "Fulfilled", from: "fulfilled_from", to: "fulfilled_to" },
] as const;

const sumOf = (sums: readonly Sum[], key: "count" | "amount_kg" | "price") =>
  sums.reduce((total, sum) => total + sum[key], 0);

/** Costs and what customers pay are never added up: see "sold" in docs/glossary.md. */
function figuresOf({ sums, currency }: Totals) {
  if (!sums) return [];
  const prices = channels.flatMap(({ value, text }) => {
    const channelSums = sums.filter(({ channel }) => channel === value);
    const label = `Price of ${text} orders`;
    return channelSums.length > 0
      ? [{ label, value: money(sumOf(channelSums, "price"), currency) }]
      : [];
  });
  return [{ label: "Amount", value: formatMass(sumOf(sums, "amount_kg")) }, ...prices];
}

function cancelledNote({ sums, currency, count: all }: Totals) {
  const cancelled = sums?.filter(({ state }) => state === "cancelled") ?? [];
  const number = sumOf(cancelled, "count");
  if (number === 0 || number === all) return null;
  const [kg, amount] = [sumOf(cancelled, "amount_kg"), sumOf(cancelled, "price")];
  return `Includes ${plural(number, "cancelled order")}: ${formatMass(kg)}, ${money(amount, currency)}.`;
}

export default function OrdersPage() {
  const { canWrite } = useAccount();
  const [isNew, setNew] = useNewOpen();
  const { orders, totals } = useScreenData(queries);
  const filters = [
    { name: "state", label: "State", options: optionsOf(orderStates) },
    { name: "channel", label: "Channel", options: channels },
    ...useSubaccountFilter(),
  ];
  return (
    <ListScreen
      {...orderTable}
      title="Orders"
      intro="An order is placed first. It is fulfilled once credits are allocated to it. They are then retired at their registry."
      actions={!isNew && <NewOrderLink />}
      above={
        isNew &&
        canWrite && (
          <Suspense fallback={<Loading />}>
            <NewOrder onCancel={() => setNew(false)} />
          </Suspense>
        )
      }
      search="Number, ID, description, metadata, subaccount…"
      filters={filters}
      dates={dates}
      csv="orders"
      totals={<ListTotals query={totals} rows="orders" figures={figuresOf} note={cancelledNote} />}
      query={orders}
    />
  );
}
