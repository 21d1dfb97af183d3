"use client";
import { useWatch } from "react-hook-form";
import { claimsIn } from "#core/claim-rules";

/** Advice on the climate claims in a field of the form around it, as it is typed. */
export function ClaimNotes({ name }: { name: string }) {
  const text: unknown = useWatch({ name });
  const claims = typeof text === "string" ? claimsIn(text) : [];
  return (
    <div role="status" className="-mt-3 space-y-2 text-sm text-pretty text-warning empty:hidden">
      {claims.map(({ phrase, reason, suggestion }) => (
        <p key={phrase}>
          <strong>“{phrase}”:</strong> {reason} {suggestion}
        </p>
      ))}
    </div>
  );
}
