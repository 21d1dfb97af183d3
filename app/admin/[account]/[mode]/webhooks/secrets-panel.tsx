"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { Button, CopyButton } from "#ui/admin/button";
import { Time } from "#ui/admin/format";
import { Badge, Loaded, Panel } from "#ui/admin/page";
import { useChange, useTRPC } from "#ui/admin/trpc";
import { RotateSecret } from "#ui/admin/webhook-endpoint";

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
  const list = useQuery(useTRPC().webhooks.secrets.queryOptions());
  const rotate = useChange((trpc) => trpc.webhooks.rotateSecret);
  return (
    <Panel
      title="Signing secret of callback URLs"
      actions={<RotateSecret rotate={(overlap_hours) => rotate({ overlap_hours })} />}
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
        <a href="/docs/webhooks" className="link">
          How to verify signatures
        </a>
      </p>
    </Panel>
  );
}
