// Signatures on the real database: genuine to others' tools, worthless after any change.
import { beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { isGenuine, tamperedCopies } from "#testing/genuine";
import { placeOrder } from "#testing/place-order";
import { getSignedCertificate, type SignedCertificate } from "./get-certificate";
import {
  listSigningKeys,
  rotateSigningKey,
  toJwksResource,
  withdrawSigningKey,
} from "./signing-keys";

beforeEach(() => database().prisma.signingKey.deleteMany());

async function placed(): Promise<string> {
  const { account } = await makeAccount();
  const { portfolioId } = await makeStock({ projects: ["a", "b"] });
  const order = await placeOrder(contextOf(account), {
    amount_kg: 2500,
    portfolio_id: portfolioId,
    subaccountId: null,
    description: 'Größe \u{1f333} "<&>" \u2028 مرحبا',
  });
  return order.id;
}

async function certified(): Promise<SignedCertificate> {
  const id = await placed();
  await matchAll();
  return getSignedCertificate(systemContext(), id);
}

const published = async () => toJwksResource(await listSigningKeys(systemContext()));

describe("signCertificate", () => {
  it("creates signatures that an independent JOSE library accepts for the unchanged document only", async () => {
    const certificate = await certified();
    const keys = await published();
    expect(await isGenuine(certificate, keys)).toBe(true);
    const { signature, ...rest } = certificate;
    const forgeries = tamperedCopies(rest).map((it) => ({ ...(it as object), signature }));
    expect(forgeries.length).toBeGreaterThan(80);
    for (const forgery of forgeries) expect(await isGenuine(forgery, keys)).toBe(false);
  });

  it("does not sign a placed order", async () => {
    expect((await getSignedCertificate(systemContext(), await placed())).signature).toBeNull();
  });

  it("creates one key for concurrent requests", async () => {
    const { order_id } = await certified();
    await database().prisma.signingKey.deleteMany();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => getSignedCertificate(systemContext(), order_id)),
    );
    expect(new Set(all.map(({ signature }) => signature)).size).toBe(1);
    expect((await published()).keys).toHaveLength(1);
  });

  it("signs with the new key after a rotation, and earlier signatures stay valid", async () => {
    const before = await certified();
    const { id } = await rotateSigningKey(systemContext());
    const after = await getSignedCertificate(systemContext(), before.order_id);
    expect(after.signature).not.toBe(before.signature);
    expect((await published()).keys.map(({ kid }) => kid)[0]).toBe(id);
    expect(await isGenuine(before, await published())).toBe(true);
    expect(await isGenuine(after, await published())).toBe(true);
    const copy = await database().prisma.signingKey.count({ where: { privateKey: { not: null } } });
    expect(copy).toBe(1);
  });

  it("revokes a key with its signatures, and signs with a new key", async () => {
    const before = await certified();
    const [stolen] = (await published()).keys;
    await withdrawSigningKey(systemContext(), stolen?.kid ?? "");
    expect(await isGenuine(before, await published())).toBe(false);
    const after = await getSignedCertificate(systemContext(), before.order_id);
    expect(await isGenuine(after, await published())).toBe(true);
    await expect(withdrawSigningKey(systemContext(), "unknown")).rejects.toThrow("signing key");
  });
});
