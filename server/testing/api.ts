// API client for tests: calls the handlers without a socket and checks every response against the
// OpenAPI document.
import { serve } from "#rest/serve";
import { type Contract, contractOf, requireContract } from "#testing/contract/contract";
import { readDocument } from "#testing/contract/document";

interface Options {
  key?: string | null;
  body?: unknown;
  /** Sent unchanged, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
  json: any;
}

let reading: Promise<Contract> | undefined;

async function readContract(): Promise<Contract> {
  const response = await serve(new Request("http://localhost/v1/openapi.json"));
  return contractOf(readDocument((await response.json()) as object));
}

/** Reads the published contract, once per process. */
export function publishedContract(): Promise<Contract> {
  reading ??= readContract();
  return reading;
}

type Handler = (request: Request) => Promise<Response>;

/** Sends the request to the API, or to `handle`, and returns both sides. */
export async function exchange(request: Request, handle: Handler = serve) {
  const { method, url } = request;
  const response = await handle(request);
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { method, pathname: new URL(url).pathname, status, headers, body };
}

/** Serves like the API. @throws ContractBroken */
export async function checkedServe(request: Request, handle?: Handler): Promise<Response> {
  const exchanged = await exchange(request, handle);
  requireContract(await publishedContract(), exchanged);
  const { status, headers, body } = exchanged;
  return new Response(body.length > 0 ? body : null, { status, headers });
}

export async function call(
  method: string,
  path: string,
  options: Options = {},
): Promise<ApiResponse> {
  const headers = new Headers(options.headers);
  if (options.key) headers.set("authorization", `Bearer ${options.key}`);
  const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  if (body !== null && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const request = new Request(`http://localhost/v1${path}`, { method, headers, body });
  const response = await checkedServe(request);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : null,
  };
}
