// The request id in a failed response is in the log line about the failure, at each entry point.
import { beforeAll, describe, expect, it } from "vitest";
import { closeDatabase, database } from "#core/db";
import { appUrl } from "#core/env";
import { respondPublicly } from "#core/problem";
import { payForm } from "#rest/checkout-forms";
import { freePort } from "#setup/free-port";
import { call } from "#testing/api";
import { makeAccount } from "#testing/factories";
import { type LogLine, logLinesOf } from "#testing/log-lines";
import { makePerson, sessionCookie } from "#testing/people";
import { ACCOUNT_HEADER } from "#trpc/context";
import { handleExportRequest } from "#trpc/exports";
import { handleTrpcRequest } from "#trpc/handler";

let token: string;
let slug: string;
let cookie: string;
let accountId: string;

beforeAll(async () => {
  const { live, token: key } = await makeAccount();
  ({ slug, id: accountId } = live);
  token = key;
  cookie = await sessionCookie((await makePerson({ accountId, role: "owner" })).email);
});

/** Runs `work` while a table it needs is missing. */
async function withoutTable(table: string, work: () => Promise<void>): Promise<LogLine[]> {
  const { prisma } = database();
  await prisma.$executeRawUnsafe(`ALTER TABLE ${table} RENAME TO ${table}_gone`);
  try {
    return await logLinesOf(work);
  } finally {
    await prisma.$executeRawUnsafe(`ALTER TABLE ${table}_gone RENAME TO ${table}`);
  }
}

/** Runs `work` while the database can't be reached. */
async function withoutDatabase(work: () => Promise<void>): Promise<LogLine[]> {
  const url = process.env["DATABASE_URL"];
  await closeDatabase();
  process.env["DATABASE_URL"] = `postgresql://nobody@127.0.0.1:${await freePort()}/nothing`;
  try {
    return await logLinesOf(work);
  } finally {
    await closeDatabase();
    process.env["DATABASE_URL"] = url;
  }
}

const failures = (lines: LogLine[]) => lines.filter(({ level }) => Number(level) >= 50);

interface Failure {
  status: number;
  requestId: string | null;
  text: string;
}

async function readFailure(response: Response): Promise<Failure> {
  const requestId = response.headers.get("x-request-id");
  return { status: response.status, requestId, text: await response.text() };
}

const request = (path: string, init: RequestInit = {}) =>
  new Request(appUrl() + path, {
    ...init,
    headers: { cookie, [ACCOUNT_HEADER]: slug, "sec-fetch-site": "same-origin", ...init.headers },
  });

const entryPoints: [name: string, table: string, send: () => Promise<Failure>][] = [
  [
    "REST",
    "subaccounts",
    async () => {
      const { status, headers, text } = await call("GET", "/subaccounts", { key: token });
      return { status, requestId: headers.get("x-request-id"), text };
    },
  ],
  [
    "a dashboard query",
    "subaccounts",
    async () =>
      readFailure(await handleTrpcRequest(request("/trpc/subaccounts.list?input=%7B%7D"))),
  ],
  [
    "a dashboard mutation",
    "subaccounts",
    async () => {
      const body = JSON.stringify({ name: "Shop" });
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", body, headers };
      return readFailure(await handleTrpcRequest(request("/trpc/subaccounts.create", init)));
    },
  ],
  [
    "an export",
    "subaccounts",
    async () => {
      const input = { account: slug, mode: "test", file: "subaccounts.csv" };
      return readFailure(await handleExportRequest(request("/"), input));
    },
  ],
  [
    "the pay form",
    "checkout_sessions",
    async () => {
      const body = new URLSearchParams({ lang: "en" });
      return readFailure(await payForm(request("/", { method: "POST", body }), "cs_any"));
    },
  ],
  [
    "a public document",
    "orders",
    async () =>
      readFailure(
        await respondPublicly(async ({ db }) => Response.json(await db.prisma.order.findFirst())),
      ),
  ],
];

describe.each(entryPoints)("a failed response of %s", (_name, table, send) => {
  it("names the request id of the log line", async () => {
    let failure: Failure | undefined;
    const lines = await withoutTable(table, async () => {
      failure = await send();
    });
    expect(failure?.status).toBe(500);
    expect(failure?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(failure?.text).toContain(failure?.requestId);
    expect(failures(lines).map(({ requestId, event }) => [requestId, event])).toEqual([
      [failure?.requestId, "request.failed"],
    ]);
    expect(JSON.stringify(failures(lines))).toContain(table);
  });

  it("names it when the database is down, too", async () => {
    let response: Failure | undefined;
    const lines = await withoutDatabase(async () => {
      response = await send();
    });
    expect(response?.status).toBe(503);
    const ids = failures(lines).map(({ requestId }) => requestId);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids)).toEqual(new Set([response?.requestId]));
  });
});
