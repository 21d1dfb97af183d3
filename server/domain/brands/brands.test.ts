import { expect, test } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { contextOf, makeAccount, saveSellerDetails, systemContext } from "#testing/factories";
import { findBrand, findBrandSettings, SetBrand, setBrand } from "./index";

const empty: SetBrand = {
  accent_color: null,
  website_url: null,
  story: null,
  sender_name: null,
  imprint_url: null,
  privacy_url: null,
};

async function makeShop() {
  const { account, live } = await makeAccount();
  const { id: subaccountId } = await createSubaccount(contextOf(account), { name: "Oslo" });
  const brandOf = (owner: string | null = subaccountId) =>
    findBrand(systemContext(), { accountId: account.id, subaccountId: owner });
  return { account, live, subaccountId, brandOf };
}

test("a subaccount has its account's looks where it set none, and never its statements", async () => {
  const { account, live, subaccountId, brandOf } = await makeShop();
  await saveSellerDetails(live, { sender_name: "Stores" });
  const statements = { website_url: "https://stores.example", story: "We cut ours first." };
  const accountBrand = { accent_color: "#0b5d6b", ...statements };
  await setBrand(contextOf(live), { ...empty, ...accountBrand, subaccountId: null });
  expect(await brandOf()).toMatchObject({
    ...{ name: "Oslo", accountName: account.name, accent: "#0b5d6b", websiteUrl: null },
    ...{ senderName: "Stores", legalName: "Example Stores GmbH" },
  });
  const own = { ...empty, accent_color: "#854d0e", sender_name: "Oslo shop" };
  await setBrand(contextOf(account), { ...own, subaccountId });
  expect(await brandOf()).toMatchObject({
    ...{ accent: "#854d0e", websiteUrl: null, story: null, senderName: "Oslo shop" },
  });
  expect(await brandOf(null)).toMatchObject({
    ...{ name: account.name, accountName: null, accent: "#0b5d6b" },
    websiteUrl: "https://stores.example",
  });
});

test("live and test account share one brand, and other accounts cannot touch it", async () => {
  const { account, live, subaccountId, brandOf } = await makeShop();
  await setBrand(contextOf(account), { ...empty, story: "Ours.", subaccountId: null });
  const liveBrand = await findBrand(systemContext(), { accountId: live.id, subaccountId: null });
  expect([liveBrand.story, (await brandOf(null)).story]).toEqual(["Ours.", "Ours."]);
  const other = contextOf((await makeAccount()).account);
  const attempt = setBrand(other, { ...empty, story: "Theirs.", subaccountId });
  await expect(attempt).rejects.toMatchObject({ code: "not-found" });
  await expect(findBrandSettings(other, { subaccountId })).rejects.toMatchObject({ status: 404 });
  expect((await brandOf()).story).toBeNull();
});

test("a brand ends with its subaccount, and each change is in the audit log", async () => {
  const { account, subaccountId } = await makeShop();
  await setBrand(contextOf(account), { ...empty, story: "Ours.", subaccountId });
  const { prisma } = database();
  const entry = { accountId: account.id, action: "brand.set", subjectId: subaccountId };
  expect(await prisma.auditEntry.count({ where: entry })).toBe(1);
  await prisma.subaccount.deleteMany({ where: { accountId: account.id, id: subaccountId } });
  expect(await prisma.brand.count({ where: { accountId: account.id } })).toBe(0);
});

test("the schema names the field that is wrong", () => {
  const fieldsOf = (input: unknown) =>
    SetBrand.safeParse(input).error?.issues.map(({ path }) => path[0]);
  expect(fieldsOf({ ...empty, accent_color: " #0B5D6B " })).toBeUndefined();
  expect(fieldsOf({ ...empty, accent_color: "teal" })).toEqual(["accent_color"]);
  expect(fieldsOf({ ...empty, website_url: "http://a.example" })).toEqual(["website_url"]);
  expect(fieldsOf({ ...empty, story: "a".repeat(601) })).toEqual(["story"]);
});
