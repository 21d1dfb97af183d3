"use client";
import { isTRPCClientError } from "@trpc/client";
import type { AppRouter } from "#trpc/router";
import { ProxyResponse } from "./trpc-client";

export interface ProblemView {
  code: string | null;
  title: string;
  detail: string | null;
  errors: Record<string, string[]>;
  current?: Record<string, unknown>;
  requestId: string | null;
}

const unreachable: ProblemView = {
  code: null,
  title: "Can’t reach the server",
  detail: "Check your connection, then try again.",
  errors: {},
  requestId: null,
};

function proxyProblem({ status }: ProxyResponse): ProblemView {
  if (status !== 413) {
    return { ...unreachable, detail: `A proxy returned status ${status}. Try again in a moment.` };
  }
  return {
    ...unreachable,
    title: "The file is too large for the proxy in front of this server",
    detail:
      "Choose a smaller file, or ask the operator to raise the proxy’s limit (in nginx: " +
      "client_max_body_size).",
  };
}

export function problemOf(error: unknown): ProblemView {
  if (error instanceof ProxyResponse) return proxyProblem(error);
  if (!isTRPCClientError<AppRouter>(error)) return unreachable;
  if (error.cause instanceof ProxyResponse) return proxyProblem(error.cause);
  return error.data?.problem ?? unreachable;
}

/** Names of the address's parts that made the server refuse a query's input. */
export function unknownParts(error: unknown, address: Pick<URLSearchParams, "get">): string[] {
  const { code, errors } = problemOf(error);
  return code === null ? Object.keys(errors).filter((name) => address.get(name)) : [];
}

export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { title, detail, errors, requestId } = problemOf(error);
  const fields = Object.entries(errors).map(
    ([field, messages]) => `${field} ${messages.join(", ")}.`,
  );
  return (
    <div role="alert" className="rounded-xl border border-danger/40 bg-paper px-5 py-4">
      <p className="font-medium text-danger">{title}</p>
      {[detail, ...fields].filter(Boolean).map((text) => (
        <p key={text} className="mt-1 text-[0.9375rem] text-quiet">
          {text}
        </p>
      ))}
      {requestId && (
        <p className="mt-1 text-sm text-quiet">
          Request ID: <code>{requestId}</code>. Include it when you report this.
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
