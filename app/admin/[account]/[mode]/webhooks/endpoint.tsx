"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAccount } from "#ui/admin/account";
import { ActionButton, Button, NewSecret } from "#ui/admin/button";
import { eventNames, TestOutcome } from "#ui/admin/delivery";
import { Confirm } from "#ui/admin/dialog";
import { Time } from "#ui/admin/format";
import type { Opened } from "#ui/admin/opened";
import { Detail, FactsPanel, Note, PageHead, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { ScreenLink } from "#ui/admin/screen-link";
import { useCall, useChange, useScreenData, useTRPC } from "#ui/admin/trpc";
import {
  type Endpoint as Data,
  EndpointDialog,
  EndpointState,
  RotateSecret,
  valuesOf,
} from "#ui/admin/webhook-endpoint";
import { Deliveries } from "./deliveries";
import { queries } from "./queries";

const useUpdate = () => useChange((trpc) => trpc.webhookEndpoints.update);

function Edit({ endpoint }: { endpoint: Data }) {
  const update = useUpdate();
  return (
    <EndpointDialog
      endpoint={endpoint}
      button="Edit endpoint"
      title="Edit webhook endpoint"
      action="Save endpoint"
      send={(values, opened) => update({ ...values, id: endpoint.id, opened })}
    />
  );
}

function EnableOrDisable({ endpoint }: { endpoint: Data }) {
  const update = useUpdate();
  const withEnabled = (enabled: boolean) => ({
    ...valuesOf(endpoint),
    id: endpoint.id,
    enabled,
    opened: { ...valuesOf(endpoint) } as Opened,
  });
  if (!endpoint.enabled) {
    return (
      <ActionButton done="Endpoint enabled" run={() => update(withEnabled(true))}>
        Enable endpoint
      </ActionButton>
    );
  }
  return (
    <Confirm
      button="Disable endpoint"
      title="Disable this endpoint?"
      description="It receives no more events, and pending deliveries are cancelled. Events that occur while it is disabled are not sent later."
      done="Endpoint disabled"
      run={() => update(withEnabled(false))}
    />
  );
}

function Delete({ endpoint: { id } }: { endpoint: Data }) {
  const { base } = useAccount();
  const router = useRouter();
  const remove = useCall((trpc) => trpc.webhookEndpoints.delete);
  return (
    <Confirm
      button="Delete endpoint"
      variant="warning"
      title="Delete this endpoint?"
      description="Pending deliveries are cancelled, and its signing secret expires. This can’t be undone."
      done="Endpoint deleted"
      run={async () => {
        await remove({ id });
        router.replace(`${base}/webhooks`);
      }}
    />
  );
}

function Test({ endpoint: { id } }: { endpoint: Data }) {
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

function Settings({ endpoint }: { endpoint: Data }) {
  const { subaccount_id: subaccountId, event_types: types, description } = endpoint;
  return (
    <FactsPanel
      title="Settings"
      actions={<EndpointState enabled={endpoint.enabled} />}
      facts={{
        Events: types.map((type) => eventNames[type]).join(", "),
        "Events of":
          subaccountId === null ? (
            "The account and all subaccounts"
          ) : (
            <ScreenLink to={`/subaccounts/${subaccountId}`}>{subaccountId}</ScreenLink>
          ),
        Description: description ?? "None",
        Created: <Time at={endpoint.created_on} />,
      }}
    />
  );
}

function Secret({ endpoint: { id } }: { endpoint: Data }) {
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useCall((trpc) => trpc.webhookEndpoints.rotateSecret);
  return (
    <Panel
      title="Signing secret"
      actions={
        <RotateSecret
          rotate={async (overlap_hours) => setSecret((await rotate({ id, overlap_hours })).secret)}
        />
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
