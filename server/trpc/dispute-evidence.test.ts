import { strFromU8, unzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { matchOrders } from "#domain/matching";
import { readPdf } from "#testing/certificates";
import { booksOf, cards, openSession, passDispute, pay, refund } from "#testing/checkout";
import { makeAccount, makeStock, systemContext } from "#testing/factories";
import { makePerson, sessionCookie } from "#testing/people";
import { handleEvidence, handleOperatorEvidence } from "./dispute-evidence";

let [live, test] = [{} as Account, {} as Account];
const cookies: Record<string, string> = {};
let portfolioId: string;

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  const { live: other } = await makeAccount();
  portfolioId = (await makeStock()).portfolioId;
  const cookieOf = async (person: Parameters<typeof makePerson>[0]) =>
    sessionCookie((await makePerson(person)).email);
  cookies["viewer"] = await cookieOf({ accountId: live.id, role: "viewer" });
  cookies["admin"] = await cookieOf({ accountId: live.id, role: "admin" });
  cookies["stranger"] = await cookieOf({ accountId: other.id, role: "owner" });
  cookies["operator"] = await cookieOf({ isOperator: true });
});

const requestOf = (who: string, headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/admin/x/test/evidence", {
    headers: { ...headers, cookie: cookies[who] ?? "" },
  });

const fetchOwn = (id: string, who: string, headers?: Record<string, string>) =>
  handleEvidence(requestOf(who, headers), { account: live.slug, mode: "test", id });

async function sell() {
  const { id } = await openSession({ account: test, portfolioId });
  const where = { accountId_id: { accountId: test.id, id } };
  await pay(id, cards.lostDispute);
  const consent = { consentText: "2026-11", consentAt: new Date(), consentLanguage: "de" };
  await database().prisma.checkoutSession.update({
    where,
    data: { description: "=HYPERLINK(1)", ...consent },
  });
  return id;
}

async function unzip(response: Response) {
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return { files, text: (name: string) => strFromU8(files[name] ?? new Uint8Array()) };
}

describe("the evidence about a paid purchase", () => {
  it("has the consent, serial numbers, payments, emails, timeline and certificate", async () => {
    const id = await sell();
    await refund(test, id, 100);
    await matchOrders(systemContext(), { database: database() });
    await passDispute(id, "opened");
    const response = await fetchOwn(id, "admin");
    expect(response.headers.get("content-disposition")).toMatch(/evidence-\S+\.zip/);
    const { files, text } = await unzip(response);
    expect(Object.keys(files).sort()).toEqual([
      ...["README.txt", "certificate.pdf", "consent.txt", "credits.csv", "emails.csv"],
      ...["payments.csv", "summary.csv", "timeline.csv"],
    ]);
    const { payment } = await booksOf(id);
    expect(text("summary.csv")).toContain(`provider_payment,${payment?.providerPaymentId}`);
    expect(text("summary.csv")).toContain("customer_email,ada@example.com");
    // A spreadsheet must not run a customer's text.
    expect(text("summary.csv")).toContain("description,'=HYPERLINK(1)");
    expect(text("consent.txt")).toMatch(/language: de[\s\S]+Widerruf/);
    expect(text("credits.csv").split("\r\n").length).toBeGreaterThan(2);
    expect(text("payments.csv")).toMatch(/refund,rfd_[\s\S]+dispute,dsp_\w+,td_\w+,open,\$3\.00/);
    expect(text("emails.csv")).toContain("receipt,ada@example.com");
    expect(text("timeline.csv")).toMatch(/paid[\s\S]+order fulfilled[\s\S]+dispute opened/);
    expect((await readPdf(files["certificate.pdf"] ?? new Uint8Array())).text).not.toBe("");
  });

  it("is for admins of the account and operators, and each export is recorded", async () => {
    const id = await sell();
    expect((await fetchOwn(id, "nobody")).status).toBe(401);
    expect((await fetchOwn(id, "stranger")).status).toBe(404);
    expect((await fetchOwn(id, "viewer")).status).toBe(403);
    const foreign = { "sec-fetch-site": "cross-site" };
    expect((await fetchOwn(id, "admin", foreign)).status).toBe(403);
    const asOperator = (who: string, mode = "test") =>
      handleOperatorEvidence(requestOf(who), { mode, id });
    expect((await asOperator("admin")).status).toBe(404);
    expect((await asOperator("operator", "live")).status).toBe(404);
    expect((await asOperator("operator")).status).toBe(200);
    const response = await fetchOwn(id, "admin");
    // The order is not fulfilled.
    expect(Object.keys((await unzip(response)).files)).not.toContain("certificate.pdf");
    const { payment } = await booksOf(id);
    const where = { action: "payment.evidence_exported", subjectId: payment?.id ?? "" };
    const entries = await database().prisma.auditEntry.findMany({ where });
    expect(entries.map(({ accountId, actorType }) => [accountId, actorType])).toEqual([
      [test.id, "person"],
      [test.id, "person"],
    ]);
  });

  it("does not exist for another account's session, or one that is not paid", async () => {
    const unpaid = await openSession({ account: test, portfolioId });
    expect((await fetchOwn(unpaid.id, "admin")).status).toBe(409);
    const other = await openSession({ portfolioId });
    expect((await fetchOwn(other.id, "admin")).status).toBe(404);
  });
});
