"use client";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { ActionButton } from "#ui/admin/button";
import { DeliveryBadge, eventNames, Response, subjectPath } from "#ui/admin/delivery";
import { HeldNote } from "#ui/admin/failing-receivers";
import { Time } from "#ui/admin/format";
import { Detail, FactsPanel, Note, PageHead, Panel } from "#ui/admin/page";
import { ScreenLink } from "#ui/admin/screen-link";
import { useChange, useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Data = RouterOutput["webhooks"]["get"];
type Delivery = Data["deliveries"][number];

function Resend({ id }: { id: string }) {
  const resend = useChange((trpc) => trpc.webhooks.redeliver);
  return (
    <ActionButton variant="primary" done="Event queued to be resent" run={() => resend({ id })}>
      Resend event
    </ActionButton>
  );
}

function Attempts({ attempts }: Pick<Delivery, "attempts">) {
  if (attempts.length === 0) return <p className="text-quiet">Not sent yet.</p>;
  return (
    <ol className="divide-y divide-line">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.attempt} className="py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="font-medium tabular-nums">Attempt {attempt.attempt}</span>
            <Response status={attempt.response_status} error={attempt.error} />
            <span className="text-sm text-quiet tabular-nums">{attempt.duration_ms} ms</span>
            <span className="text-sm text-quiet">
              <Time at={attempt.attempted_on} />
            </span>
          </p>
          {attempt.response_body && (
            <details className="mt-1.5">
              <summary className="cursor-pointer text-sm text-accent">Response body</summary>
              <pre className="mt-2 max-h-60 overflow-auto rounded-lg bg-soft p-3 text-sm whitespace-pre-wrap">
                {attempt.response_body}
              </pre>
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}

interface ReceiverProps {
  callbackUrl: string | null;
  delivery: Delivery;
}

function Receiver({ callbackUrl, delivery }: ReceiverProps) {
  const { webhook_endpoint_id: endpointId } = delivery;
  return (
    <Panel
      title={endpointId === null ? "Callback URL" : "Webhook endpoint"}
      actions={<DeliveryBadge state={delivery.delivery_state} />}
    >
      <p className="mb-4 wrap-anywhere">
        {endpointId === null ? (
          callbackUrl
        ) : (
          <ScreenLink to={`/webhooks?endpoint=${endpointId}`}>{endpointId}</ScreenLink>
        )}
      </p>
      <Attempts attempts={delivery.attempts} />
      {delivery.next_attempt_on && (
        <>
          <p className="mt-3 text-sm text-quiet">
            Next attempt: <Time at={delivery.next_attempt_on} />
          </p>
          <HeldNote endpointId={endpointId} callbackUrl={callbackUrl} />
        </>
      )}
    </Panel>
  );
}

function Subject({ event }: { event: Data }) {
  const path = subjectPath(event);
  if (path === null) return event.subject_id;
  return <ScreenLink to={`${path}`}>{event.subject_id}</ScreenLink>;
}

export function Event() {
  const { can } = useAccount();
  const { event: query } = useScreenData(queries);
  return (
    <Detail title="Event" query={query}>
      {(event) => (
        <>
          <PageHead
            title={eventNames[event.type]}
            intro={event.id}
            actions={can("webhooks") && event.deliveries.length > 0 && <Resend id={event.id} />}
          />
          <FactsPanel
            title="Details"
            actions={<DeliveryBadge state={event.delivery_state} />}
            facts={{
              Subject: <Subject event={event} />,
              Created: <Time at={event.created_on} />,
            }}
          />
          {event.deliveries.map((delivery) => (
            <Receiver
              key={delivery.webhook_endpoint_id ?? "callback"}
              callbackUrl={event.callback_url}
              delivery={delivery}
            />
          ))}
          {event.deliveries.length === 0 && (
            <Panel title="Receivers">
              <Note>None. No webhook endpoint matched, and the order had no callback URL.</Note>
            </Panel>
          )}
          <Panel title="Payload">
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach it to scroll.
              tabIndex={0}
              className="max-h-96 overflow-auto rounded-lg bg-soft p-4 text-sm whitespace-pre-wrap"
            >
              {event.payload}
            </pre>
          </Panel>
        </>
      )}
    </Detail>
  );
}
