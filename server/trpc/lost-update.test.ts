import { expect, it } from "vitest";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { createWebhookEndpoint, WriteWebhookEndpoint } from "#domain/webhooks";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import { procedures, trpcContextOf } from "#testing/procedures";
import { createCallerFactory } from "./procedures";
import { appRouter } from "./router";

/** Updates that need no `opened`, with the reason. */
const exceptions: Record<string, string> = {
  "billing.setProfile": "open: overwrites what another person saved",
  "operatorBilling.setIssuer": "open: overwrites what another operator saved",
  "operatorBilling.setProfile": "open: overwrites what another person saved",
  "operatorBilling.setTerms": "open: overwrites what another operator saved",
  "operatorAccounts.setStockTerms": "open: overwrites what another operator saved",
  "operatorAccounts.setPrices": "carries the prices that it read as `expected`",
  "operatorCategories.change": "carries what it read as `expected`",
  "operatorCategories.setPrices": "carries the prices that it read as `expected`",
  "operatorPortfolios.change": "carries what it read as `expected`",
  "operatorPortfolios.setPrices": "carries the prices that it read as `expected`",
  "operatorFactors.set": "one number, chosen at once",
  "operatorLots.setCost": "one number, chosen at once",
  "operatorPolicies.set": "one choice, made at once",
  "operatorPortfolios.setDefault": "one choice, made at once",
  "ownLogin.changeEmail": "of the person alone, and confirmed twice",
  "portfolios.setDefault": "one choice, made at once",
  "session.changePassword": "of the person alone, with the former one",
  "brand.setDarkLogo": "one picture, chosen at once",
  "settings.setLogo": "one picture, chosen at once",
  "subaccounts.setLogo": "one picture, chosen at once",
  "subaccounts.updateMany": "one choice for many, made at once",
  "team.setLimit": "one choice, made at once",
  "team.setRole": "one choice, made at once",
};

const isUpdate = (path: string) => /\.(update|set|change)($|[A-Z])/.test(path);

it("every update in the dashboard carries what its form has read, or is an exception with a reason", () => {
  const without = procedures.flatMap(([path, { _def }]) => {
    if (_def.type !== "mutation" || !isUpdate(path)) return [];
    const takesOpened = _def.inputs.some(
      (input) => "shape" in input && "opened" in Object(input.shape),
    );
    return takesOpened ? [] : [path];
  });
  expect(without.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});

async function memberOf() {
  const { live, test } = await makeAccount();
  const person = await makePerson({ accountId: live.id });
  const ctx = await trpcContextOf(person, { slug: live.slug });
  return { test, caller: createCallerFactory(appRouter)(ctx) };
}

const latestAudit = (subjectId: string) =>
  database().prisma.auditEntry.findFirstOrThrow({ where: { subjectId }, orderBy: { id: "desc" } });

it("an edit of an older version is refused with both values, writes nothing, and succeeds once it has read them", async () => {
  const { test, caller } = await memberOf();
  const { id } = await createSubaccount(contextOf(test), { name: "Lake", reference: "R-1" });
  const opened = { name: "Lake", reference: "R-1", email: null };
  await caller.subaccounts.update({ id, name: "Lake", reference: "REF-A", opened });
  const older = { id, name: "Lake", reference: "R-1", email: "a@b.example" };
  const problem = await caller.subaccounts.update({ ...older, opened }).then(
    () => null,
    (error: { cause: unknown }) => error.cause,
  );
  expect(problem).toMatchObject({
    code: "conflict",
    title: "Someone else has changed the subaccount since you opened this page",
    current: { reference: "REF-A" },
    errors: { reference: [expect.stringMatching(/“REF-A” now, and was “R-1”/)] },
  });
  expect(await caller.subaccounts.get({ id })).toMatchObject({ reference: "REF-A", email: null });
  await caller.subaccounts.update({
    ...older,
    reference: "REF-A",
    opened: { ...opened, reference: "REF-A" },
  });
  expect(await caller.subaccounts.get({ id })).toMatchObject({ reference: "REF-A" });
});

it("of two edits of one version at the same moment, one is refused", async () => {
  const { test, caller } = await memberOf();
  const { id } = await createSubaccount(contextOf(test), { name: "Lake" });
  const before = await caller.brand.get({ subaccount_id: id });
  const { dark_logo_url: _, ...settings } = before.settings;
  const endpoint = await addEndpoint(test);
  const values = WriteWebhookEndpoint.parse(hook);
  const edits = [
    (name: string) => caller.subaccounts.update({ id, name, opened: { name: "Lake" } }),
    (name: string) =>
      caller.brand.set({ ...settings, story: name, subaccount_id: id, opened: { ...settings } }),
    (description: string) =>
      caller.webhookEndpoints.update({
        ...values,
        description,
        id: endpoint.id,
        opened: { description: null },
      }),
  ];
  for (const edit of edits) {
    const both = await Promise.allSettled([edit("One"), edit("Two")]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  }
});

const hook = { url: "https://93.184.215.14/hook?key=secret", event_types: ["order.fulfilled"] };

async function addEndpoint(test: Awaited<ReturnType<typeof memberOf>>["test"]) {
  const created = await database().transaction((db) =>
    createWebhookEndpoint(
      { ...contextOf(test), db },
      { ...WriteWebhookEndpoint.parse(hook), checkedUrl: hook.url },
    ),
  );
  return created.endpoint;
}

it("the audit log keeps the fields of an edit with both values, and none that may be a secret or personal", async () => {
  const { test, caller } = await memberOf();
  const { id } = await createSubaccount(contextOf(test), { name: "Lake", email: "old@b.example" });
  await caller.subaccounts.update({ id, name: "Sea", email: "new@b.example", opened: {} });
  const entries = (await caller.audit.list({ limit: 20 })).data;
  expect(entries.find(({ action }) => action === "subaccount.updated")?.changes).toEqual([
    { field: "name", before: "Lake", after: "Sea" },
    { field: "email", before: "not logged", after: "not logged" },
  ]);
  const endpoint = await addEndpoint(test);
  const url = "https://93.184.215.14/hook?key=other";
  const values = { ...WriteWebhookEndpoint.parse(hook), url, enabled: false };
  await caller.webhookEndpoints.update({ ...values, id: endpoint.id, opened: {} });
  const { data } = await latestAudit(endpoint.id);
  expect(data).toMatchObject({ changes: { enabled: { before: true, after: false } } });
  expect(JSON.stringify(data)).not.toMatch(/secret|key=other/);
});
