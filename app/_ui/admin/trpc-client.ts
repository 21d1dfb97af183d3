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

type Request = () => Promise<boolean>;

/**
 * Repeats a call that was refused for what the person can give: a recent proof, or a login once the
 * session has ended. The screen stays as it is, with everything typed.
 */
function retryLink(requests: Partial<Record<string, Request>>): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let call = next(op).subscribe({
          ...observer,
          async error(error) {
            const request = requests[error.data?.problem?.code ?? ""];
            if (!request || !(await request())) return observer.error(error);
            call = next(op).subscribe(observer);
          },
        });
        return () => call.unsubscribe();
      });
}

interface Options {
  url: string;
  headers?: Record<string, string>;
  requestProof?: Request;
  requestLogin?: Request;
}

export function createClient(options: Options): TRPCClient<AppRouter> {
  const { url, headers = {}, requestProof, requestLogin } = options;
  const batch = httpBatchLink({
    url,
    headers,
    fetch: (address, init) => fetchJson(address, { ...init, signal: init?.signal ?? null }),
  });
  const retries = {
    ...(requestProof && { "proof-required": requestProof }),
    ...(requestLogin && { unauthorized: requestLogin }),
  };
  return createTRPCClient<AppRouter>({ links: [retryLink(retries), batch] });
}
