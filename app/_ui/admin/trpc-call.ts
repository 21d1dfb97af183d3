// Calls of the server's procedures; those of one moment are one request. tRPC's own client would be
// several times as much script, since it streams and speaks WebSocket too.
import type { TRPCClientErrorLike } from "@trpc/client";
import type { AppRouter } from "#trpc/router";

/** A response that a proxy in front of the server sent in its place. */
export class ProxyResponse extends Error {
  override name = "ProxyResponse";
  readonly status: number;

  constructor(status: number) {
    super(`a proxy in front of the server responded with ${status}`);
    this.status = status;
  }
}

/** Fetches from an address that always responds with JSON. @throws ProxyResponse */
export async function fetchJson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.headers.get("content-type")?.includes("json")) return response;
  throw new ProxyResponse(response.status);
}

type ErrorData = TRPCClientErrorLike<AppRouter>["data"];

/** The server refused the call, or failed at it. */
export class CallError extends Error {
  override name = "CallError";
  readonly data: ErrorData | undefined;

  constructor(message: string, data?: ErrorData) {
    super(message);
    this.data = data;
  }
}

type CallType = "query" | "mutation";
/** @throws CallError, ProxyResponse, or TypeError if the server can't be reached */
export type Call = (type: CallType, path: string, input: unknown) => Promise<unknown>;
type Reply = { result: { data?: unknown } } | { error: { message: string; data?: ErrorData } };

interface Waiting {
  path: string;
  input: unknown;
  resolve(data: unknown): void;
  reject(error: unknown): void;
}

interface Options {
  url: string;
  headers?: Record<string, string>;
}

/** Returns a reply per call, or one for all if the request as a whole was refused. */
async function send({ url, headers = {} }: Options, type: CallType, calls: readonly Waiting[]) {
  const paths = calls.map(({ path }) => path).join(",");
  const inputs = JSON.stringify(Object.fromEntries(calls.map(({ input }, at) => [at, input])));
  const response =
    type === "query"
      ? await fetchJson(`${url}/${paths}?batch=1&input=${encodeURIComponent(inputs)}`, { headers })
      : await fetchJson(`${url}/${paths}?batch=1`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: inputs,
        });
  return (await response.json()) as Reply | Reply[];
}

function settle({ resolve, reject }: Waiting, reply: Reply | undefined): void {
  if (!reply) reject(new CallError("The response has no reply to the call."));
  else if ("error" in reply) reject(new CallError(reply.error.message, reply.error.data));
  else resolve(reply.result.data);
}

export function openCalls(options: Options): Call {
  const waiting: Record<CallType, Waiting[]> = { query: [], mutation: [] };
  async function flush(type: CallType): Promise<void> {
    const calls = waiting[type].splice(0);
    try {
      const replies = await send(options, type, calls);
      for (const [at, call] of calls.entries()) {
        settle(call, Array.isArray(replies) ? replies[at] : replies);
      }
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }
  return (type, path, input) =>
    new Promise((resolve, reject) => {
      const count = waiting[type].push({ path, input, resolve, reject });
      if (count === 1) setTimeout(() => flush(type));
    });
}

/** Repeats a call that was refused for lack of a recent proof, once the person has given it. */
export function withProof(call: Call, requestProof: () => Promise<boolean>): Call {
  return async (...request) => {
    try {
      return await call(...request);
    } catch (error) {
      const isRefused =
        error instanceof CallError && error.data?.problem?.code === "proof-required";
      if (!isRefused || !(await requestProof())) throw error;
      return call(...request);
    }
  };
}
