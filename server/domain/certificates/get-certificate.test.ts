// Certificates on the real database: what was certified stays, and a PDF is made once.
import { describe, expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { matchOrders } from "#domain/matching";
import { type Beneficiary, cancelOrder } from "#domain/orders";
import { files } from "#gateways/files";
import { contextOf, makeAccount, makeStock, systemContext } from "#testing/factories";
import { placeOrder } from "#testing/place-order";
import { getCertificate, getCertificatePdf } from "./get-certificate";
import { CertificateResource } from "./resource";

const match = () => matchOrders(systemContext(), { database: database() });

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
  await match();
  return order;
}

describe("getCertificate", () => {
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
    await match();
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

describe("getCertificatePdf", () => {
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
    expect(second?.digest).toBe(first?.digest);
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
    await match();
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
