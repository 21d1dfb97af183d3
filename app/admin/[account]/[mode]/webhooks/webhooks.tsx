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
  subjectPath,
} from "#ui/admin/delivery";
import { ListTools } from "#ui/admin/list-tools";
import { Empty, PageHead } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { Endpoints } from "./endpoints";
import { Redelivery } from "./redelivery";
import { Secrets } from "./secrets";
import { TestCallback } from "./test-callback";

type Row = RouterOutput["webhooks"]["list"]["data"][number];

function Last({ row }: { row: Row }) {
  if (row.delivery_state === "none") return "–";
  if (!row.last) return "Not sent yet";
  return <Answer status={row.last.status} error={row.last.error} />;
}

function Subject({ base, row }: { base: string; row: Row }) {
  const path = subjectPath(row);
  const name = row.order_number ? `${row.order_number.slice(0, 14)}…` : row.subject_id;
  if (path === null) return name;
  return (
    <Link href={`${base}${path}`} prefetch={false} className="link tabular-nums">
      {name}
    </Link>
  );
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
    { head: "About", isExtra: true, cell: (row) => <Subject base={base} row={row} /> },
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
          <Empty title="No events yet">
            <p>When an order is fulfilled, or a checkout session completed, it appears here.</p>
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
        intro="Events of your account, where they were sent, and the responses."
        acts={
          canWrite && (
            <>
              <Redelivery />
              <TestCallback />
            </>
          )
        }
      />
      <Endpoints />
      {canWrite && <Secrets />}
      <Events />
    </>
  );
}
