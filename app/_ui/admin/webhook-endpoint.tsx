"use client";
import type { WriteWebhookEndpoint } from "#schemas/webhooks";
import type { RouterOutput } from "#trpc/router";
import type { ButtonVariant } from "./button";
import { eventOptions } from "./delivery";
import { FormDialog } from "./dialog";
import { CheckboxesField, SelectField, TextField } from "./form";
import type { Opened } from "./opened";
import { Badge } from "./page";
import { useSubaccounts } from "./subaccount-filter";
import { allSubaccounts } from "./subaccount-options";

export type Endpoint = RouterOutput["webhookEndpoints"]["get"];

export function EndpointState({ enabled }: Pick<Endpoint, "enabled">) {
  return <Badge tone={enabled ? "good" : "neutral"}>{enabled ? "Enabled" : "Disabled"}</Badge>;
}

export function valuesOf(endpoint: Endpoint): WriteWebhookEndpoint {
  const { url, event_types, subaccount_id, description, enabled } = endpoint;
  return { url, event_types, subaccount_id, description, enabled };
}

const initial: WriteWebhookEndpoint = {
  url: "",
  event_types: ["order.fulfilled", "order.cancelled"],
  subaccount_id: null,
  description: null,
  enabled: true,
};

function SubaccountField({ current }: { current: string | null }) {
  const { options: listed, find } = useSubaccounts(allSubaccounts);
  const isMissing = !find && current !== null && !listed.some(({ value }) => value === current);
  const options = [
    { value: "", text: "The account and all subaccounts" },
    ...(isMissing ? [{ value: current, text: current }] : []),
    ...listed,
  ];
  return <SelectField name="subaccount_id" label="Events of" options={options} find={find} />;
}

interface EndpointDialogProps<Result> {
  endpoint?: Endpoint;
  button: string;
  variant?: ButtonVariant;
  title: string;
  action: string;
  send(values: WriteWebhookEndpoint, opened: Opened): Promise<Result>;
  onDone?: (result: Result) => unknown;
}

export function EndpointDialog<Result>({ endpoint, ...dialog }: EndpointDialogProps<Result>) {
  return (
    <FormDialog
      {...dialog}
      opened={endpoint}
      schema={async () => (await import("#admin/schemas")).WriteWebhookEndpoint}
      initial={endpoint ? valuesOf(endpoint) : initial}
    >
      <TextField
        name="url"
        label="URL"
        type="url"
        placeholder="https://example.com/webhooks/carbon"
      />
      <CheckboxesField name="event_types" label="Events" options={eventOptions} />
      <SubaccountField current={endpoint?.subaccount_id ?? null} />
      <TextField name="description" label="Description" hint="Optional." />
    </FormDialog>
  );
}

const overlaps = [
  { value: "24", text: "In 24 hours" },
  { value: "168", text: "In 7 days" },
  { value: "1", text: "In 1 hour" },
  { value: "0", text: "Now: the secret has leaked" },
];

export function RotateSecret({ rotate }: { rotate(overlapHours: number): Promise<unknown> }) {
  return (
    <FormDialog
      button="Rotate secret"
      title="Rotate the signing secret?"
      description="Until the current secret expires, each request is signed with both, so that you can update your receivers. A secret left from an earlier rotation expires now."
      done="Secret rotated"
      schema={async () => (await import("#admin/schemas")).Overlap}
      initial={{ hours: "24" }}
      send={({ hours }) => rotate(Number(hours))}
    >
      <SelectField name="hours" label="The current secret expires" options={overlaps} />
    </FormDialog>
  );
}
