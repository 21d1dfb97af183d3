// Certificates while the bucket is down: what the database has is served, the rest is 503.
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { startFakeS3 } from "#testing/fake-s3";
import { placeOrder } from "#testing/place-order";
import { getCertificatePdf } from "./certificate-documents";
import { getCertificate, getSignedCertificate } from "./get-certificate";

const fake = await startFakeS3();
const unavailable = { code: "unavailable", headers: { "retry-after": expect.any(String) } };

beforeEach(() => {
  env.s3 = { ...fake.settings };
});
afterEach(() => {
  env.s3 = null;
});
afterAll(() => fake.close());

/** A bucket that rejects every request. */
function breakStore(): void {
  env.s3 = { ...fake.settings, bucket: "gone" };
}

async function fulfilled(): Promise<string> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock();
  const input = { amount_kg: 10, portfolio_id: portfolioId, subaccountId: null };
  const { id } = await placeOrder(contextOf(account), input);
  await matchAll();
  return id;
}

it("page, JSON and PDF come from the database and stay the same afterwards", async () => {
  const id = await fulfilled();
  breakStore();
  const certificate = await getCertificate(systemContext(), id);
  expect(certificate).toMatchObject({ state: "fulfilled", amount_kg: 10 });
  expect((await getSignedCertificate(systemContext(), id)).signature).toEqual(expect.any(String));
  const pdf = await getCertificatePdf(systemContext(), id);
  expect(pdf?.isFinal).toBe(false);
  expect(Buffer.from(pdf?.bytes ?? []).toString("latin1", 0, 5)).toBe("%PDF-");
  env.s3 = { ...fake.settings };
  expect(await getCertificate(systemContext(), id)).toEqual(certificate);
  expect(await getCertificatePdf(systemContext(), id)).toMatchObject({ isFinal: true });
  expect([...fake.objects.keys()].filter((key) => key.includes(id))).toEqual([
    expect.stringContaining(".pdf"),
  ]);
});

it("a record that an earlier version stored in the bucket takes precedence and is copied", async () => {
  const id = await fulfilled();
  const key = `certificates/${id}/record-1.json`;
  const { prisma } = database();
  const moved = { key: "records/moved-to-database" };
  const { createdAt } = await prisma.storedFile.findUniqueOrThrow({ where: moved });
  await prisma.storedFile.update({ where: moved, data: { createdAt: new Date() } });
  breakStore();
  await expect(getCertificate(systemContext(), id)).rejects.toMatchObject(unavailable);
  await expect(getSignedCertificate(systemContext(), id)).rejects.toMatchObject(unavailable);
  env.s3 = null;
  const own = await getCertificate(systemContext(), id);
  const { bytes } = await prisma.storedFile.findUniqueOrThrow({ where: { key } });
  await prisma.storedFile.delete({ where: { key } });
  const facts = { ...JSON.parse(Buffer.from(bytes).toString()), beneficiary: { name: "Former" } };
  const body = Buffer.from(JSON.stringify(facts));
  fake.objects.set(key, { contentType: "application/json", body });
  env.s3 = { ...fake.settings };
  const former = {
    ...own,
    beneficiary: { name: "Former", message: null, url: null },
    statement: expect.stringContaining("set aside for Former"),
  };
  expect(await getCertificate(systemContext(), id)).toEqual(former);
  breakStore();
  expect(await getCertificate(systemContext(), id)).toEqual(former);
  await prisma.storedFile.update({ where: moved, data: { createdAt } });
});
