import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "#core/db";
import { call } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";

const newSlug = () => `link-${randomUUID()}`;

async function makeSeller() {
  const { portfolioId } = await makeStock();
  const { account, token } = await makeAccount();
  const send = (method: string, path: string, body?: unknown) =>
    call(method, path, { key: token, ...(body !== undefined && { body }) });
  const link = { name: "Your trip", portfolio_id: portfolioId, suggested_kg: [25, 100] };
  return { account, send, link };
}

async function entriesOf(accountId: string) {
  const where = { accountId, action: { startsWith: "payment_link." } };
  const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  return entries.map(({ action, data }) => [action, data]);
}

it("creates a link with its defaults, and lists, reads, updates, pauses and resumes it", async () => {
  const { account, send, link } = await makeSeller();
  const slug = newSlug();
  const created = await send("POST", "/payment-links", { slug, ...link });
  expect([created.status, created.json]).toEqual([
    201,
    expect.objectContaining({ ...link, slug, state: "active", min_kg: 1, success_url: null }),
  ]);
  expect(created.json.url).toMatch(new RegExp(`/buy/${slug}$`));
  const { id } = created.json;
  const address = `/payment-links/${id}`;
  expect((await send("GET", address)).json).toEqual(created.json);
  expect((await send("GET", "/payment-links")).json.data).toEqual([created.json]);
  const changed = { ...link, name: "Your flight", min_kg: 10 };
  const updated = await send("PUT", address, changed);
  expect([updated.status, updated.json]).toMatchObject([200, { ...changed, slug, id }]);
  await send("PUT", address, changed);
  expect((await send("PUT", address, { ...changed, state: "paused" })).json.state).toBe("paused");
  expect((await send("PUT", address, changed)).json.state).toBe("active");
  const name = "Your flight";
  expect(await entriesOf(account.id)).toEqual([
    ["payment_link.created", { name: "Your trip" }],
    [
      "payment_link.updated",
      {
        name,
        changes: {
          name: { before: "Your trip", after: name },
          min_kg: { before: 1, after: 10 },
        },
      },
    ],
    ["payment_link.paused", { name }],
    ["payment_link.resumed", { name }],
  ]);
});

it("gives one slug to one of two links created at once, and names the field to the other", async () => {
  const sellers = await Promise.all([makeSeller(), makeSeller()]);
  const slug = newSlug();
  const responses = await Promise.all(
    sellers.map(({ send, link }) => send("POST", "/payment-links", { slug, ...link })),
  );
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
  const refused = responses.find(({ status }) => status === 409);
  expect(refused?.json.errors).toEqual({ slug: [expect.stringContaining("taken")] });
  expect(await database().prisma.paymentLink.count({ where: { slug } })).toBe(1);
});

it("keeps another account's link out of reach, and refuses its subaccount and portfolio", async () => {
  const [own, other] = [await makeSeller(), await makeSeller()];
  const { id } = (await other.send("POST", "/payment-links", { slug: newSlug(), ...other.link }))
    .json;
  const before = await other.send("GET", `/payment-links/${id}`);
  expect((await own.send("GET", `/payment-links/${id}`)).status).toBe(404);
  expect((await own.send("PUT", `/payment-links/${id}`, own.link)).status).toBe(404);
  expect((await other.send("GET", `/payment-links/${id}`)).text).toBe(before.text);
  const subaccount = (await other.send("POST", "/subaccounts", { name: "Shop" })).json.id;
  const body = { slug: newSlug(), ...own.link };
  const foreign = await own.send("POST", "/payment-links", { ...body, subaccount_id: subaccount });
  expect([foreign.status, Object.keys(foreign.json.errors)]).toEqual([400, ["subaccount_id"]]);
  const unknown = await own.send("POST", "/payment-links", { ...body, portfolio_id: "pf_none" });
  expect([unknown.status, Object.keys(unknown.json.errors)]).toEqual([400, ["portfolio_id"]]);
});

it.each([
  [{ slug: "Trip" }, "slug"],
  [{ slug: "a--b" }, "slug"],
  [{ slug: "../x" }, "slug"],
  [{ slug: "" }, "slug"],
  [{ name: " " }, "name"],
  [{ min_kg: 0 }, "min_kg"],
  [{ min_kg: 11, max_kg: 10, suggested_kg: [] }, "max_kg"],
  [{ suggested_kg: [1, 2, 3, 4, 5, 6, 7] }, "suggested_kg"],
  [{ suggested_kg: [5, 5] }, "suggested_kg.1"],
  [{ min_kg: 10, suggested_kg: [20, 5] }, "suggested_kg.1"],
  [{ success_url: "http://shop.example" }, "success_url"],
  [{ success_url: "https://user@shop.example" }, "success_url"],
  [{ success_url: "javascript:alert(1)" }, "success_url"],
  [{ state: "ended" }, "state"],
])("rejects %j and names %s", async (part, field) => {
  const { send, link } = await makeSeller();
  const { status, json } = await send("POST", "/payment-links", {
    ...{ slug: newSlug(), ...link },
    ...part,
  });
  expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
});

it("does not delete a subaccount that a link sells for", async () => {
  const { send, link } = await makeSeller();
  const { id } = (await send("POST", "/subaccounts", { name: "Shop" })).json;
  await send("POST", "/payment-links", { slug: newSlug(), ...link, subaccount_id: id });
  const { status, json } = await send("DELETE", `/subaccounts/${id}`);
  expect([status, json.title]).toEqual([409, "Cannot delete subaccount with payment links"]);
});
