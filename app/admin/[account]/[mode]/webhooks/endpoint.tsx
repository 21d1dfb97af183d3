"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAccount } from "#ui/admin/account";
import { Button, NewSecret } from "#ui/admin/button";
import { eventNames, TestOutcome } from "#ui/admin/delivery";
import { Confirm } from "#ui/admin/dialog";
import type { Opened } from "#ui/admin/opened";
import { Detail, Fact, Facts, Note, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useScreenData } from "#ui/admin/screen-data";
import { ScreenLink } from "#ui/admin/screen-link";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import {
  type Endpoint as Data,
  EndpointDialog,
  EndpointState,
  RotateSecret,
  valuesOf,
} from "#ui/admin/webhook-endpoint";
import { Deliveries } from "./deliveries";
import { queries } from "./queries";

interface Props {
  endpoint: Data;
}

/** The update mutation, which shows the endpoint as the server saved it. */
function useUpdate() {
  const trpc = useTRPC();
  const client = useQueryClient();
  const refresh = useRefresh((routes) => routes.webhookEndpoints.deliveries.pathFilter());
  return useMutation(
    trpc.webhookEndpoints.update.mutationOptions({
      async onSuccess(saved) {
        client.setQueryData(trpc.webhookEndpoints.get.queryKey({ id: saved.id }), saved);
        await refresh();
      },
    }),
  );
}

function Edit({ endpoint }: Props) {
  const update = useUpdate();
  return (
    <EndpointDialog
      endpoint={endpoint}
      button="Edit endpoint"
      title="Edit webhook endpoint"
      action="Save endpoint"
      send={(values, opened) => update.mutateAsync({ ...values, id: endpoint.id, opened })}
    />
  );
}

function EnableOrDisable({ endpoint }: Props) {
  const update = useUpdate();
  const withEnabled = (enabled: boolean) => ({
    ...valuesOf(endpoint),
    id: endpoint.id,
    enabled,
    opened: { ...valuesOf(endpoint) } as Opened,
  });
  if (!endpoint.enabled) {
    return (
      <>
        <Button busy={update.isPending} onClick={() => update.mutate(withEnabled(true))}>
          Enable endpoint
        </Button>
        {update.error && <ProblemNote error={update.error} />}
      </>
    );
  }
  return (
    <Confirm
      button="Disable endpoint"
      title="Disable this endpoint?"
      description="It receives no more events, and pending deliveries are cancelled. Events that occur while it is disabled are not sent later."
      done="Endpoint disabled"
      run={() => update.mutateAsync(withEnabled(false))}
    />
  );
}

function Delete({ endpoint: { id } }: Props) {
  const { base } = useAccount();
  const router = useRouter();
  const remove = useMutation(useTRPC().webhookEndpoints.delete.mutationOptions());
  return (
    <Confirm
      button="Delete endpoint"
      variant="warning"
      title="Delete this endpoint?"
      description="Pending deliveries are cancelled, and its signing secret expires. This can’t be undone."
      done="Endpoint deleted"
      run={async () => {
        await remove.mutateAsync({ id });
        router.replace(`${base}/webhooks`);
      }}
    />
  );
}

function Test({ endpoint: { id } }: Props) {
  const test = useMutation(useTRPC().webhookEndpoints.sendTest.mutationOptions());
  return (
    <Panel
      title="Test"
      actions={
        <Button busy={test.isPending} onClick={() => test.mutate({ id })}>
          Send test event
        </Button>
      }
    >
      <Note>Sends one signed example of the first event type, without retries.</Note>
      {test.error && <ProblemNote error={test.error} />}
      {test.data && <TestOutcome result={test.data} />}
    </Panel>
  );
}

function Settings({ endpoint }: Props) {
  const { subaccount_id: subaccountId, event_types: types, description } = endpoint;
  return (
    <Panel title="Settings" actions={<EndpointState enabled={endpoint.enabled} />}>
      <Facts>
        <Fact label="Events">{types.map((type) => eventNames[type]).join(", ")}</Fact>
        <Fact label="Events of">
          {subaccountId === null ? (
            "The account and all subaccounts"
          ) : (
            <ScreenLink to={`/subaccounts/${subaccountId}`}>{subaccountId}</ScreenLink>
          )}
        </Fact>
        <Fact label="Description">{description ?? "None"}</Fact>
        <Fact label="Created">
          <Time at={endpoint.created_on} />
        </Fact>
      </Facts>
    </Panel>
  );
}

function Secret({ endpoint: { id } }: Props) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useMutation(
    useTRPC().webhookEndpoints.rotateSecret.mutationOptions({
      onSuccess: (rotated) => setSecret(rotated.secret),
    }),
  );
  return (
    <Panel
      title="Signing secret"
      actions={
        <RotateSecret rotate={(overlap_hours) => rotate.mutateAsync({ id, overlap_hours })} />
      }
    >
      {secret && (
        <NewSecret name="signing secret" secret={secret} onClose={() => setSecret(null)} />
      )}
      <Note>Shown once, when it is created. If you no longer have it, rotate it.</Note>
    </Panel>
  );
}

export function Endpoint() {
  const { can } = useAccount();
  const { endpoint: query } = useScreenData(queries);
  return (
    <Detail title="Webhook endpoint" query={query}>
      {(endpoint) => (
        <>
          <PageHead
            title="Webhook endpoint"
            intro={<span className="wrap-anywhere">{endpoint.url}</span>}
            actions={
              can("webhooks") && (
                <>
                  <Edit endpoint={endpoint} />
                  <EnableOrDisable endpoint={endpoint} />
                  <Delete endpoint={endpoint} />
                </>
              )
            }
          />
          <Settings endpoint={endpoint} />
          {can("webhooks") && <Secret endpoint={endpoint} />}
          {can("webhooks") && <Test endpoint={endpoint} />}
          <Deliveries endpoint={endpoint} />
        </>
      )}
    </Detail>
  );
}
