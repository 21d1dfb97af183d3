"use client";
// The account's webhook endpoints, and the form for a new one.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { eventTexts } from "#ui/admin/delivery";
import { Dialog } from "#ui/admin/dialog";
import { Badge, Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { SecretNote } from "#ui/admin/secret-note";
import { useTRPC } from "#ui/admin/trpc";
import { type Endpoint, EndpointForm } from "#ui/admin/webhooks/endpoint-form";

/** "Order fulfilled, Order cancelled and 3 more". */
function eventsText({ event_types: types }: Endpoint): string {
  const named = types.slice(0, 2).map((type) => eventTexts[type]);
  return named.join(", ") + (types.length > 2 ? ` and ${types.length - 2} more` : "");
}

function Item({ endpoint }: { endpoint: Endpoint }) {
  const { base } = useHere();
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <Link
          href={`${base}/webhooks/endpoints/${endpoint.id}`}
          prefetch={false}
          className="link font-medium wrap-anywhere"
        >
          {endpoint.url}
        </Link>
        <p className="mt-0.5 text-sm text-quiet">
          {endpoint.description ? `${endpoint.description} · ` : ""}
          {eventsText(endpoint)}
        </p>
      </div>
      <Badge look={endpoint.enabled ? "good" : "quiet"}>
        {endpoint.enabled ? "Enabled" : "Disabled"}
      </Badge>
    </li>
  );
}

function AddEndpoint({ onAdded }: { onAdded(secret: string): void }) {
  const [open, setOpen] = useState(false);
  const create = useMutation(useTRPC().webhookEndpoints.create.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add endpoint</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Add webhook endpoint">
        <EndpointForm
          act="Add endpoint"
          onCancel={() => setOpen(false)}
          save={async (values) => {
            const { secret } = await create.mutateAsync(values);
            setOpen(false);
            onAdded(secret);
          }}
        />
      </Dialog>
    </>
  );
}

export function Endpoints() {
  const { canWrite } = useHere();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery(trpc.webhookEndpoints.list.queryOptions({ limit: 100 }));
  const onAdded = (made: string) => {
    setSecret(made);
    void queries.invalidateQueries({ queryKey: trpc.webhookEndpoints.list.queryKey() });
  };
  return (
    <Panel title="Webhook endpoints" acts={canWrite && <AddEndpoint onAdded={onAdded} />}>
      {secret && (
        <SecretNote what="signing secret" secret={secret} onClose={() => setSecret(null)} />
      )}
      {list.error && <ProblemNote error={list.error} onRetry={() => list.refetch()} />}
      {list.isPending && <Loading lines={1} />}
      <ul className="divide-y divide-line">
        {list.data?.data.map((endpoint) => (
          <Item key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      {list.data?.data.length === 0 && (
        <p className="text-[0.9375rem] text-pretty text-quiet">
          No webhook endpoints yet. An endpoint receives the events you choose, of all orders,
          checkout sessions and subaccounts.
        </p>
      )}
    </Panel>
  );
}
