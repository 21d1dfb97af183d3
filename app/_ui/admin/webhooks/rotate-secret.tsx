"use client";
// Rotates a signing secret, after asking how long the current one stays valid.
import { useState } from "react";
import { z } from "zod";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Form, SelectField, useSentForm } from "#ui/admin/form";
import { useToast } from "#ui/admin/toasts";

const overlaps = [
  { value: "24", text: "24 hours longer" },
  { value: "168", text: "7 days longer" },
  { value: "1", text: "1 hour longer" },
  { value: "0", text: "Not at all: it has leaked" },
];

const Overlap = z.strictObject({ hours: z.enum(["0", "1", "24", "168"]) });

export function RotateSecret({ rotate }: { rotate(overlapHours: number): Promise<unknown> }) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const sent = useSentForm({
    schema: Overlap,
    initial: { hours: "24" },
    async send({ hours }) {
      await rotate(Number(hours));
      setOpen(false);
      toast("Secret rotated");
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rotate secret</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Rotate the secret?"
        description="While both secrets are valid, each request is signed with both, so that receivers can change over. A secret from an earlier rotation ends at once."
      >
        <Form sent={sent} act="Rotate secret" onCancel={() => setOpen(false)}>
          <SelectField name="hours" label="The current secret stays valid" options={overlaps} />
        </Form>
      </Dialog>
    </>
  );
}
