// An endpoint is a value: the handler, the validation and the OpenAPI document are made from it.
import { z } from "zod";
import type { AccountContext, Context, StoredResponse } from "#core/context";
import type { ProblemCode } from "#core/errors";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a request brings that is no JSON: its bytes, and the type that its header names. */
export interface Upload {
  contentType: string;
  bytes: Buffer;
}

/** What a request holds once it is parsed. */
export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  /** From the X-Subaccount-Id header, where the endpoint takes it; blank counts as absent. */
  subaccountId: string | null;
}

interface Description {
  method: Method;
  /** Below /v1, with path parameters in braces: "/orders/{id}". */
  path: string;
  operationId: string;
  tag: string;
  summary: string;
  description?: string;
  /** Whether the X-Subaccount-Id header means something here. */
  subaccount?: boolean;
  /** Set where a GET tells what only holders of a write key may know. */
  scope?: "write";
  /** Set where no key is needed, so that requests are counted by the caller's address. */
  countsCaller?: true;
  /** The status of success; 200 where it is left out. */
  status?: 200 | 201 | 204;
  /** Problems besides those that any endpoint of its kind can answer. */
  problems?: ProblemCode[];
  /** Set where callers should go elsewhere: since when (a date), and to which path below /v1. */
  deprecated?: { since: string; successor: string };
  /** Below /v1, the address of what was made. */
  location?: (resource: Record<string, unknown>) => string;
  /** What its examples show in place of the fields' own; undefined leaves a field out. */
  example?: { body?: object; resource?: object };
  /** The whole answer, where it is the same for everybody until the process ends. */
  prepared?: () => StoredResponse;
}

interface Spec<Ctx, Params, Query, Body, Result, Resource, Prepared = unknown> extends Description {
  params?: z.ZodType<Params>;
  query?: z.ZodType<Query>;
  body?: z.ZodType<Body>;
  resource: z.ZodType<Resource>;
  /**
   * What must come before the effect, outside its transaction: a download, a picture's decoding.
   * A repeated idempotency key is answered without it.
   */
  prepare?(ctx: Ctx, input: Input<Params, Query, Body>): Promise<Prepared>;
  run(ctx: Ctx, input: Input<Params, Query, Body>, prepared: Prepared): Promise<Result>;
  /** The public form of what `run` returns. Pure, so that it can be kept with the effect. */
  present(result: Result): Resource;
}

/** What an upload may be. */
export interface UploadLimits {
  contentTypes: readonly string[];
  maxBytes: number;
}

export type AnyInput = Input<unknown, unknown, unknown>;

/** An endpoint with its types forgotten, as routes and documents handle it. */
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
  present(result: unknown): unknown;
}

function erase(access: Endpoint["access"], spec: object): Endpoint {
  const none = undefined;
  const parts = { params: none, query: none, body: none, upload: none };
  return { ...parts, prepare: none, draft: none, ...spec, access } as Endpoint;
}

/**
 * An endpoint for holders of a key: of any key where it reads, of a write key where it changes, or
 * says so.
 */
export function endpoint<Params, Query, Body, Result, Resource, Prepared>(
  spec: Spec<AccountContext, Params, Query, Body, Result, Resource, Prepared>,
): Endpoint {
  return erase(spec.scope ?? (spec.method === "GET" ? "read" : "write"), spec);
}

/**
 * An endpoint whose answer is known before its effect: `draft` decides all of it, and `run` writes
 * the draft and the context's claim in one statement, so that no transaction is opened for it.
 */
export function draftedEndpoint<Params, Query, Body, Draft, Resource>(
  spec: Omit<Spec<AccountContext, Params, Query, Body, Draft, Resource, Draft>, "prepare"> & {
    draft(ctx: AccountContext, input: Input<Params, Query, Body>): Promise<Draft>;
  },
): Endpoint {
  return erase("write", spec);
}

/** An endpoint whose body is not JSON but a file. */
export function uploadEndpoint<Params, Query, Result, Resource, Prepared>(
  spec: Spec<AccountContext, Params, Query, Upload, Result, Resource, Prepared> & {
    upload: UploadLimits;
  },
): Endpoint {
  return erase("write", spec);
}

/** A POST that changes nothing, such as a quote: a read key suffices and no key is claimed. */
export function readingEndpoint<Params, Query, Body, Result, Resource>(
  spec: Spec<AccountContext, Params, Query, Body, Result, Resource>,
): Endpoint {
  return erase("read", spec);
}

/** An endpoint that needs no key. */
export function publicEndpoint<Params, Query, Body, Result, Resource>(
  spec: Spec<Context, Params, Query, Body, Result, Resource>,
): Endpoint {
  return erase("public", spec);
}

/** The one path parameter `id`; what it must look like is nobody's business but the look-up's. */
export function idParams(description: string, example: string) {
  return z.object({ id: z.string().meta({ description, examples: [example] }) });
}

/** `{data, has_more}` of a resource. */
export function listOf<Resource extends z.ZodType>(resource: Resource) {
  return z.strictObject({
    data: z.array(resource).meta({ description: "This page of them." }),
    has_more: z
      .boolean()
      .meta({ description: "Whether there are more beyond this page.", examples: [false] }),
  });
}

/** A list that is always whole. */
export function wholeList<Resource>(data: Resource[]) {
  return { data, has_more: false };
}
