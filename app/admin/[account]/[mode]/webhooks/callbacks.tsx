"use client";
// Actions on events, and the signing secret of the callback URLs that orders name.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "#ui/admin/api-form";
import { Button, CopyButton } from "#ui/admin/button";
import { eventOptions, TestOutcome, type TestResult } from "#ui/admin/delivery";
import { Dialog, FormDialog } from "#ui/admin/dialog";
import { Form, SelectField, TextField } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { Badge, Loaded, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useRefresh, useTRPC } from "#ui/admin/trpc";
import { RotateSecret } from "#ui/admin/webhook-endpoint";

const DAY_MS = 24 * 3_600_000;

/** Returns the value of a datetime-local field: in the reader's time zone, to the minute. */
function toLocalTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function ResendFailed() {
  const redeliver = useMutation(useTRPC().webhooks.redeliverAll.mutationOptions());
  const refresh = useRefresh((trpc) => trpc.webhooks.list.pathFilter());
  const toast = useToast();
  return (
    <FormDialog
      button="Resend failed events"
      title="Resend failed events"
      description="All events that failed since then are sent again now, oldest first, with the usual retries."
      action="Resend events"
      schema={async () => (await import("#admin/schemas")).Since}
      initial={{ from: toLocalTime(new Date(Date.now() - DAY_MS)) }}
      send={async ({ from }) => {
        // The server takes 10,000 events per request.
        let total = 0;
        for (;;) {
          const { redelivered, has_more } = await redeliver.mutateAsync({
            from: new Date(from).toISOString(),
          });
          total += redelivered;
          if (!has_more || redelivered === 0) return total;
        }
      }}
      onDone={(total) => {
        toast(`${plural(total, "event")} queued to be resent`);
        return refresh();
      }}
    >
      <TextField
        name="from"
        label="Failed since"
        type="datetime-local"
        hint="In your time zone; up to 31 days ago."
      />
    </FormDialog>
  );
}

/** Callback URLs receive only the events of their order. */
const orderEvents = eventOptions.filter(({ value }) => value.startsWith("order."));

function TestForm({ onClose }: { onClose(): void }) {
  const [result, setResult] = useState<TestResult | null>(null);
  const test = useMutation(useTRPC().webhooks.sendTest.mutationOptions());
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).SendTestCallback,
    initial: { url: "", type: "order.fulfilled" },
    async send(values) {
      setResult(null);
      setResult(await test.mutateAsync(values));
    },
  });
  return (
    <>
      <Form form={form} action="Send event" onCancel={onClose}>
        <TextField
          name="url"
          label="URL"
          type="url"
          placeholder="https://example.com/callbacks/carbon"
        />
        <SelectField name="type" label="Event" options={orderEvents} />
      </Form>
      {result && <TestOutcome result={result} />}
    </>
  );
}

export function TestCallback() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Send test event
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Send a test event"
        description="Sends one signed event about an example order, without retries."
      >
        <TestForm onClose={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function SecretItem({ secret }: { secret: RouterOutput["webhooks"]["secrets"][number] }) {
  const [isRevealed, setRevealed] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <code className={isRevealed ? "select-all" : ""}>
          {isRevealed ? secret.secret : `whsec_${"•".repeat(12)}`}
        </code>
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-quiet">
          {secret.expires_on ? (
            <Badge tone="pending">
              Expires <Time at={secret.expires_on} />
            </Badge>
          ) : (
            <Badge tone="good">Current</Badge>
          )}
          <span>
            Created <Time at={secret.created_on} />
          </span>
        </p>
      </div>
      <Button variant="plain" onClick={() => setRevealed(!isRevealed)} aria-expanded={isRevealed}>
        {isRevealed ? "Hide" : "Reveal"}
      </Button>
      <CopyButton variant="plain" text={secret.secret} label="Copy" done="Secret copied" />
    </li>
  );
}

export function CallbackSecrets() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.webhooks.secrets.queryOptions());
  const rotate = useMutation(
    trpc.webhooks.rotateSecret.mutationOptions({
      onSuccess: (secrets) => queries.setQueryData(trpc.webhooks.secrets.queryKey(), secrets),
    }),
  );
  return (
    <Panel
      title="Signing secret of callback URLs"
      actions={<RotateSecret rotate={(overlap_hours) => rotate.mutateAsync({ overlap_hours })} />}
    >
      <Loaded query={list} lines={1}>
        {(secrets) => (
          <ul className="divide-y divide-line">
            {secrets.map((secret) => (
              <SecretItem key={secret.id} secret={secret} />
            ))}
          </ul>
        )}
      </Loaded>
      <p className="mt-4 text-sm text-pretty text-quiet">
        Signs requests to the callback URLs of orders, according to Standard Webhooks. Each webhook
        endpoint has its own secret.{" "}
        <a href="/docs#webhooks" className="link">
          How to verify signatures
        </a>
      </p>
    </Panel>
  );
}
