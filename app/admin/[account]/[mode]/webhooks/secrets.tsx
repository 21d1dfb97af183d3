"use client";
// What signs the callbacks: hidden until somebody wants to see it, and replaced by another.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Badge, Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { Time } from "#ui/admin/time";
import { useTRPC } from "#ui/admin/trpc";
import { RotateSecret } from "#ui/admin/webhooks/rotate-secret";

type Shown = RouterOutput["webhooks"]["secrets"][number];

function RotateAccountSecret() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const rotate = useMutation(trpc.webhooks.rotateSecret.mutationOptions());
  return (
    <RotateSecret
      rotate={async (hours) => {
        const secrets = await rotate.mutateAsync({ overlap_hours: hours });
        queries.setQueryData(trpc.webhooks.secrets.queryKey(), secrets);
      }}
    />
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
    <Panel title="Signing secret of callback URLs" acts={<RotateAccountSecret />}>
      <List />
      <p className="mt-4 text-sm text-pretty text-quiet">
        Signs what is sent to the callback URLs of orders, by Standard Webhooks. Webhook endpoints
        have secrets of their own.{" "}
        <a href="/docs#webhooks" className="link">
          The guide shows how
        </a>
        .
      </p>
    </Panel>
  );
}
