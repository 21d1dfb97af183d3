"use client";
import { useState } from "react";
import { useApiForm } from "#ui/admin/api-form";
import { eventOptions, TestOutcome, type TestResult } from "#ui/admin/delivery";
import { ButtonDialog, FormDialog } from "#ui/admin/dialog";
import { Form, SelectField, TextField } from "#ui/admin/form";
import { plural } from "#ui/admin/format";
import { useToast } from "#ui/admin/toasts";
import { useCall, useChange } from "#ui/admin/trpc";

const DAY_MS = 24 * 3_600_000;

/** Returns the value of a datetime-local field: in the reader's time zone, to the minute. */
function toLocalTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

export function ResendFailed() {
  const redeliver = useChange((trpc) => trpc.webhooks.redeliverAll);
  const toast = useToast();
  return (
    <FormDialog
      button="Resend failed events"
      title="Resend failed events"
      description="Resends all events that failed since then, oldest first, with the usual retries."
      action="Resend events"
      schema={async () => (await import("#admin/schemas")).Since}
      initial={{ from: toLocalTime(new Date(Date.now() - DAY_MS)) }}
      send={async ({ from }) => {
        // The server takes 10,000 events per request.
        let total = 0;
        for (;;) {
          const { redelivered, has_more } = await redeliver({
            from: new Date(from).toISOString(),
          });
          total += redelivered;
          if (!has_more || redelivered === 0) return total;
        }
      }}
      onDone={(total) => toast(`${plural(total, "event")} queued to be resent`)}
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
  const test = useCall((trpc) => trpc.webhooks.sendTest);
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).SendTestCallback,
    initial: { url: "", type: "order.fulfilled" },
    async send(values) {
      setResult(null);
      setResult(await test(values));
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
  return (
    <ButtonDialog
      button="Send test event"
      variant="primary"
      title="Send a test event"
      description="Sends one signed event about an example order, without retries."
    >
      {(close) => <TestForm onClose={close} />}
    </ButtonDialog>
  );
}
