import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { appUrl } from "#core/env";
import { Problem, type ProblemCode, problems } from "#core/errors";
import { problemResponse } from "#core/problem";
import { problemDescriptions } from "#core/problem-descriptions";
import { eventTypes, signCallback } from "#domain/events";
import { call } from "#testing/api";
import { openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";

const described = [...endpoints, openapiEndpoint];

// biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came.
type Json = any;
let document: Json;
let text: string;

beforeAll(async () => {
  ({ json: document, text } = await call("GET", "/openapi.json"));
});

/** Resolves a reference. */
function follow(node: Json): Json {
  if (typeof node?.$ref !== "string") return node;
  const parts = node.$ref.split("/").slice(1);
  return follow(parts.reduce((findings: Json, part: string) => findings?.[part], document));
}

function operation({ method, path: pattern }: { method: string; path: string }): Json {
  return document.paths[pattern][method.toLowerCase()];
}

function response(endpoint: { method: string; path: string }, status: number): Json {
  return follow(operation(endpoint).responses[status]);
}

function requiredHeaders({ headers = {} }: Json): string[] {
  return Object.keys(headers).filter((name) => follow(headers[name]).required);
}

/** Each schema with fields, and its place. */
function* objects(node: Json, place: string): Generator<[place: string, schema: Json]> {
  if (typeof node !== "object" || node === null) return;
  if (node.type === "object" && node.properties) yield [place, node];
  for (const [name, child] of Object.entries(node)) {
    if (name !== "examples" && name !== "example") yield* objects(child, `${place}/${name}`);
  }
}

/** Replaces references with their targets. */
function inlined(node: Json): Json {
  if (Array.isArray(node)) return node.map(inlined);
  if (typeof node !== "object" || node === null) return node;
  const target = follow(node);
  return Object.fromEntries(Object.entries(target).map(([name, one]) => [name, inlined(one)]));
}

describe("GET /openapi.json", () => {
  it("needs no key and describes exactly the existing endpoints", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    const documented = Object.entries<object>(document.paths).flatMap(([pattern, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${pattern}`),
    );
    const real = described.map((endpoint) => `${endpoint.method} ${endpoint.path}`);
    expect(documented.sort()).toEqual(real.sort());
  });

  it("has no dangling reference, and names every operation once", () => {
    for (const [, $ref] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      expect(follow({ $ref }), $ref).toBeTruthy();
    }
    const names = described.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it("describes each group of operations", () => {
    const documented = document.tags.map((tag: Json) => tag.name);
    expect(new Set(documented)).toEqual(new Set(described.map(({ tag }) => tag)));
    for (const tag of document.tags) expect(tag.description, tag.name).toMatch(/\.$/);
  });

  it("describes every operation and parameter", () => {
    for (const endpoint of described) {
      const { description, parameters = [] } = operation(endpoint);
      expect(description, endpoint.operationId).toMatch(/[.`>)]$/);
      for (const parameter of parameters.map(follow)) {
        const place = `${endpoint.operationId} ${parameter.name}`;
        expect(parameter.description, place).toBeTruthy();
      }
    }
  });

  it("describes every field", () => {
    for (const [place, schema] of objects(document.components.schemas, "schemas")) {
      for (const [name, field] of Object.entries<Json>(schema.properties)) {
        expect(field.description ?? follow(field).description, `${place}.${name}`).toBeTruthy();
      }
    }
  });

  it("closes request schemas, and leaves response and callback schemas open", () => {
    const openOf = (node: Json, place: string): [string, boolean][] =>
      [...objects(inlined(node), place)].map(([at, schema]) => [
        at,
        schema.additionalProperties !== false,
      ]);
    for (const [pattern, item] of Object.entries<Json>(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries<Json>(item)) {
        const place = `${method} ${pattern}`;
        const [sent, returned] = [openOf(requestBody, place), openOf(responses, place)];
        expect(sent.filter(([, isOpen]) => isOpen)).toEqual([]);
        expect(returned.filter(([, isOpen]) => !isOpen)).toEqual([]);
      }
    }
    const called = openOf(document.webhooks, "webhooks");
    expect(called.filter(([, isOpen]) => !isOpen)).toEqual([]);
    expect(called.length).toBeGreaterThan(5);
  });

  it("publishes only the API's own bounds, and names problems by code, not by address", () => {
    const { components } = document;
    expect(JSON.stringify(components.schemas.Order)).not.toContain("9007199254740991");
    expect(components.schemas.Problem.properties.type).not.toHaveProperty("enum");
    expect(components.schemas.Problem.properties.code.examples).toContain("not-found");
    expect(components.schemas.Problem.required).toContain("code");
  });
});

describe("an operation", () => {
  it.each(described)("has examples that $method $path itself accepts", (endpoint) => {
    const { body, upload, resource, status = 200 } = endpoint;
    const content = operation(endpoint).requestBody?.content ?? {};
    const types = [...(upload?.contentTypes ?? []), ...(body ? ["application/json"] : [])];
    expect(Object.keys(content)).toEqual(types);
    if (body) body.parse(content["application/json"].example);
    const success = response(endpoint, status).content?.["application/json"];
    if (status === 204) expect(success).toBeUndefined();
    else resource.parse(success.example);
  });

  it.each(described)("has an example of each problem of $method $path", async (endpoint) => {
    const { responses } = operation(endpoint);
    const failures = Object.keys(responses).filter((status) => Number(status) >= 400);
    expect(failures).toEqual(expect.arrayContaining(["500", "503"]));
    for (const status of failures) {
      const { examples } = response(endpoint, Number(status)).content["application/problem+json"];
      for (const code of Object.keys(examples) as ProblemCode[]) {
        expect(problems[code].status).toBe(Number(status));
        const { value } = follow(examples[code]);
        const problem = new Problem(code, problemDescriptions[code].example);
        const real = problemResponse(problem, value.instance ?? "");
        expect(await real.json()).toEqual(value);
        expect([...real.headers.keys()]).toEqual(
          expect.arrayContaining(status === "401" ? ["www-authenticate"] : []),
        );
      }
    }
  });

  it("lists its headers for every response", () => {
    for (const endpoint of described) {
      const statuses = Object.keys(operation(endpoint).responses).map(Number);
      for (const status of statuses) {
        const required = requiredHeaders(response(endpoint, status));
        expect(required).toEqual(expect.arrayContaining(["X-Request-Id", "Cache-Control"]));
        expect(required.includes("WWW-Authenticate")).toBe(status === 401);
        expect(required.includes("Retry-After")).toBe(status === 429 || status === 503);
        expect(required.includes("Location")).toBe(status === 201);
        const isDeprecated = endpoint.deprecated !== undefined && status < 300;
        expect(required.includes("Deprecation")).toBe(isDeprecated);
        expect(required.includes("Sunset")).toBe(isDeprecated);
        expect(required.includes("Link")).toBe(isDeprecated);
      }
    }
  });

  it("accepts an idempotency key if it is a POST that changes something, and only then", () => {
    for (const endpoint of described) {
      const { parameters = [] } = operation(endpoint);
      const names = parameters.map((parameter: Json) => follow(parameter).name);
      const { method, access, isUnkeyed = false } = endpoint;
      const changes = method === "POST" && access === "write" && !isUnkeyed;
      expect(names.includes("Idempotency-Key")).toBe(changes);
      expect(names.includes("X-Subaccount-Id")).toBe(endpoint.subaccount === true);
      const success = response(endpoint, endpoint.status ?? 200);
      expect("X-Idempotent-Replay" in (success.headers ?? {})).toBe(changes);
    }
  });

  it("states whether it is deprecated, and which scope it needs", () => {
    for (const endpoint of described) {
      const { deprecated = false, security } = operation(endpoint);
      expect(deprecated).toBe(endpoint.deprecated !== undefined);
      const { access } = endpoint;
      expect(security).toEqual(access === "public" ? [] : [{ key: [access] }]);
    }
  });
});

it("the webhooks are the events that are sent, with the headers that sign them", () => {
  expect(Object.keys(document.webhooks)).toEqual([...eventTypes]);
  const sent = signCallback({ id: "evt_1", attemptedAt: new Date(), body: "{}", secrets: [] });
  for (const type of eventTypes) {
    const { parameters, requestBody } = document.webhooks[type].post;
    expect(parameters.map(({ name }: Json) => name)).toEqual(Object.keys(sent));
    expect(requestBody.content["application/json"].example.type).toBe(type);
  }
});

/** Findings by Redocly's strictest rules, offline, for each document. */
async function lint(documents: string[]): Promise<string[][]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "ct-openapi-"));
  const files = documents.map((_, nth) => path.join(folder, `openapi-${nth}.json`));
  for (const [nth, file] of files.entries()) {
    // Redocly rejects a server on this machine, which is what these tests use.
    const raw = documents[nth]?.replaceAll(appUrl(), "https://till.example");
    fs.writeFileSync(file, raw ?? "");
  }
  const cli = path.resolve("node_modules/@redocly/cli/bin/cli.js");
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const options = { cwd: folder, env: { ...process.env, ...quiet }, maxBuffer: 2 ** 26 };
  const args = [cli, "lint", ...files, "--extends=recommended-strict", "--format=json"];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, options, (_error, stdout) => resolve(stdout));
  });
  fs.rmSync(folder, { recursive: true });
  // It prints one JSON document after another.
  const reports = JSON.parse(`[${output.replaceAll(/^\}\s*\{/gm, "},{")}]`) as Json[];
  return reports.map(({ problems: findings }) =>
    findings.map(({ ruleId, message }: Json) => `${ruleId}: ${message}`),
  );
}

const plants: [fault: string, plant: (broken: Json) => void, rule: RegExp][] = [
  ["a field of the wrong type in an example", plantExample, /^no-invalid-media-type-examples/],
  [
    "an operation without a description of its path parameter",
    plantPath,
    /^path-parameters-defined/,
  ],
  ["a field of OpenAPI that does not exist", plantField, /^struct/],
];

// The linter is a program of its own and takes seconds to start.
describe("Redocly's strict rules", { timeout: 120_000 }, () => {
  // A path for older clients. Its methods differ, so requests are not ambiguous.
  const known = expect.stringMatching(/^no-ambiguous-paths: .*\/orders\/checkout-session\/\{id\}/);

  it("find nothing but a path that older clients need, and each planted fault", async () => {
    const broken = plants.map(([, plant]) => {
      const copy = structuredClone(document);
      plant(copy);
      return JSON.stringify(copy);
    });
    const [own, ...planted] = await lint([text, ...broken]);
    expect(own).toEqual([known]);
    for (const [nth, [fault, , rule]] of plants.entries()) {
      expect([fault, planted[nth]]).toEqual([
        fault,
        expect.arrayContaining([expect.stringMatching(rule)]),
      ]);
    }
  });
});

function plantExample(broken: Json): void {
  broken.paths["/orders"].post.requestBody.content["application/json"].example.amount_kg = "much";
}

function plantPath(broken: Json): void {
  broken.paths["/orders/{id}"].get.parameters = [];
}

function plantField(broken: Json): void {
  broken.paths["/orders"].post.replies = {};
}
