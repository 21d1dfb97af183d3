// Provokes each problem that the OpenAPI document names, at each operation that names it.
// rate-limit.test.ts provokes those of the rate limit.
import "#testing/private-network";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { closeDatabase } from "#core/db";
import type { ProblemCode } from "#core/errors";
import { freePort } from "#setup/free-port";
import { publishedContract } from "#testing/api";
import { type Case, casesOf, servePicture } from "#testing/cases";
import type { LocalServer } from "#testing/local-server";
import { Provoker } from "#testing/provoked-problems";
import { openapiDocument, openapiEndpoint } from "./openapi";
import { endpoints } from "./registry";

const { document } = await publishedContract();
const cases = casesOf([...endpoints, openapiEndpoint], document);
let provoker: Provoker;
let pictures: LocalServer;

beforeAll(async () => {
  pictures = await servePicture();
  provoker = await Provoker.open(`${pictures.origin}/logo`);
});
afterAll(async () => {
  pictures.close();
  await provoker.close();
});

/** Codes that the document names for the operation. */
function documented({ endpoint }: Case): ProblemCode[] {
  // biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document's nodes.
  const root = openapiDocument() as any;
  const { responses } = root.paths[endpoint.path][endpoint.method.toLowerCase()];
  return Object.values<{ $ref: string }>(responses).flatMap(({ $ref }) => {
    const response = root.components.responses[$ref?.split("/").at(-1) ?? ""];
    const { examples = {} } = response?.content["application/problem+json"] ?? {};
    return Object.keys(examples) as ProblemCode[];
  });
}

const codeOf = async (one: Case, code: ProblemCode) => {
  const response = await provoker.provoke(one, code);
  // A 401 has no code.
  if (response?.status === 401) return "unauthorized";
  return response?.json?.code ?? response?.status ?? "not provoked";
};

/** Of which all operations are tested at once, below. */
const together = ["idempotency-concurrent-requests", "unavailable", "rate-limited"];

describe.each(cases.map((one) => [one.name, one] as const))("%s", (_name, one) => {
  it("returns each problem that its documentation names", async () => {
    const codes = documented(one).filter((code) => !together.includes(code));
    const results: unknown[] = [];
    for (const code of codes) results.push(await codeOf(one, code));
    expect(results).toEqual(codes);
  });
});

describe("each operation whose documentation says so", () => {
  it("refuses the key of a request that is still running", async () => {
    const code = "idempotency-concurrent-requests";
    const claiming = cases.filter((one) => documented(one).includes(code));
    expect(claiming.length).toBeGreaterThan(10);
    const results = await Promise.all(
      claiming.map(async (one) => [one.name, await codeOf(one, code)]),
    );
    expect(results).toEqual(claiming.map(({ name }) => [name, code]));
  });

  it("is unavailable while the database is", async () => {
    const url = process.env["DATABASE_URL"];
    await closeDatabase();
    process.env["DATABASE_URL"] = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`;
    // The document itself needs no database: the front refuses it when the process is overloaded.
    const reading = cases.filter(({ endpoint }) => endpoint !== openapiEndpoint);
    for (const one of reading) {
      const path = one.endpoint.path === "/verify" ? { path: "/verify?serial=SBX-1-1" } : {};
      const { json } = await provoker.send(one, path);
      expect([one.name, json.code]).toEqual([one.name, "unavailable"]);
      expect(documented(one)).toContain("unavailable");
    }
    await closeDatabase();
    process.env["DATABASE_URL"] = url;
  });
});
