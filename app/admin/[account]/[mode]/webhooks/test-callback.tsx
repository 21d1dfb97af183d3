"use client";
// Tries out a receiver, and shows what it answered.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SendTestCallback } from "#schemas/events";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { orderEventOptions } from "#ui/admin/delivery";
import { Dialog } from "#ui/admin/dialog";
import { Form, SelectField, TextField, useSentForm } from "#ui/admin/form";
import { useTRPC } from "#ui/admin/trpc";
import { TestOutcome } from "#ui/admin/webhooks/test-outcome";

type Result = RouterOutput["webhooks"]["sendTest"];

export function TestCallback() {
  const [open, setOpen] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  const test = useMutation(useTRPC().webhooks.sendTest.mutationOptions());
  const sent = useSentForm({
    schema: SendTestCallback,
    initial: { url: "", type: "order.fulfilled" },
    async send(values) {
      setResult(null);
      setResult(await test.mutateAsync(values));
    },
  });
  const start = () => {
    setResult(null);
    setOpen(true);
  };
  return (
    <>
      <Button look="primary" onClick={start}>
        Send a test event
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Send a test event"
        description="One callback about an example order, signed as real ones are. It is not sent again."
      >
        <Form sent={sent} act="Send it" onCancel={() => setOpen(false)}>
          <TextField
            name="url"
            label="Address"
            type="url"
            placeholder="https://example.com/callbacks/carbon"
          />
          <SelectField name="type" label="Event" options={orderEventOptions} />
        </Form>
        {result && <TestOutcome result={result} />}
      </Dialog>
    </>
  );
}
