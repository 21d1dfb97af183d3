// The problems that each operation can return.
import { z } from "zod";
import type { ZodOpenApiResponseObject } from "zod-openapi";
import { dashboardProblems, fieldCodes, Problem, type ProblemCode, problems } from "#core/errors";
import { PROBLEM_TYPE, problemBody, problemType } from "#core/problem";
import { problemDescriptions } from "#core/problem-descriptions";
import type { Endpoint } from "./endpoint";
import { isCounted, problemHeadersOf, takesIdempotencyKey } from "./openapi-operations";

const REQUEST_ID = "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11";

const codes = Object.keys(problems) as ProblemCode[];
const typed = codes.filter((code) => code !== "unauthorized" && !dashboardProblems.has(code));
const statuses = [...new Set(typed.map((code) => problems[code].status))];

const UnauthorizedResource = z
  .strictObject({
    title: z.literal(problems.unauthorized.title).meta({ description: "What went wrong." }),
    status: z.literal(problems.unauthorized.status).meta({ description: "The HTTP status." }),
  })
  .meta({ id: "Unauthorized", description: "Response to a request without a valid key." });

/** Created on first use: the public URL may depend on the server's port. */
function makeProblemResource() {
  return z
    .strictObject({
      type: z.url().meta({
        description:
          "A URI for the type of problem. It ends with `code`; the rest can differ between " +
          "installations. By default it links to a page that explains the problem.",
        examples: [problemType("invalid-parameters")],
      }),
      title: z.string().meta({ description: "What went wrong, in a few words." }),
      status: z.literal(statuses).meta({ description: "The HTTP status." }),
      code: z.string().meta({
        description: "Type of the problem, the same on every installation. New codes may be added.",
        examples: typed,
      }),
      detail: z.string().meta({ description: "What went wrong, in a sentence." }),
      errors: z
        .record(z.string(), z.array(z.string()).min(1))
        .optional()
        .meta({ description: "For `invalid-parameters`: the messages of each invalid field." }),
      error_codes: z
        .record(z.string(), z.string())
        .optional()
        .meta({
          description:
            "Code of each field in `errors`: " +
            `${fieldCodes.map((code) => `\`${code}\``).join(", ")}. New codes may be added.`,
        }),
      available_kg: z.int().min(0).optional().meta({
        description: "For `insufficient-stock`: kg that can be bought now.",
      }),
      instance: z.string().meta({ description: "The request's id, as in `X-Request-Id`." }),
    })
    .meta({ id: "Problem", description: "An error in the format of RFC 9457." });
}

function exampleProblem(code: ProblemCode) {
  return problemBody(new Problem(code, problemDescriptions[code].example), REQUEST_ID);
}

function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { access, method, query } = endpoint;
  const sendsBody = method === "POST" || method === "PUT";
  const possible = new Set<ProblemCode>(["internal", "unavailable", ...(endpoint.problems ?? [])]);
  if (access !== "public") possible.add("unauthorized").add("account-suspended");
  if (isCounted(endpoint)) possible.add("rate-limited");
  if (access === "write") possible.add("forbidden");
  if (method === "GET" || query || sendsBody) possible.add("invalid-parameters");
  if (takesIdempotencyKey(endpoint)) possible.add("invalid-parameters");
  if (sendsBody) possible.add("payload-too-large").add("unsupported-media-type");
  if (takesIdempotencyKey(endpoint)) {
    possible.add("idempotency-key-too-long").add("idempotency-concurrent-requests");
    possible.add("idempotency-changed-payload");
  }
  return codes.filter((code) => possible.has(code));
}

/** "invalid-parameters" → "InvalidParameters". */
function componentName(code: ProblemCode): string {
  return code.replaceAll(/(^|-)([a-z])/g, (_all, _hyphen, letter: string) => letter.toUpperCase());
}

/** Responses with the same problems share one component of the document. */
export function problemResponses() {
  const ProblemResource = makeProblemResource();
  const responsesByCodes = new Map<string, ZodOpenApiResponseObject>();
  const responseFor = (status: number, own: ProblemCode[]): ZodOpenApiResponseObject => ({
    id: own.map(componentName).join("Or"),
    description: own
      .map((code) => `\`${code}\`: ${problemDescriptions[code].meaning}`)
      .join("\n\n"),
    headers: problemHeadersOf(status),
    content: {
      [PROBLEM_TYPE]: {
        schema: status === problems.unauthorized.status ? UnauthorizedResource : ProblemResource,
        examples: Object.fromEntries(
          own.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
        ),
      },
    },
  });
  const used = new Set<ProblemCode>();
  return {
    of(endpoint: Endpoint): Record<string, ZodOpenApiResponseObject> {
      const byStatus = Map.groupBy(problemCodesOf(endpoint), (code) => problems[code].status);
      const responses = [...byStatus].map(([status, own]) => {
        for (const code of own) used.add(code);
        const response = responsesByCodes.get(own.join()) ?? responseFor(status, own);
        responsesByCodes.set(own.join(), response);
        return [String(status), response] as const;
      });
      return Object.fromEntries(responses);
    },
    examples() {
      const own = codes.filter((code) => used.has(code));
      return Object.fromEntries(
        own.map((code) => [code, { summary: problems[code].title, value: exampleProblem(code) }]),
      );
    },
  };
}
