// A client of the API for tests: requests go to the handlers themselves, without a socket.
import { serve } from "#rest/serve";

interface Options {
  key?: string | null;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  raw?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
  json: any;
}

/** Sends a request as an integrator would. */
export async function call(method: string, path: string, options: Options = {}): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.key) headers.set("authorization", `Bearer ${options.key}`);
  const body = options.raw ?? (options.body === undefined ? null : JSON.stringify(options.body));
  if (body !== null && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const request = new Request(`http://localhost/v1${path}`, { method, headers, body });
  const response = await serve(request);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text ? JSON.parse(text) : null,
  };
}
