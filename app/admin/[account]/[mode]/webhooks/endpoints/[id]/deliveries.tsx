"use client";
// An endpoint's deliveries, newest event first; each can be sent again.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Answer, DeliveryBadge, eventTexts } from "#ui/admin/delivery";
import { ListTools } from "#ui/admin/list-tools";
import { Empty } from "#ui/admin/page";
import { type Column, DataTable, useListState } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import type { Endpoint } from "#ui/admin/webhooks/endpoint-form";

type Row = RouterOutput["webhookEndpoints"]["deliveries"]["data"][number];

const states = [
  { value: "pending", text: "Pending" },
  { value: "delivered", text: "Delivered" },
  { value: "failed", text: "Failed" },
  { value: "cancelled", text: "Cancelled" },
];

function Resend({ endpointId, row }: { endpointId: string; row: Row }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const redeliver = useMutation(
    trpc.webhookEndpoints.redeliver.mutationOptions({
      onError: (error) => toast(error.message),
      async onSuccess() {
        toast("Event queued to be resent");
        const queryKey = trpc.webhookEndpoints.deliveries.queryKey();
        await queries.invalidateQueries({ queryKey });
      },
    }),
  );
  return (
    <Button
      look="plain"
      busy={redeliver.isPending}
      aria-label={`Resend ${eventTexts[row.type]} of ${row.created_on}`}
      onClick={() => redeliver.mutate({ id: endpointId, event_id: row.id })}
    >
      Resend
    </Button>
  );
}

function Last({ row }: { row: Row }) {
  const last = row.attempts.at(-1);
  return last ? <Answer status={last.response_status} error={last.error} /> : "Not sent yet";
}

export function Deliveries({ endpoint }: { endpoint: Endpoint }) {
  const { base, canWrite } = useHere();
  const { place, filters } = useListState();
  const asked = filters("delivery_state") as { delivery_state?: Row["delivery_state"] };
  const list = useQuery({
    ...useTRPC().webhookEndpoints.deliveries.queryOptions({
      id: endpoint.id,
      ...place,
      ...asked,
    }),
    refetchInterval: ({ state }) =>
      state.data?.data.some((row) => row.delivery_state === "pending") ? 3000 : false,
  });
  const columns: Column<Row>[] = [
    {
      head: "Event",
      cell: (row) => (
        <>
          <Link href={`${base}/webhooks/${row.id}`} prefetch={false} className="link font-medium">
            {eventTexts[row.type]}
          </Link>
          <p className="text-sm text-quiet">
            <Time at={row.created_on} />
          </p>
        </>
      ),
    },
    { head: "State", cell: (row) => <DeliveryBadge state={row.delivery_state} /> },
    { head: "Attempts", align: "right", isExtra: true, cell: (row) => row.attempts.length },
    { head: "Last response", isExtra: true, cell: (row) => <Last row={row} /> },
  ];
  const actions: Column<Row> = {
    head: "Actions",
    align: "right",
    cell: (row) => <Resend endpointId={endpoint.id} row={row} />,
  };
  return (
    <section>
      <h2 className="mb-3 font-semibold">Deliveries</h2>
      <ListTools filters={[{ name: "delivery_state", label: "State", options: states }]} />
      <DataTable
        label="Deliveries"
        keyOf={(row) => row.id}
        query={list}
        columns={canWrite && endpoint.enabled ? [...columns, actions] : columns}
        empty={
          <Empty title="No deliveries yet">
            <p>Events of the chosen types appear here when they happen.</p>
          </Empty>
        }
      />
    </section>
  );
}
