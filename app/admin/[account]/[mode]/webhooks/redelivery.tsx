"use client";
// Sends again all that failed since a time of choice.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Form, TextField, useSentForm } from "#ui/admin/form";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

const DAY_MS = 24 * 3_600_000;

/** A moment as the browser's field has it: in the reader's own zone, to the minute. */
function localTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

const Since = z.strictObject({
  from: z.string({ error: "must be a time" }).min(1, "must be a time"),
});

/** Asks until all are due: the server takes ten thousand at a time. */
function useRedeliverAll() {
  const redeliver = useMutation(useTRPC().webhooks.redeliverAll.mutationOptions());
  return async (from: string): Promise<number> => {
    let count = 0;
    for (;;) {
      const { redelivered, has_more } = await redeliver.mutateAsync({ from });
      count += redelivered;
      if (!has_more || redelivered === 0) return count;
    }
  };
}

export function Redelivery() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const redeliverAll = useRedeliverAll();
  const sent = useSentForm({
    schema: Since,
    initial: { from: "" },
    async send({ from }) {
      const count = await redeliverAll(new Date(from).toISOString());
      setOpen(false);
      toast(count === 1 ? "1 event is sent again" : `${count} events are sent again`);
      await queries.invalidateQueries({ queryKey: trpc.webhooks.list.queryKey() });
    },
  });
  const start = () => {
    sent.form.reset({ from: localTime(new Date(Date.now() - DAY_MS)) });
    setOpen(true);
  };
  return (
    <>
      <Button onClick={start}>Send failed again</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Send failed events again"
        description="All events that failed since then are due at once, the oldest first, and are retried as if they were new."
      >
        <Form sent={sent} act="Send them again" onCancel={() => setOpen(false)}>
          <TextField
            name="from"
            label="Failed since"
            type="datetime-local"
            hint="In your own time zone; at most 31 days ago."
          />
        </Form>
      </Dialog>
    </>
  );
}
