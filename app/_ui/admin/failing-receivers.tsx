"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterOutput } from "#trpc/router";
import { Response } from "#ui/admin/delivery";
import { plural, Time } from "#ui/admin/format";
import { Badge, Item, Items, Note, Panel } from "#ui/admin/page";
import { useTRPC } from "#ui/admin/trpc";
import { ScreenLink } from "./screen-link";

type Failing = RouterOutput["webhooks"]["failing"][number];

const POLL_MS = 10_000;

function useFailing(): readonly Failing[] {
  const { data } = useQuery({
    ...useTRPC().webhooks.failing.queryOptions(),
    // The next attempt is soon, and may end the failure.
    refetchInterval: ({ state }) => (state.data?.length ? POLL_MS : false),
  });
  return data ?? [];
}

function Receiver({ receiver }: { receiver: Failing }) {
  const { webhook_endpoint_id: id, callback_host: host } = receiver;
  if (id === null) return <span className="font-medium wrap-anywhere">{host}</span>;
  return (
    <ScreenLink to={`/webhooks?endpoint=${id}`} className="link font-medium wrap-anywhere">
      {id}
    </ScreenLink>
  );
}

function State({ receiver }: { receiver: Failing }) {
  const { is_slow: isSlow, attempted_on: attemptedOn, response_status, error } = receiver;
  if (isSlow) return <Badge tone="pending">Slow</Badge>;
  return attemptedOn && <Response status={response_status} error={error} />;
}

/** Receivers that keep failing or are slow, with the next attempt; nothing if all work. */
export function FailingReceivers() {
  const failing = useFailing();
  if (failing.length === 0) return null;
  const isOnlySlow = failing.every(({ is_slow: isSlow }) => isSlow);
  return (
    <Panel
      title={isOnlySlow ? "Slow receivers" : "Failing receivers"}
      actions={<Badge tone={isOnlySlow ? "pending" : "bad"}>{failing.length}</Badge>}
    >
      <Items>
        {failing.map((receiver) => (
          <Item key={receiver.webhook_endpoint_id ?? receiver.callback_host}>
            <div className="min-w-0">
              <Receiver receiver={receiver} />
              <p className="text-sm text-quiet">
                {plural(receiver.waiting, "event")} waiting ·{" "}
                {receiver.is_slow ? (
                  "sent one by one, as it takes over a second to respond"
                ) : (
                  <>
                    next attempt <Time at={receiver.next_attempt_on} />
                  </>
                )}
              </p>
            </div>
            <State receiver={receiver} />
          </Item>
        ))}
      </Items>
      <Note className="mt-4">
        {isOnlySlow
          ? "A receiver should accept an event at once, and do its work afterwards."
          : "Its events wait, and are retried less and less often. Once it works, you can resend them at once."}
      </Note>
    </Panel>
  );
}

interface HeldProps {
  endpointId: string | null;
  callbackUrl: string | null;
}

/** Reason why a pending delivery waits, if its receiver keeps failing. */
export function HeldNote({ endpointId, callbackUrl }: HeldProps) {
  const host = callbackUrl && URL.canParse(callbackUrl) ? new URL(callbackUrl).host : null;
  const receiver = useFailing().find(({ webhook_endpoint_id: id, callback_host }) =>
    endpointId === null ? callback_host === host : id === endpointId,
  );
  if (!receiver) return null;
  return (
    <Note className="mt-3">
      {receiver.is_slow
        ? "This address takes over a second to respond, so its events wait for each other."
        : "This address keeps failing, so its events wait, and are retried less and less often."}
    </Note>
  );
}
