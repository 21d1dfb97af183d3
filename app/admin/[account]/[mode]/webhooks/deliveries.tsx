"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ActionButton } from "#ui/admin/button";
import { DeliveryBadge, deliveryStates, eventNames, LastResponse } from "#ui/admin/delivery";
import { Time } from "#ui/admin/format";
import { ListTools } from "#ui/admin/list-screen";
import { optionsOf } from "#ui/admin/page";
import { type Column, DataTable } from "#ui/admin/table";
import { useChange, useScreenData } from "#ui/admin/trpc";
import type { Endpoint } from "#ui/admin/webhook-endpoint";
import { queries } from "./queries";

type Event = RouterOutput["webhookEndpoints"]["deliveries"]["data"][number];

function Resend({ endpointId, event }: { endpointId: string; event: Event }) {
  const resend = useChange((trpc) => trpc.webhookEndpoints.redeliver);
  return (
    <ActionButton
      variant="plain"
      aria-label={`Resend ${eventNames[event.type]} of ${event.created_on}`}
      done="Event queued to be resent"
      run={() => resend({ id: endpointId, event_id: event.id })}
    >
      Resend
    </ActionButton>
  );
}

export function Deliveries({ endpoint: { id, enabled } }: { endpoint: Endpoint }) {
  const { can } = useAccount();
  const { deliveries } = useScreenData(queries);
  const columns: Column<Event>[] = [
    {
      head: "Event",
      cell: ({ type }) => eventNames[type],
      to: ({ id }) => `/webhooks?event=${id}`,
      note: ({ created_on }) => <Time at={created_on} />,
    },
    { head: "State", cell: (event) => <DeliveryBadge state={event.delivery_state} /> },
    { head: "Attempts", align: "right", isExtra: true, cell: ({ attempts }) => attempts.length },
    {
      head: "Last response",
      isExtra: true,
      cell: ({ attempts }) => <LastResponse attempts={attempts} />,
    },
  ];
  const actions: Column<Event> = {
    head: "Actions",
    align: "right",
    cell: (event) => <Resend endpointId={id} event={event} />,
  };
  return (
    <section>
      <h2 className="mb-3 font-semibold">Deliveries</h2>
      <ListTools
        filters={[{ name: "delivery_state", label: "State", options: optionsOf(deliveryStates) }]}
      />
      <DataTable
        label="Deliveries"
        query={deliveries}
        columns={can("webhooks") && enabled ? [...columns, actions] : columns}
        empty={["No deliveries yet", "Events of the chosen types appear here when they occur."]}
      />
    </section>
  );
}
