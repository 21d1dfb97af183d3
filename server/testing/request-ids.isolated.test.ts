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
async function without(table: string, work: () => Promise<void>): Promise<LogLine[]> {
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

interface Told {
  status: number;
  requestId: string | null;
  text: string;
}

async function readAnswer(response: Response): Promise<Told> {
  const requestId = response.headers.get("x-request-id");
  return { status: response.status, requestId, text: await response.text() };
}

const request = (path: string, init: RequestInit = {}) =>
  new Request(appUrl() + path, {
    ...init,
    headers: { cookie, [ACCOUNT_HEADER]: slug, "sec-fetch-site": "same-origin", ...init.headers },
  });

const apis: [name: string, table: string, send: () => Promise<Told>][] = [
  [
    "REST",
    "subaccounts",
    async () => {
      const { status, headers, text } = await call("GET", "/subaccounts", { key: token });
      return { status, requestId: headers.get("x-request-id"), text };
    },
  ],
  [
    "a query of the dashboard",
    "subaccounts",
    async () => readAnswer(await handleTrpcRequest(request("/trpc/subaccounts.list?input=%7B%7D"))),
  ],
  [
    "a mutation of the dashboard",
    "subaccounts",
    async () => {
      const body = JSON.stringify({ name: "Shop" });
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", body, headers };
      return readAnswer(await handleTrpcRequest(request("/trpc/subaccounts.create", init)));
    },
  ],
  [
    "an export",
    "subaccounts",
    async () => {
      const asked = { account: slug, mode: "test", file: "subaccounts.csv" };
      return readAnswer(await handleExportRequest(request("/"), asked));
    },
  ],
  [
    "the pay form",
    "checkout_sessions",
    async () => {
      const body = new URLSearchParams({ lang: "en" });
      return readAnswer(await payForm(request("/", { method: "POST", body }), "cs_any"));
    },
  ],
  [
    "a public document",
    "orders",
    async () =>
      readAnswer(
        await respondPublicly(async ({ db }) => Response.json(await db.prisma.order.findFirst())),
      ),
  ],
];

describe.each(apis)("a failure at %s", (_name, table, send) => {
  it("that is ours names the request that the log's error line names", async () => {
    let told: Told | undefined;
    const lines = await without(table, async () => {
      told = await send();
    });
    expect(told?.status).toBe(500);
    expect(told?.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(told?.text).toContain(told?.requestId);
    expect(failures(lines).map(({ requestId, event }) => [requestId, event])).toEqual([
      [told?.requestId, "request.failed"],
    ]);
    expect(JSON.stringify(failures(lines))).toContain(table);
  });

  it("for want of a database does so, too", async () => {
    let told: Told | undefined;
    const lines = await withoutDatabase(async () => {
      told = await send();
    });
    expect(told?.status).toBe(503);
    const ids = failures(lines).map(({ requestId }) => requestId);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids)).toEqual(new Set([told?.requestId]));
  });
});
