"use client";
// The account's events with their deliveries, and the acts on them.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import {
  Answer,
  DeliveryBadge,
  deliveryOptions,
  eventOptions,
  eventTexts,
} from "#ui/admin/delivery";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { Redelivery } from "./redelivery";
import { Secrets } from "./secrets";
import { TestCallback } from "./test-callback";

type Row = RouterOutput["webhooks"]["list"]["data"][number];

function Last({ row }: { row: Row }) {
  if (row.callback_url === null) return "–";
  if (!row.last) return "Not sent yet";
  return <Answer status={row.last.status} error={row.last.error} />;
}

function columnsAt(base: string): Column<Row>[] {
  return [
    {
      head: "Event",
      cell: (row) => (
        <>
          <Link
            href={`${base}/webhooks/${row.id}`}
            prefetch={false}
            className="link font-medium whitespace-nowrap"
          >
            {eventTexts[row.type]}
          </Link>
          <p className="text-sm text-quiet">
            <Time at={row.created_on} />
          </p>
        </>
      ),
    },
    { head: "State", cell: (row) => <DeliveryBadge state={row.delivery_state} /> },
    {
      head: "Order",
      isExtra: true,
      cell: (row) => (
        <Link
          href={`${base}/orders/${row.order_id}`}
          prefetch={false}
          className="link whitespace-nowrap tabular-nums"
        >
          {row.order_number.slice(0, 14)}…
        </Link>
      ),
    },
    {
      head: "Attempts",
      align: "right",
      isExtra: true,
      cell: (row) => row.attempts,
    },
    { head: "Last answer", isExtra: true, cell: (row) => <Last row={row} /> },
    {
      head: "Next try",
      isExtra: true,
      cell: (row) => (row.next_attempt_on ? <Time at={row.next_attempt_on} /> : "–"),
    },
  ];
}

function Events() {
  const { base } = useHere();
  const { place, filters } = useListState();
  const asked = filters("type", "delivery_state") as {
    type?: Row["type"];
    delivery_state?: Row["delivery_state"];
  };
  const list = useQuery(useTRPC().webhooks.list.queryOptions({ ...place, ...asked }));
  return (
    <>
      <ListTools
        filters={[
          { name: "delivery_state", label: "State", options: deliveryOptions },
          { name: "type", label: "Event", options: eventOptions },
        ]}
        csv="events"
      />
      <DataTable
        label="Events"
        keyOf={(row: Row) => row.id}
        query={list}
        columns={columnsAt(base)}
        empty={
          <Empty title="No event yet">
            <p>Each order that is fulfilled or cancelled is an event.</p>
          </Empty>
        }
      />
    </>
  );
}

export function Webhooks() {
  const { canWrite } = useHere();
  return (
    <>
      <PageHead
        title="Webhooks"
        intro="What the addresses were told that orders were placed with, and what they answered."
        acts={
          canWrite && (
            <>
              <Redelivery />
              <TestCallback />
            </>
          )
        }
      />
      {canWrite && <Secrets />}
      <Events />
    </>
  );
}
