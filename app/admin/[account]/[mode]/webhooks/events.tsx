"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import {
  DeliveryBadge,
  eventNames,
  eventOptions,
  eventStates,
  Response,
  subjectPath,
} from "#ui/admin/delivery";
import { FailingReceivers } from "#ui/admin/failing-receivers";
import { shortNumber, Time } from "#ui/admin/format";
import { ListScreen } from "#ui/admin/list-screen";
import { optionsOf } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import type { Column } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { ResendFailed, TestCallback } from "./callbacks";
import { EndpointsPanel } from "./endpoints-panel";
import { queries } from "./queries";
import { CallbackSecrets } from "./secrets-panel";

type Event = RouterOutput["webhooks"]["list"]["data"][number];

function Subject({ event }: { event: Event }) {
  const path = subjectPath(event);
  const name = event.order_number ? shortNumber(event.order_number) : event.subject_id;
  if (path === null) return name;
  return (
    <ScreenLink to={`${path}`} className="link tabular-nums">
      {name}
    </ScreenLink>
  );
}

function LastResponse({ event: { delivery_state, last } }: { event: Event }) {
  if (delivery_state === "none") return "–";
  return last ? <Response status={last.status} error={last.error} /> : "Not sent yet";
}

const columns: Column<Event>[] = [
  {
    head: "Event",
    cell: ({ type }) => eventNames[type],
    to: ({ id }) => `/webhooks?event=${id}`,
    note: ({ created_on }) => <Time at={created_on} />,
  },
  { head: "State", cell: (event) => <DeliveryBadge state={event.delivery_state} /> },
  { head: "Subject", isExtra: true, cell: (event) => <Subject event={event} /> },
  { head: "Attempts", align: "right", isExtra: true, cell: ({ attempts }) => attempts },
  { head: "Last response", isExtra: true, cell: (event) => <LastResponse event={event} /> },
  { head: "Next attempt", isExtra: true, at: ({ next_attempt_on: at }) => at },
];

export function Events() {
  const { can } = useAccount();
  const { events } = useScreenData(queries);
  return (
    <>
      <ListScreen
        title="Webhooks"
        intro="Addresses of your programs that receive events, and what was sent to them."
        actions={
          can("webhooks") && (
            <>
              <ResendFailed />
              <TestCallback />
            </>
          )
        }
        above={
          <>
            <FailingReceivers />
            <EndpointsPanel />
            <h2 className="mb-3 font-semibold">Events</h2>
          </>
        }
        search="ID of the event, order number or ID…"
        filters={[
          { name: "delivery_state", label: "State", options: optionsOf(eventStates) },
          { name: "type", label: "Event", options: eventOptions },
        ]}
        csv="events"
        label="Events"
        query={events}
        columns={columns}
        empty={[
          "No events yet",
          "Events appear here when, for example, an order is fulfilled or a checkout session is completed.",
        ]}
      />
      <div className="mt-8">{can("webhooks") && <CallbackSecrets />}</div>
    </>
  );
}
