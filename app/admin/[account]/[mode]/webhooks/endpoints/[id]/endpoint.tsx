"use client";
// A webhook endpoint: what it receives, its actions, and its deliveries.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { eventTexts } from "#ui/admin/delivery";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Badge, Loading, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { SecretNote } from "#ui/admin/secret-note";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { type Endpoint, EndpointForm, writtenOf } from "#ui/admin/webhooks/endpoint-form";
import { RotateSecret } from "#ui/admin/webhooks/rotate-secret";
import { TestOutcome } from "#ui/admin/webhooks/test-outcome";
import { Deliveries } from "./deliveries";

/** Puts the endpoint into the page as the server saved it. */
function useSaved() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return async (saved: Endpoint) => {
    queries.setQueryData(trpc.webhookEndpoints.get.queryKey({ id: saved.id }), saved);
    await queries.invalidateQueries({ queryKey: trpc.webhookEndpoints.deliveries.queryKey() });
  };
}

function Edit({ endpoint }: { endpoint: Endpoint }) {
  const [open, setOpen] = useState(false);
  const onSaved = useSaved();
  const update = useMutation(useTRPC().webhookEndpoints.update.mutationOptions());
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit endpoint</Button>
      <Dialog open={open} onOpenChange={setOpen} title="Edit webhook endpoint">
        <EndpointForm
          endpoint={endpoint}
          act="Save endpoint"
          onCancel={() => setOpen(false)}
          save={async (values) => {
            await onSaved(await update.mutateAsync({ ...values, id: endpoint.id }));
            setOpen(false);
          }}
        />
      </Dialog>
    </>
  );
}

function Enabling({ endpoint }: { endpoint: Endpoint }) {
  const onSaved = useSaved();
  const update = useMutation(useTRPC().webhookEndpoints.update.mutationOptions());
  const save = async (enabled: boolean) =>
    onSaved(await update.mutateAsync({ ...writtenOf(endpoint), id: endpoint.id, enabled }));
  if (!endpoint.enabled) {
    return (
      <>
        <Button busy={update.isPending} onClick={() => save(true).catch(() => {})}>
          Enable endpoint
        </Button>
        {update.error && <ProblemNote error={update.error} />}
      </>
    );
  }
  return (
    <Confirm
      trigger={(open) => <Button onClick={open}>Disable endpoint</Button>}
      title="Disable this endpoint?"
      description="Nothing is sent to it, pending deliveries are cancelled, and events are not kept for it meanwhile."
      act="Disable endpoint"
      done="Endpoint disabled"
      run={() => save(false)}
    />
  );
}

function Delete({ endpoint }: { endpoint: Endpoint }) {
  const { base } = useHere();
  const router = useRouter();
  const remove = useMutation(useTRPC().webhookEndpoints.delete.mutationOptions());
  return (
    <Confirm
      trigger={(open) => (
        <Button onClick={open} className="text-danger!">
          Delete endpoint
        </Button>
      )}
      title="Delete this endpoint?"
      description="Pending deliveries are cancelled, and its secret ends. This can't be undone."
      act="Delete endpoint"
      done="Endpoint deleted"
      run={async () => {
        await remove.mutateAsync({ id: endpoint.id });
        router.replace(`${base}/webhooks`);
      }}
    />
  );
}

type TestResult = RouterOutput["webhookEndpoints"]["sendTest"];

function Test({ endpoint }: { endpoint: Endpoint }) {
  const [result, setResult] = useState<TestResult | null>(null);
  const test = useMutation(useTRPC().webhookEndpoints.sendTest.mutationOptions());
  return (
    <Panel
      title="Test"
      acts={
        <Button
          busy={test.isPending}
          onClick={() => test.mutate({ id: endpoint.id }, { onSuccess: setResult })}
        >
          Send test event
        </Button>
      }
    >
      <p className="text-[0.9375rem] text-quiet">
        Sends an example of the first event type, signed as real ones are. It is not sent again.
      </p>
      {test.error && <ProblemNote error={test.error} />}
      {result && <TestOutcome result={result} />}
    </Panel>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { base } = useHere();
  const { subaccount_id: subaccountId, event_types: types } = endpoint;
  return (
    <dl className="grid gap-x-8 gap-y-4 text-[0.9375rem] sm:grid-cols-2">
      <Fact label="Events">{types.map((type) => eventTexts[type]).join(", ")}</Fact>
      <Fact label="Events of">
        {subaccountId === null ? (
          "The account and all subaccounts"
        ) : (
          <Link href={`${base}/subaccounts/${subaccountId}`} prefetch={false} className="link">
            {subaccountId}
          </Link>
        )}
      </Fact>
      <Fact label="Description">{endpoint.description ?? "None"}</Fact>
      <Fact label="Created">
        <Time at={endpoint.created_on} />
      </Fact>
    </dl>
  );
}

function Secret({ endpoint }: { endpoint: Endpoint }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation(useTRPC().webhookEndpoints.rotateSecret.mutationOptions());
  return (
    <Panel
      title="Signing secret"
      acts={
        <RotateSecret
          rotate={async (hours) => {
            const made = await rotate.mutateAsync({ id: endpoint.id, overlap_hours: hours });
            setSecret(made.secret);
          }}
        />
      }
    >
      {secret && (
        <SecretNote what="signing secret" secret={secret} onClose={() => setSecret(null)} />
      )}
      <p className="text-[0.9375rem] text-quiet">
        Shown once, when it is made. If you no longer have it, rotate it.
      </p>
    </Panel>
  );
}

export function WebhookEndpoint({ id }: { id: string }) {
  const { canWrite } = useHere();
  const found = useQuery(useTRPC().webhookEndpoints.get.queryOptions({ id }));
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const endpoint = found.data;
  return (
    <>
      <PageHead
        title="Webhook endpoint"
        intro={<span className="wrap-anywhere">{endpoint.url}</span>}
        acts={
          canWrite && (
            <>
              <Edit endpoint={endpoint} />
              <Enabling endpoint={endpoint} />
              <Delete endpoint={endpoint} />
            </>
          )
        }
      />
      <Panel
        title="Settings"
        acts={
          <Badge look={endpoint.enabled ? "good" : "quiet"}>
            {endpoint.enabled ? "Enabled" : "Disabled"}
          </Badge>
        }
      >
        <Facts endpoint={endpoint} />
      </Panel>
      {canWrite && <Secret endpoint={endpoint} />}
      {canWrite && <Test endpoint={endpoint} />}
      <Deliveries endpoint={endpoint} />
    </>
  );
}
