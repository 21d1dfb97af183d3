"use client";
// What signs the callbacks: hidden until somebody wants to see it, and replaced by another.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Dialog } from "#ui/admin/dialog";
import { Form, SelectField, useSentForm } from "#ui/admin/form";
import { Badge, Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Shown = RouterOutput["webhooks"]["secrets"][number];

const overlaps = [
  { value: "24", text: "24 hours longer" },
  { value: "168", text: "7 days longer" },
  { value: "1", text: "1 hour longer" },
  { value: "0", text: "Not at all: it is known to others" },
];

const Overlap = z.strictObject({ hours: z.enum(["0", "1", "24", "168"]) });

function Rotate() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const rotate = useMutation(trpc.webhooks.rotateSecret.mutationOptions());
  const sent = useSentForm({
    schema: Overlap,
    initial: { hours: "24" },
    async send({ hours }) {
      const secrets = await rotate.mutateAsync({ overlap_hours: Number(hours) });
      queries.setQueryData(trpc.webhooks.secrets.queryKey(), secrets);
      setOpen(false);
      toast("New secret made");
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>New secret</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Make a new secret?"
        description="While both are valid, each callback carries a signature of either, so that receivers can change over. A secret from an earlier change ends at once."
      >
        <Form sent={sent} act="Make the secret" onCancel={() => setOpen(false)}>
          <SelectField name="hours" label="The present secret stays valid" options={overlaps} />
        </Form>
      </Dialog>
    </>
  );
}

function Secret({ shown }: { shown: Shown }) {
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(shown.secret).then(() => setCopied(true));
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">
        <code className={isOpen ? "select-all" : ""}>
          {isOpen ? shown.secret : `whsec_${"•".repeat(12)}`}
        </code>
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm text-quiet">
          {shown.expires_on ? (
            <Badge look="waits">
              Until <Time at={shown.expires_on} />
            </Badge>
          ) : (
            <Badge look="good">Current</Badge>
          )}
          <span>
            Made <Time at={shown.created_on} />
          </span>
        </p>
      </div>
      <Button look="plain" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
        {isOpen ? "Hide" : "Reveal"}
      </Button>
      <Button look="plain" onClick={copy}>
        {isCopied ? "Copied" : "Copy"}
      </Button>
    </li>
  );
}

function List() {
  const secrets = useQuery(useTRPC().webhooks.secrets.queryOptions());
  if (secrets.error) return <ProblemNote error={secrets.error} onRetry={() => secrets.refetch()} />;
  if (!secrets.data) return <Loading lines={1} />;
  return (
    <ul className="divide-y divide-line">
      {secrets.data.map((shown) => (
        <Secret key={shown.id} shown={shown} />
      ))}
    </ul>
  );
}

export function Secrets() {
  return (
    <Panel title="Signing secret" acts={<Rotate />}>
      <List />
      <p className="mt-4 text-sm text-pretty text-quiet">
        Your receiver checks by it that a callback is from here, with any library for Standard
        Webhooks.{" "}
        <a href="/docs#webhooks" className="link">
          The guide shows how
        </a>
        .
      </p>
    </Panel>
  );
}
