"use client";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { RouterOutput } from "#trpc/router";
import { useAccount } from "#ui/admin/account-shell";
import { Response } from "#ui/admin/delivery";
import { plural } from "#ui/admin/format";
import { Badge, Item, Items, Note, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";

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
  const { base } = useAccount();
  const { webhook_endpoint_id: id, callback_host: host } = receiver;
  if (id === null) return <span className="font-medium wrap-anywhere">{host}</span>;
  return (
    <Link
      href={`${base}/webhooks/endpoints/${id}`}
      prefetch={false}
      className="link font-medium wrap-anywhere"
    >
      {id}
    </Link>
  );
}

/** Receivers that keep failing, with the next attempt; nothing if all work. */
export function FailingReceivers() {
  const failing = useFailing();
  if (failing.length === 0) return null;
  return (
    <Panel title="Failing receivers" actions={<Badge tone="bad">{failing.length}</Badge>}>
      <Items>
        {failing.map((receiver) => (
          <Item key={receiver.webhook_endpoint_id ?? receiver.callback_host}>
            <div className="min-w-0">
              <Receiver receiver={receiver} />
              <p className="text-sm text-quiet">
                {plural(receiver.waiting, "event")} waiting · next attempt{" "}
                <Time at={receiver.next_attempt_on} />
              </p>
            </div>
            {receiver.attempted_on && (
              <Response status={receiver.response_status} error={receiver.error} />
            )}
          </Item>
        ))}
      </Items>
      <Note className="mt-4">
        Events to an address that keeps failing wait, and are tried again less and less often. Once
        the address works, you can resend them at once.
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
      This address keeps failing, so its events wait, and are tried again less and less often.
    </Note>
  );
}
