"use client";
// The form of a webhook endpoint: where events go, which, and of which subaccount.
import { useQuery } from "@tanstack/react-query";
import { WriteWebhookEndpoint } from "#schemas/webhooks";
import type { RouterOutput } from "#trpc/router";
import { eventOptions } from "#ui/admin/delivery";
import { CheckboxesField, Form, SelectField, TextField, useSentForm } from "#ui/admin/form";
import { useTRPC } from "#ui/admin/trpc";

export type Endpoint = RouterOutput["webhookEndpoints"]["get"];

/** What a change of the endpoint sends, with all its fields as they are. */
export function writtenOf(endpoint: Endpoint): WriteWebhookEndpoint {
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

interface Props {
  endpoint?: Endpoint;
  act: string;
  save(values: WriteWebhookEndpoint): Promise<unknown>;
  onCancel(): void;
}

export function EndpointForm({ endpoint, act, save, onCancel }: Props) {
  const subaccounts = useQuery(useTRPC().subaccounts.list.queryOptions({ limit: 100 }));
  const own = endpoint?.subaccount_id;
  const known = (subaccounts.data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }));
  const isMissing = own && !known.some(({ value }) => value === own);
  const options = [
    { value: "", text: "The account and all subaccounts" },
    ...(isMissing ? [{ value: own, text: own }] : []),
    ...known,
  ];
  const sent = useSentForm({
    schema: WriteWebhookEndpoint,
    initial: endpoint ? writtenOf(endpoint) : initial,
    send: save,
  });
  return (
    <Form sent={sent} act={act} onCancel={onCancel}>
      <TextField
        name="url"
        label="URL"
        type="url"
        placeholder="https://example.com/webhooks/carbon"
      />
      <CheckboxesField name="event_types" label="Events" options={eventOptions} />
      <SelectField name="subaccount_id" label="Events of" options={options} />
      <TextField name="description" label="Description" hint="Optional." />
    </Form>
  );
}
