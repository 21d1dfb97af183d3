"use client";
// What went wrong, in the server's own words.
import { TRPCClientError } from "@trpc/client";
import type { AppRouter } from "#trpc/router";
import { explainProxyAnswer, ProxyAnswer } from "./proxy-answer";

export interface ProblemView {
  code: string | null;
  title: string;
  detail: string | null;
  errors: Record<string, string[]>;
  requestId: string | null;
}

/** What a failed request says to people; a lost connection says that. */
export function problemOf(error: unknown): ProblemView {
  if (error instanceof TRPCClientError) {
    const data = (error as TRPCClientError<AppRouter>).data;
    if (data?.problem) return data.problem;
    if (error.cause instanceof ProxyAnswer) {
      return { code: null, ...explainProxyAnswer(error.cause), errors: {}, requestId: null };
    }
  }
  return {
    code: null,
    title: "The server cannot be reached",
    detail: "Try again in a moment.",
    errors: {},
    requestId: null,
  };
}

export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail, errors, requestId } = problemOf(error);
  const more = Object.entries(errors).map(([field, told]) => `${field} ${told.join(", ")}`);
  return (
    <div role="alert" className="rounded-xl border border-danger/40 bg-paper px-5 py-4">
      <p className="font-medium text-danger">{title}</p>
      {[detail, ...more].filter(Boolean).map((text) => (
        <p key={text} className="mt-1 text-[0.9375rem] text-quiet">
          {text}
        </p>
      ))}
      {requestId && (
        <p className="mt-1 text-sm text-quiet">
          To report this, name the request <code>{requestId}</code>.
        </p>
      )}
      {onRetry && (
        <button type="button" className="link mt-2 text-[0.9375rem]" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
