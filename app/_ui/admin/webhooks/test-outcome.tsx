"use client";
// What a receiver answered a test event.
import type { RouterOutput } from "#trpc/router";
import { Answer } from "#ui/admin/delivery";
import { Badge } from "#ui/admin/page";

type Result = RouterOutput["webhooks"]["sendTest"];

export function TestOutcome({ result }: { result: Result }) {
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
