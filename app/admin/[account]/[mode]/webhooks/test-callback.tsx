"use client";
// Tries out a receiver, and shows what it answered.
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { SendTestCallback } from "#schemas/events";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Answer, eventOptions } from "#ui/admin/delivery";
import { Dialog } from "#ui/admin/dialog";
import { Form, SelectField, TextField, useSentForm } from "#ui/admin/form";
import { Badge } from "#ui/admin/page";
import { useTRPC } from "#ui/admin/trpc";

type Result = RouterOutput["webhooks"]["sendTest"];

function Outcome({ result }: { result: Result }) {
  return (
    <div role="status" className="mt-5 rounded-xl border border-line p-4 text-[0.9375rem]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge look={result.delivered ? "good" : "bad"}>
          {result.delivered ? "Received" : "Not received"}
        </Badge>
        <Answer status={result.response_status} error={result.error} />
        <span className="text-quiet tabular-nums">{result.duration_ms} ms</span>
      </p>
      {result.response_body && (
        <pre className="mt-3 max-h-40 overflow-auto rounded-lg bg-soft p-3 text-sm whitespace-pre-wrap">
          {result.response_body}
        </pre>
      )}
    </div>
  );
}

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
          <SelectField name="type" label="Event" options={eventOptions} />
        </Form>
        {result && <Outcome result={result} />}
      </Dialog>
    </>
  );
}
