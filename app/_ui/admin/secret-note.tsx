"use client";
// A secret that is shown this once.
import { useState } from "react";
import { Button } from "./button";

interface Props {
  what: string;
  secret: string;
  onClose(): void;
}

export function SecretNote({ what, secret, onClose }: Props) {
  const [isCopied, setCopied] = useState(false);
  return (
    <div role="status" className="mb-6 rounded-2xl border border-accent/40 bg-paper p-5">
      <p className="font-medium">Keep this {what} now: it is not shown again.</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="min-w-0 rounded-lg bg-soft px-3 py-2 select-all">{secret}</code>
        <Button onClick={() => navigator.clipboard.writeText(secret).then(() => setCopied(true))}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
        <Button look="plain" onClick={onClose}>
          I have kept it
        </Button>
      </p>
    </div>
  );
}
