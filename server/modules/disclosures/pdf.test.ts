import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { readPdf, unspaced } from "#testing/certificates";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { handleSummaryPdf } from "./pdf";

let [live, test] = [{} as Account, {} as Account];
let [viewer, stranger] = ["", ""];

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  const { live: other } = await makeAccount();
  viewer = await sessionCookie((await makePerson({ accountId: live.id, role: "viewer" })).email);
  stranger = await sessionCookie((await makePerson({ accountId: other.id })).email);
});

function fetchPdf(cookie: string | null, query = "", headers: Record<string, string> = {}) {
  const url = `http://localhost:3000/admin/x/test/retirements/summary/pdf${query}`;
  const request = new Request(url, { headers: { ...headers, ...(cookie && { cookie }) } });
  return handleSummaryPdf(request, { account: live.slug, mode: "test" });
}

describe("the PDF of a yearly disclosure", () => {
  it("is for members of the account, and not for other sites", async () => {
    expect((await fetchPdf(null)).status).toBe(401);
    expect((await fetchPdf(stranger)).status).toBe(404);
    expect((await fetchPdf(viewer, "", { "sec-fetch-site": "cross-site" })).status).toBe(403);
    const response = await fetchPdf(viewer, "?year=2026");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toContain(
      `disclosure-${live.slug}-test-2026.pdf`,
    );
    const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain(unspaced("Carbon credit disclosure for 2026"));
    expect(text).toContain(unspaced("No credits in this year."));
  });

  it("is of one subaccount, if it is the account's", async () => {
    const shop = await database().transaction((db) =>
      createSubaccount({ ...contextOf(test), db }, { name: "Harbor Street Bakery" }),
    );
    const response = await fetchPdf(viewer, `?subaccount_id=${shop.id}`);
    const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
    expect(text).toContain(unspaced("Harbor Street Bakery"));
    expect((await fetchPdf(viewer, "?subaccount_id=sub_none")).status).toBe(400);
    expect((await fetchPdf(viewer, "?year=soon")).status).toBe(400);
  });
});
