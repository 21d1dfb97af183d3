"use client";
// One event: its receivers, each attempt, and what is sent.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { Answer, DeliveryBadge, eventTexts, subjectPath } from "#ui/admin/delivery";
import { Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["webhooks"]["get"];

function SendAgain({ shown }: { shown: Shown }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const redeliver = useMutation(
    trpc.webhooks.redeliver.mutationOptions({
      async onSuccess() {
        toast("Event queued to be resent");
        await queries.invalidateQueries({ queryKey: trpc.webhooks.get.queryKey({ id: shown.id }) });
      },
    }),
  );
  return (
    <>
      <Button
        look="primary"
        busy={redeliver.isPending}
        onClick={() => redeliver.mutate({ id: shown.id })}
      >
        Resend event
      </Button>
      {redeliver.error && <ProblemNote error={redeliver.error} />}
    </>
  );
}

type Delivery = Shown["deliveries"][number];

function Attempts({ attempts }: Pick<Delivery, "attempts">) {
  if (attempts.length === 0) return <p className="text-quiet">Not sent yet.</p>;
  return (
    <ol className="divide-y divide-line">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.attempt} className="py-3 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="font-medium tabular-nums">Attempt {attempt.attempt}</span>
            <Answer status={attempt.response_status} error={attempt.error} />
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

/** One receiver of the event: how its delivery stands, and each attempt. */
function Receiver({ shown, delivery }: { shown: Shown; delivery: Delivery }) {
  const { base } = useHere();
  const { webhook_endpoint_id: endpointId } = delivery;
  const title = endpointId === null ? "Callback URL" : "Webhook endpoint";
  return (
    <Panel title={title} acts={<DeliveryBadge state={delivery.delivery_state} />}>
      <p className="mb-4 wrap-anywhere">
        {endpointId === null ? (
          shown.callback_url
        ) : (
          <Link href={`${base}/webhooks/endpoints/${endpointId}`} prefetch={false} className="link">
            {endpointId}
          </Link>
        )}
      </p>
      <Attempts attempts={delivery.attempts} />
      {delivery.next_attempt_on && (
        <p className="mt-3 text-sm text-quiet">
          Next attempt: <Time at={delivery.next_attempt_on} />
        </p>
      )}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Facts({ shown }: { shown: Shown }) {
  const { base } = useHere();
  const path = subjectPath(shown);
  return (
    <dl className="grid gap-x-8 gap-y-4 text-[0.9375rem] sm:grid-cols-2">
      <Fact label="About">
        {path === null ? (
          shown.subject_id
        ) : (
          <Link href={`${base}${path}`} prefetch={false} className="link">
            {shown.subject_id}
          </Link>
        )}
      </Fact>
      <Fact label="Happened">
        <Time at={shown.created_on} />
      </Fact>
    </dl>
  );
}

export function WebhookEvent({ id }: { id: string }) {
  const { canWrite } = useHere();
  const found = useQuery({
    ...useTRPC().webhooks.get.queryOptions({ id }),
    // What is due is on its way: the page shows it arrive.
    refetchInterval: ({ state }) => (state.data?.delivery_state === "pending" ? 2000 : false),
  });
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const shown = found.data;
  return (
    <>
      <PageHead
        title={eventTexts[shown.type]}
        intro={shown.id}
        acts={canWrite && shown.deliveries.length > 0 && <SendAgain shown={shown} />}
      />
      <Panel title="Delivery" acts={<DeliveryBadge state={shown.delivery_state} />}>
        <Facts shown={shown} />
      </Panel>
      {shown.deliveries.map((delivery) => (
        <Receiver
          key={delivery.webhook_endpoint_id ?? "callback"}
          shown={shown}
          delivery={delivery}
        />
      ))}
      {shown.deliveries.length === 0 && (
        <Panel title="Receivers">
          <p className="text-quiet">
            None: it was for no webhook endpoint, and there was no callback URL.
          </p>
        </Panel>
      )}
      <Panel title="What is sent">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
          tabIndex={0}
          className="max-h-96 overflow-auto rounded-lg bg-soft p-4 text-sm whitespace-pre-wrap"
        >
          {shown.payload}
        </pre>
      </Panel>
    </>
  );
}
