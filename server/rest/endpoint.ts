// An endpoint is a value. Its handler, validation and OpenAPI operation are derived from it.
import { z } from "zod";
import type { AccountContext, Context, StoredResponse } from "#core/context";
import type { CsvPage } from "#core/csv";
import type { ProblemCode } from "#core/errors";

/** The path of the API. */
export const BASE = "/v1";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request body that is a file. */
export interface Upload {
  contentType: string;
  bytes: Buffer;
}

export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** From the X-Subaccount-Id header if the endpoint accepts it; null if blank or missing. */
  subaccountId: string | null;
}

interface Description {
  method: Method;
  /** Below /v1, with path parameters in braces: "/orders/{id}". */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /** True if the endpoint accepts the X-Subaccount-Id header. */
  subaccount?: boolean;
  /** Set if a GET returns secrets, which need a write key. */
  scope?: "write";
  /** Set for writes about orders and payments, which have database connections of their own. */
  sale?: "order" | "payment";
  /** Set if no key is needed, so that requests are counted by IP address. */
  countsCaller?: true;
  /** Default: 200. */
  status?: 200 | 201 | 204;
  /** Problems in addition to those that every endpoint of its kind can return. */
  problems?: ProblemCode[];
  /** Limit of the fields and items of lists in the body. Default: 200. */
  maxFields?: number;
  /** Fields of the body or the query of which a request must have exactly one. */
  exactlyOneOf?: readonly string[];
  /** Set if a POST must not be repeatable: its response is of this moment. */
  isUnkeyed?: true;
  /** Field of the response that is a secret: null if the request is repeated. */
  secretField?: "secret";
  /** Set if callers should switch: since which date, and to which path below /v1. */
  deprecated?: { since: string; successor: string };
  /** Path of the created object, below /v1. */
  location?: (resource: Record<string, unknown>) => string;
  /** Values that differ from the fields' own examples; undefined leaves a field out. */
  example?: { body?: object; resource?: object };
  /** The whole response, if it is the same for everyone until the process ends. */
  prepared?: () => StoredResponse;
}

interface Spec<Ctx, Params, Query, Body, Result, Resource, Prepared = unknown> extends Description {
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  resource: z.ZodType<Resource>;
  /**
   * Slow work before the effect, outside its transaction: a download, image decoding. Skipped if
   * the idempotency key repeats an earlier request.
   */
  prepare?(ctx: Ctx, input: Input<Params, Query, Body>): Promise<Prepared>;
  run(ctx: Ctx, input: Input<Params, Query, Body>, prepared: Prepared): Promise<Result>;
  /** Reads a page of the whole list, which is streamed as CSV for `Accept: text/csv`. */
  csv?(ctx: Ctx, input: Input<Params, Query, Body>, after: string | null): Promise<CsvPage>;
  /** The result as a PDF, for `Accept: application/pdf`. */
  pdf?(ctx: Ctx, result: Result): Promise<Uint8Array>;
  /**
   * Converts the result to its public form. Pure, because the response is stored with the effect.
   */
  present(result: Result): Resource;
}

export interface UploadLimits {
  contentTypes: readonly string[];
  maxBytes: number;
}

export type AnyInput = Input<unknown, unknown, unknown>;

/** An endpoint without its type parameters, for routes and documents. */
export interface Endpoint extends Description {
  access: "public" | "read" | "write";
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  upload: UploadLimits | undefined;
  resource: z.ZodType;
  prepare: ((ctx: Context, input: AnyInput) => Promise<unknown>) | undefined;
  draft: ((ctx: Context, input: AnyInput) => Promise<unknown>) | undefined;
  run(ctx: Context, input: AnyInput, prepared: unknown): Promise<unknown>;
  csv: ((ctx: Context, input: AnyInput, after: string | null) => Promise<CsvPage>) | undefined;
  pdf: ((ctx: Context, result: unknown) => Promise<Uint8Array>) | undefined;
  present(result: unknown): unknown;
}

function toEndpoint(access: Endpoint["access"], spec: object): Endpoint {
  const none = undefined;
  const parts = { params: none, query: none, body: none, upload: none };
  return {
    ...parts,
    prepare: none,
    draft: none,
    csv: none,
    pdf: none,
    ...spec,
    access,
  } as Endpoint;
}

/** An endpoint that needs a key: any key for GET, a write key for changes or if `scope` says so. */
export function endpoint<Params, Query, Body, Result, Resource, Prepared>(
  spec: Spec<AccountContext, Params, Query, Body, Result, Resource, Prepared>,
): Endpoint {
  return toEndpoint(spec.scope ?? (spec.method === "GET" ? "read" : "write"), spec);
}

/**
 * An endpoint whose response is known before its effect: `draft` decides everything, and `run`
 * writes the draft and the idempotency key in one statement without opening a transaction.
 */
export function draftedEndpoint<Params, Query, Body, Draft, Resource>(
  spec: Omit<Spec<AccountContext, Params, Query, Body, Draft, Resource, Draft>, "prepare"> & {
    draft(ctx: AccountContext, input: Input<Params, Query, Body>): Promise<Draft>;
  },
): Endpoint {
  return toEndpoint("write", spec);
}

/** An endpoint that takes a file as its body. */
export function uploadEndpoint<Params, Query, Result, Resource, Prepared>(
  spec: Spec<AccountContext, Params, Query, Upload, Result, Resource, Prepared> & {
    upload: UploadLimits;
  },
): Endpoint {
  return toEndpoint("write", spec);
}

/**
 * A POST that changes nothing, such as a quote: it needs only a read key, and takes no idempotency
 * key.
 */
export function readingEndpoint<Params, Query, Body, Result, Resource>(
  spec: Spec<AccountContext, Params, Query, Body, Result, Resource>,
): Endpoint {
  return toEndpoint("read", spec);
}

/** An endpoint that needs no key. */
export function publicEndpoint<Params, Query, Body, Result, Resource>(
  spec: Spec<Context, Params, Query, Body, Result, Resource>,
): Endpoint {
  return toEndpoint("public", spec);
}

/** Malformed ids are not rejected: they are just not found. */
export function idParams(description: string, example: string) {
  return z.object({ id: z.string().meta({ description, examples: [example] }) });
}

export function listOf<Resource extends z.ZodType>(resource: Resource) {
  return z.strictObject({
    data: z.array(resource).meta({ description: "The items of this page." }),
    has_more: z
      .boolean()
      .meta({ description: "Whether there are more items after this page.", examples: [false] }),
  });
}

/** A list without pages. */
export function wholeList<Resource>(data: Resource[]) {
  return { data, has_more: false };
}
