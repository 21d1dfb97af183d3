// Certificates on the real database: what was certified stays, and a PDF is made once.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { type Beneficiary, cancelOrder } from "#domain/orders";
import { files } from "#gateways/files";
import { giveStatus, POOL, RECORD_URL, REFERENCE, RETIRED_ON } from "#testing/evidence";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getCertificatePdf } from "./certificate-documents";
import { getCertificate, getSignedCertificate } from "./get-certificate";
import { CertificateResource } from "./resource";
import { waitsOf } from "./wording";

interface Placed {
  subaccountName?: string;
  beneficiary?: Beneficiary;
}

async function placed(amountKg = 2500, { subaccountName, beneficiary }: Placed = {}) {
  const { account } = await makeAccount();
  const ctx = contextOf(account);
  const stock = await makeStock({ projects: ["a", "b"] });
  const subaccount =
    subaccountName === undefined ? null : await createSubaccount(ctx, { name: subaccountName });
  const order = await placeOrder(ctx, {
    amount_kg: amountKg,
    portfolio_id: stock.portfolioId,
    subaccountId: subaccount?.id ?? null,
    description: "For all vans",
    ...(beneficiary && { beneficiary }),
  });
  return { ctx, account, stock, subaccount, id: order.id };
}

async function fulfilled(amountKg?: number, named?: Placed) {
  const order = await placed(amountKg, named);
  await matchAll();
  return order;
}

describe("getCertificate", () => {
  it("names the dates that a placed order waits for, and no dates of others", async () => {
    const { account, id } = await placed();
    const matchableFrom = new Date("2030-01-15T12:00:00Z");
    const creditsExpectedBy = new Date("2030-02-01");
    const where = { accountId_id: { accountId: account.id, id } };
    const data = { coolingOff: true, matchableFrom, creditsExpectedBy };
    await database().prisma.order.update({ where, data });
    const waiting = await getCertificate(systemContext(), id);
    expect(waiting).toMatchObject({
      matchable_from: matchableFrom.toISOString(),
      credits_expected_by: "2030-02-01",
    });
    expect(waitsOf(waiting).map(({ text }) => text)).toEqual([
      "January 15, 2030 at 12:00 UTC",
      "February 1, 2030",
    ]);
    await database().prisma.order.update({ where, data: { coolingOff: false } });
    await matchAll();
    const filled = await getCertificate(systemContext(), id);
    expect(filled).toMatchObject({ state: "fulfilled", matchable_from: null });
    expect(waitsOf(filled)).toEqual([]);
  });

  it("contains the beneficiary, the amount, the projects and the retired serial numbers", async () => {
    const { account, stock, id } = await fulfilled(2500, { subaccountName: "Northwind" });
    const certificate = await getCertificate(systemContext(), id);
    expect(CertificateResource.parse(certificate)).toMatchObject({
      order_id: id,
      state: "fulfilled",
      mode: "test",
      beneficiary: { name: "Northwind", message: null, url: null },
      seller: { name: account.name },
      amount_kg: 2500,
      description: "For all vans",
      certificate_public_url: expect.stringMatching(new RegExp(`/certificates/${id}$`)),
    });
    expect(certificate.projects.map((project) => [project.name, project.amount_kg])).toEqual([
      ["a", 1250],
      ["b", 1250],
    ]);
    expect(certificate.projects[0]).toMatchObject({
      un_sdg_goals: [{ number: 13, name: "Climate action" }],
      retirements: [
        { vintage_year: 2022, serial_number_range: `TST-${stock.tag}-a-1-2`, amount_kg: 1250 },
      ],
    });
    expect(certificate.retired_on).not.toBeNull();
  });

  it("prefers the order's beneficiary, with message and website, over the subaccount", async () => {
    const beneficiary = { name: "Ada", message: "Thank you", url: "https://ada.example/" };
    const { account, id } = await fulfilled(25, { subaccountName: "Northwind", beneficiary });
    const certificate = await getCertificate(systemContext(), id);
    expect(certificate).toMatchObject({ beneficiary, seller: { name: account.name } });
  });

  it("reads a record that was stored before messages and websites existed", async () => {
    const { id } = await fulfilled(25, { subaccountName: "Northwind" });
    const { beneficiary } = await getCertificate(systemContext(), id);
    const where = { key: `certificates/${id}/record-1.json` };
    const { prisma } = database();
    const { bytes } = await prisma.storedFile.findUniqueOrThrow({ where });
    const facts = JSON.parse(Buffer.from(bytes).toString());
    const old = Buffer.from(JSON.stringify({ ...facts, beneficiary: { name: "Northwind" } }));
    await prisma.storedFile.update({ where, data: { bytes: old } });
    expect((await getCertificate(systemContext(), id)).beneficiary).toEqual(beneficiary);
  });

  it("follows an order from placed to fulfilled", async () => {
    const { account, id } = await placed();
    const before = await getCertificate(systemContext(), id);
    expect(before).toMatchObject({ state: "placed", projects: [], retired_on: null });
    expect(before.statement).toContain("Nothing is retired");
    expect(before.beneficiary.name).toBe(account.name);
    await matchAll();
    expect(await getCertificate(systemContext(), id)).toMatchObject({ state: "fulfilled" });
  });

  it("does not change when the beneficiary or a project is renamed later", async () => {
    const { id, subaccount, stock } = await fulfilled(1000, { subaccountName: "Northwind" });
    const before = await getCertificate(systemContext(), id);
    const { prisma } = database();
    await prisma.subaccount.updateMany({
      where: { id: subaccount?.id ?? "" },
      data: { name: "Another name" },
    });
    await prisma.project.updateMany({
      where: { id: { startsWith: `prj_${stock.tag}` } },
      data: { name: "Another project" },
    });
    expect(await getCertificate(systemContext(), id)).toEqual(before);
  });

  it.each([
    "ord_00000000000000000000000000",
    "ord_1",
    "",
    "\0",
    "../../etc/passwd",
    "x".repeat(5000),
  ])("finds nothing under %j", async (id) => {
    const refused = { status: 404, title: "Could not find certificate" };
    await expect(getCertificate(systemContext(), id)).rejects.toMatchObject(refused);
    await expect(getCertificatePdf(systemContext(), id)).rejects.toMatchObject(refused);
  });
});

describe("a certificate's evidence", () => {
  it("changes what the certificate claims, its revision and its signature", async () => {
    const { id, stock } = await fulfilled();
    const pending = await getSignedCertificate(systemContext(), id);
    expect(pending).toMatchObject({
      ...{ registry_status: "pending", registry_retired_on: null, revision: 1 },
      status_as_of: pending.retired_on,
      projects: [{ retirements: [{ registry_status: "pending", registry_records: [] }] }, {}],
    });
    expect(pending.statement).toMatch(
      /set aside for .* Retirement in the sandbox registry is pending/,
    );
    await giveStatus(id, { status: "retired", projectId: `prj_${stock.tag}_a` });
    const partly = await getSignedCertificate(systemContext(), id);
    expect(partly).toMatchObject({ registry_status: "pending", registry_retired_on: null });
    expect(partly.statement).toContain("1.25 t were retired in the sandbox registry on November 3");
    expect(partly.statement).toContain("Retirement of 1.25 t in the sandbox registry is pending");
    await giveStatus(id, { status: "retired", projectId: `prj_${stock.tag}_b` });
    const retired = await getSignedCertificate(systemContext(), id);
    expect(CertificateResource.extend({ signature: z.string() }).parse(retired)).toMatchObject({
      ...{ registry_status: "retired", registry_retired_on: RETIRED_ON, revision: 3 },
      retired_on: pending.retired_on,
    });
    expect(retired.projects[0]?.retirements[0]).toMatchObject({
      ...{ registry_status: "retired", registry_retired_kg: 1250, url: RECORD_URL },
      ...{ registry_retired_on: RETIRED_ON, registry_reference: REFERENCE },
      registry_records: [{ amount_kg: 1250, retired_on: RETIRED_ON, is_shared: false }],
    });
    const signatures = [pending, partly, retired].map(({ signature }) => signature);
    expect(new Set(signatures).size).toBe(3);
  });

  it("names the pool of a tonne that several customers share", async () => {
    const { id } = await fulfilled(25);
    await giveStatus(id, { status: "retired", isPool: true });
    const certificate = await getCertificate(systemContext(), id);
    expect(certificate.statement).toContain(
      "A tonne shared with others was retired for all of them at once. Wording in the registry: " +
        `“${POOL}”.`,
    );
    expect(certificate.projects[0]?.retirements[0]?.registry_beneficiary).toBe(POOL);
  });

  it("is claimed no longer once it is disputed", async () => {
    const { id } = await fulfilled(25);
    await giveStatus(id, { status: "retired" });
    await giveStatus(id, { status: "disputed" });
    const certificate = await getCertificate(systemContext(), id);
    expect(certificate).toMatchObject({ registry_status: "disputed", registry_retired_on: null });
    expect(certificate.statement).toContain("do not count as retired");
  });

  it("is not taken from records that older versions stored", async () => {
    const { id } = await fulfilled(25);
    await getCertificate(systemContext(), id);
    const where = { key: `certificates/${id}/record-1.json` };
    const { prisma } = database();
    const { bytes } = await prisma.storedFile.findUniqueOrThrow({ where });
    const facts = JSON.parse(Buffer.from(bytes).toString());
    const old = { ...facts, statement: "They are permanently out of circulation." };
    await prisma.storedFile.update({ where, data: { bytes: Buffer.from(JSON.stringify(old)) } });
    const { statement } = await getCertificate(systemContext(), id);
    expect(statement).toContain("is pending");
    expect(statement).not.toContain("circulation");
  });
});

describe("getCertificatePdf", () => {
  it("has a document and an ETag for each revision and keeps the former ones", async () => {
    const { id } = await fulfilled(25);
    const before = await getCertificatePdf(systemContext(), id);
    await giveStatus(id, { status: "retired" });
    const after = await getCertificatePdf(systemContext(), id);
    expect([before?.etag, after?.etag]).toEqual([
      expect.stringMatching(/^"r1-[0-9a-f]{64}"$/),
      expect.stringMatching(/^"r2-[0-9a-f]{64}"$/),
    ]);
    const where = { key: { startsWith: `certificates/${id}/layout` } };
    const stored = await database().prisma.storedFile.findMany({ where, orderBy: { key: "asc" } });
    expect(stored.map(({ key }) => key.replace(/^.*-revision/, "revision"))).toEqual([
      "revision-1.pdf",
      "revision-2.pdf",
    ]);
    expect(Buffer.from(stored[0]?.bytes ?? []).equals(Buffer.from(before?.bytes ?? []))).toBe(true);
  });

  it("renders a fulfilled order's document once for concurrent requests", async () => {
    const { id } = await fulfilled();
    const [first, second] = await Promise.all([
      getCertificatePdf(systemContext(), id),
      getCertificatePdf(systemContext(), id),
    ]);
    expect(first?.isFinal).toBe(true);
    expect(
      Buffer.from(first?.bytes ?? [])
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    expect(second?.etag).toBe(first?.etag);
    const where = { key: { startsWith: `certificates/${id}/layout` } };
    expect(await database().prisma.storedFile.count({ where })).toBe(1);
  });

  it("serves the stored bytes afterwards without rendering", async () => {
    const { id } = await fulfilled();
    await getCertificatePdf(systemContext(), id);
    const where = { key: { startsWith: `certificates/${id}/layout` } };
    await database().prisma.storedFile.updateMany({ where, data: { bytes: Buffer.from("kept") } });
    const again = await getCertificatePdf(systemContext(), id);
    expect(Buffer.from(again?.bytes ?? []).toString()).toBe("kept");
  });

  it("stores nothing for a placed order", async () => {
    const { id } = await placed();
    expect(await getCertificatePdf(systemContext(), id)).toMatchObject({ isFinal: false });
    const where = { key: { startsWith: `certificates/${id}` } };
    expect(await database().prisma.storedFile.count({ where })).toBe(0);
    await matchAll();
    expect(await getCertificatePdf(systemContext(), id)).toMatchObject({ isFinal: true });
  });

  it("returns null for a cancelled order", async () => {
    const { ctx, id } = await placed();
    await database().transaction((db) => cancelOrder({ ...ctx, db }, { id }));
    expect(await getCertificate(systemContext(), id)).toMatchObject({ state: "cancelled" });
    expect(await getCertificatePdf(systemContext(), id)).toBeNull();
  });
});

describe("files in the database", () => {
  const text = (value: string) => ({ contentType: "text/plain", bytes: Buffer.from(value) });

  it("keep the first file under a key", async () => {
    const store = files(database());
    await store.put("a/key", text("first"));
    const stored = await store.put("a/key", text("second"));
    expect(Buffer.from(stored.bytes).toString()).toBe("first");
    expect(await store.find("another/key")).toBeNull();
  });

  it("are available inside a transaction", async () => {
    const stored = await database().transaction((db) => files(db).put("b/key", text("inside")));
    expect(Buffer.from(stored.bytes).toString()).toBe("inside");
    expect(stored.sha256).toHaveLength(32);
  });
});
