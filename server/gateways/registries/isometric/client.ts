// Requests to Isometric's API, with time limits, and the objects that it returns.
import { z } from "zod";
import { inCallSpan } from "#core/tracing";
import { FetchRefused, guardedFetch, localFetch } from "#gateways/fetch";
import type { IsometricSettings } from "./settings";

/** For one request; a call makes a few. */
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 5_000_000;
/** The API's own limit. */
const PAGE_SIZE = 50;

/** No usable response: whatever was requested may have happened, or may still happen. */
export class IsometricUnavailable extends Error {
  override readonly name = "IsometricUnavailable";
}

/** A 4xx response. */
export class IsometricRefused extends Error {
  override readonly name = "IsometricRefused";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const Organization = z.object({ id: z.string(), name: z.string() });
const Quantity = z.object({ credit_kgs: z.number().int() });

const CreditBatch = z.object({
  id: z.string(),
  serial_number: z.string(),
  status: z.string(),
  size: Quantity,
  issued_at: z.string(),
  supplier_id: z.string(),
  issuance_id: z.string(),
  left_child_id: z.string().nullish(),
  right_child_id: z.string().nullish(),
  retirement_id: z.string().nullish(),
  owner: Organization,
});
export type CreditBatch = z.infer<typeof CreditBatch>;

const Retirement = z.object({
  id: z.string(),
  retired_at: z.iso.datetime({ offset: true }),
  beneficiary: Organization,
  credit_batch_size_total: Quantity,
  url: z.string(),
  notes: z.string().nullable(),
});
export type IsometricRetirement = z.infer<typeof Retirement>;

const PageInfo = z.object({ has_next_page: z.boolean(), end_cursor: z.string().nullable() });

const Problem = z.object({
  detail: z.union([
    z.string(),
    z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
});

function reasonOf(status: number, body: unknown): string {
  const { data } = Problem.safeParse(body);
  if (!data) return `Isometric responded with status ${status}`;
  if (typeof data.detail === "string") return data.detail;
  return data.detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`).join("; ");
}

function parsedJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
}

type SendRequest = <T>(path: string, schema: z.ZodType<T>, body?: object) => Promise<T>;

function requestsTo(settings: IsometricSettings, timeoutMs: number): SendRequest {
  const { url, accessToken, clientSecret } = settings;
  // A stand-in runs on this machine; Isometric itself is never plain http.
  const send = url.startsWith("http://") ? localFetch : guardedFetch;
  const headers = {
    authorization: `Bearer ${accessToken}`,
    "x-client-secret": clientSecret,
    accept: "application/json",
  };
  return async (path, schema, body) => {
    const post = body && {
      method: "POST" as const,
      body: JSON.stringify(body),
      headers: { ...headers, "content-type": "application/json" },
    };
    const limits = { maxBytes: MAX_BYTES, timeoutMs };
    const response = await inCallSpan("isometric", (traced) => {
      const request = { url: `${url}${path}`, headers, ...post, ...limits };
      return send({ ...request, headers: { ...request.headers, ...traced } });
    }).catch((error: unknown) => {
      if (!(error instanceof FetchRefused)) throw error;
      throw new IsometricUnavailable(`Isometric ${error.message}`, { cause: error });
    });
    const { status, bytes } = response;
    const json = parsedJson(bytes);
    if (status >= 400 && status < 500) throw new IsometricRefused(status, reasonOf(status, json));
    const parsed = schema.safeParse(json);
    if (status === 200 && parsed.success) return parsed.data;
    throw new IsometricUnavailable(`Isometric's response (${status}) was not what it documents`);
  };
}

/** Yields a list's items, page by page. `path` has a query already. */
async function* pages<T>(
  request: SendRequest,
  { path, item }: { path: string; item: z.ZodType<T> },
): AsyncGenerator<T[]> {
  const Page = z.object({ nodes: z.array(item), page_info: PageInfo });
  let after = "";
  while (true) {
    const page = await request(`${path}&first=${PAGE_SIZE}${after}`, Page);
    yield page.nodes;
    const { has_next_page: hasNext, end_cursor: cursor } = page.page_info;
    if (!hasNext || cursor === null) return;
    after = `&after=${encodeURIComponent(cursor)}`;
  }
}

export type IsometricClient = ReturnType<typeof openIsometric>;

/** @throws IsometricUnavailable, IsometricRefused from every call */
export function openIsometric(settings: IsometricSettings, timeoutMs = TIMEOUT_MS) {
  const request = requestsTo(settings, timeoutMs);
  const part = encodeURIComponent;
  return {
    /** Returns the organization of the access token. */
    findOrganization: () => request("/organisation", Organization),
    findBatch: (id: string) => request(`/credit_batches/${part(id)}`, CreditBatch),
    findRetirement: (id: string) => request(`/retirements/${part(id)}`, Retirement),
    /** Oldest first, with batches of others that were retired for the organization. */
    activeBatches(organizationId: string, issuanceId: string) {
      const query = `issuance_id=${part(issuanceId)}&status=active&sort_direction=asc`;
      const path = `/organisations/${part(organizationId)}/credit_batches?${query}`;
      return pages(request, { path, item: CreditBatch });
    },
    /** Newest first. */
    retirements: (ownerId: string) =>
      pages(request, { path: `/retirements?owner_org_id=${part(ownerId)}`, item: Retirement }),
    createRetirement: (body: object) => request("/retirements", Retirement, body),
  };
}
