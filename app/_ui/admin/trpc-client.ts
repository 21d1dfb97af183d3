import { createTRPCClient, httpBatchLink, type TRPCClient, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
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

/** Repeats a call that was refused for lack of a recent proof, once the person has given it. */
function proofLink(requestProof: () => Promise<boolean>): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let call = next(op).subscribe({
          ...observer,
          async error(error) {
            const needsProof = error.data?.problem?.code === "proof-required";
            if (!needsProof || !(await requestProof())) return observer.error(error);
            call = next(op).subscribe(observer);
          },
        });
        return () => call.unsubscribe();
      });
}

interface Options {
  url: string;
  headers?: Record<string, string>;
  requestProof?: () => Promise<boolean>;
}

export function createClient(options: Options): TRPCClient<AppRouter> {
  const { url, headers = {}, requestProof = async () => false } = options;
  const batch = httpBatchLink({
    url,
    headers,
    fetch: (address, init) => fetchJson(address, { ...init, signal: init?.signal ?? null }),
  });
  return createTRPCClient<AppRouter>({ links: [proofLink(requestProof), batch] });
}
