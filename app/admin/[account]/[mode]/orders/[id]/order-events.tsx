"use client";
// The events of an order, and how each attempt to deliver them went.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Badge, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Event = RouterOutput["orders"]["get"]["events"][number];

const states = {
  none: { look: "quiet", text: "Not sent: no callback URL" },
  pending: { look: "waits", text: "Being sent" },
  retrying: { look: "waits", text: "To be tried again" },
  delivered: { look: "good", text: "Delivered" },
  failed: { look: "bad", text: "Failed" },
} as const;

function DeliveryState({ event }: { event: Event }) {
  const isRetried = event.delivery_state === "pending" && event.attempts.length > 0;
  const { look, text } = states[isRetried ? "retrying" : event.delivery_state];
  return <Badge look={look}>{text}</Badge>;
}

function SendAgain({ orderId, event }: { orderId: string; event: Event }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const send = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.orders.get.queryFilter({ id: orderId }));
        toast("It is sent again");
      },
    }),
  );
  return (
    <>
      <Button
        busy={send.isPending}
        onClick={() => send.mutate({ id: event.id })}
        aria-label={`Send ${event.type} again`}
      >
        Send again
      </Button>
      {send.error && <ProblemNote error={send.error} />}
    </>
  );
}

function Attempts({ attempts }: Pick<Event, "attempts">) {
  return (
    <ol className="mt-2 space-y-1 text-sm text-quiet">
      {attempts.map((attempt) => (
        <li key={attempt.attempt} className="wrap-anywhere">
          <Time at={attempt.attempted_on} />
          {": "}
          {attempt.response_status === null
            ? (attempt.error ?? "no answer")
            : `answered ${attempt.response_status}`}
          {` after ${attempt.duration_ms} ms`}
          {attempt.response_body && (
            <code className="mt-0.5 block max-h-24 overflow-y-auto rounded bg-soft px-2 py-1 whitespace-pre-wrap">
              {attempt.response_body}
            </code>
          )}
        </li>
      ))}
    </ol>
  );
}

export function OrderEvents({ orderId, events }: { orderId: string; events: readonly Event[] }) {
  const { canWrite } = useHere();
  return (
    <Panel title="Events">
      {events.length === 0 && (
        <p className="text-[0.9375rem] text-quiet">
          None yet: there is one when it is fulfilled or cancelled.
        </p>
      )}
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li key={event.id} className="py-4 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="flex flex-wrap items-center gap-3">
                <code className="font-medium">{event.type}</code>
                <DeliveryState event={event} />
              </p>
              {canWrite && event.callback_url && <SendAgain orderId={orderId} event={event} />}
            </div>
            {event.callback_url && (
              <p className="mt-1 text-sm wrap-anywhere text-quiet">to {event.callback_url}</p>
            )}
            <Attempts attempts={event.attempts} />
            {event.next_attempt_on && (
              <p className="mt-2 text-sm text-quiet">
                Next attempt: <Time at={event.next_attempt_on} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
