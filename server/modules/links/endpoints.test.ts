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

it.each([
  [{ min_kg: 11, max_kg: 10, suggested_kg: [] }, "max_kg"],
  [{ suggested_kg: [5, 5] }, "suggested_kg.1"],
  [{ min_kg: 10, suggested_kg: [20, 5] }, "suggested_kg.1"],
])("rejects amounts that contradict each other: %j", async (part, field) => {
  const { send, link } = await makeSeller();
  const body = { slug: newSlug(), ...link, ...part };
  const { status, json } = await send("POST", "/payment-links", body);
  expect([status, Object.keys(json.errors)]).toEqual([400, [field]]);
});
