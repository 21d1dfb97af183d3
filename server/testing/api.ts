// A client of the API for tests: requests go to the handlers themselves, without a socket, and every
// answer is held against the OpenAPI document before a test sees it.
import { serve } from "#rest/serve";
import { type Contract, contractOf, requireContract } from "#testing/contract/contract";
import { readDocument } from "#testing/contract/document";

interface Options {
  key?: string | null;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
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

/** The contract that the API publishes, read once a process. */
export function publishedContract(): Promise<Contract> {
  reading ??= readContract();
  return reading;
}

type Handler = (request: Request) => Promise<Response>;

/** What was asked of the API, or of what stands in its place, and what it answered. */
export async function exchange(request: Request, handle: Handler = serve) {
  const { method, url } = request;
  const response = await handle(request);
  const { status, headers } = response;
  const body = new Uint8Array(await response.arrayBuffer());
  return { method, pathname: new URL(url).pathname, status, headers, body };
}

/** Answers as the API does. @throws ContractBroken */
export async function checkedServe(request: Request, handle?: Handler): Promise<Response> {
  const exchanged = await exchange(request, handle);
  requireContract(await publishedContract(), exchanged);
  const { status, headers, body } = exchanged;
  return new Response(body.length > 0 ? body : null, { status, headers });
}

/** Sends a request as an integrator would. */
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
