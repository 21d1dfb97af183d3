import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { CSV_PAGE_ROWS, csvLine } from "#core/csv";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { exportNames, handleExportRequest } from "./exports";

let [live, test] = [{} as Account, {} as Account];
const cookies = {} as Record<"stranger" | "viewer" | "operator", string>;

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  const { live: other } = await makeAccount();
  const people = {
    stranger: await makePerson({ accountId: other.id }),
    viewer: await makePerson({ accountId: live.id, role: "viewer" }),
    operator: await makePerson({ isOperator: true }),
  };
  for (const [who, { email }] of Object.entries(people)) {
    cookies[who as keyof typeof people] = await sessionCookie(email);
  }
});

interface ExportOptions {
  mode?: string;
  account?: string | null;
  query?: string;
  headers?: Record<string, string>;
}

function fetchExport(file: string, cookie: string | null, given: ExportOptions = {}) {
  const { mode = "test", account = live.slug, query = "", headers = {} } = given;
  const url = `http://localhost:3000/admin/x/${mode}/export/${file}${query}`;
  const request = new Request(url, { headers: { ...headers, ...(cookie && { cookie }) } });
  return handleExportRequest(request, { account, mode, file });
}

describe("an export", () => {
  it("is denied to signed-out people, strangers, and people without an account", async () => {
    expect(exportNames.length).toBeGreaterThan(1);
    for (const name of exportNames) {
      const status = async (cookie: string | null) =>
        (await fetchExport(`${name}.csv`, cookie)).status;
      expect([name, await status(null)]).toEqual([name, 401]);
      expect([name, await status("next-auth.session-token=nonsense")]).toEqual([name, 401]);
      expect([name, await status(cookies.stranger)]).not.toEqual([name, 200]);
    }
  });

  it("is denied to other sites, for unknown modes, and for unknown lists", async () => {
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await fetchExport("orders.csv", cookies.viewer, { headers: foreign })).status).toBe(
      403,
    );
    expect((await fetchExport("orders.csv", cookies.viewer, { mode: "both" })).status).toBe(404);
    expect((await fetchExport("secrets.csv", cookies.viewer)).status).toBe(404);
    expect((await fetchExport("orders", cookies.viewer)).status).toBe(404);
    expect((await fetchExport("orders.csv", cookies.operator)).status).toBe(404);
    expect(
      (await fetchExport("orders.csv", cookies.viewer, { query: "?sort=nonsense" })).status,
    ).toBe(400);
  });

  it("has the rows of its mode only, and a file name", async () => {
    await createSubaccount(contextOf(live), { name: "Real" });
    await createSubaccount(contextOf(test), { name: 'Try, "out"' });
    const response = await fetchExport("subaccounts.csv", cookies.viewer);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^text\/csv; charset=utf-8/);
    const day = new Date().toISOString().slice(0, 10);
    const name = `subaccounts-${live.slug}-test-${day}.csv`;
    expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
    const text = await response.text();
    expect(text).toMatch(/^id,reference,name,slug,email,[a-z_,]+,last_order_on\r\nsub_/);
    expect(text).toContain(',"Try, ""out""",');
    expect(text).not.toContain("Real");
  });

  it("reads a page only when the previous one was taken", async () => {
    const { live, test } = await makeAccount();
    const cookie = await sessionCookie((await makePerson({ accountId: live.id })).email);
    const rows = Array.from({ length: 2 * CSV_PAGE_ROWS + 1 }, (_, n) => ({
      accountId: test.id,
      mode: "test",
      id: `sub_${String(n).padStart(6, "0")}`,
      name: `Shop ${n}`,
      createdAt: new Date(),
    }));
    await database().prisma.subaccount.createMany({ data: rows });
    const response = await fetchExport("subaccounts.csv", cookie, { account: live.slug });
    const reader = response.body?.getReader();
    const chunks: string[] = [];
    const read = async () => {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (value) chunks.push(new TextDecoder().decode(value));
      return !done;
    };
    expect(await read()).toBe(true);
    await database().prisma.subaccount.updateMany({
      where: { accountId: test.id },
      data: { name: "Renamed" },
    });
    while (await read());
    expect(chunks.map((chunk) => chunk.split("\r\n").length - 1)).toEqual([
      CSV_PAGE_ROWS + 1,
      CSV_PAGE_ROWS,
      1,
    ]);
    expect(chunks[0]).not.toContain("Renamed");
    expect(chunks[1]?.match(/Renamed/g)).toHaveLength(CSV_PAGE_ROWS);
    expect(new Set(chunks.join("").match(/sub_\d+/g)).size).toBe(rows.length);
  });
});

describe("a line of CSV", () => {
  it("quotes separators, and contains no formula and every number", () => {
    expect(csvLine(["a,b", 'say "hi"', "two\nlines", null, -5, 0.5])).toBe(
      '"a,b","say ""hi""","two\nlines",,-5,0.5\r\n',
    );
    expect(csvLine(["id", "-5", "+49", "-1.5"])).toBe("id,-5,+49,-1.5\r\n");
    expect(csvLine(["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", '=HYPERLINK("x","y")'])).toBe(
      `'=1+1,'+cmd,'-2+3,'@SUM(A1),"'\tx","'=HYPERLINK(""x"",""y"")"\r\n`,
    );
  });
});
