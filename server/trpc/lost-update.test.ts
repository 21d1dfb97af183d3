import { expect, it } from "vitest";
import type { Mode } from "#core/context";
import { database } from "#core/db";
import { createSubaccount } from "#domain/catalogue";
import { createWebhookEndpoint, WriteWebhookEndpoint } from "#domain/webhooks";
import { isUsed } from "#modules";
import { contextOf, makeAccount } from "#testing/factories";
import { makePerson } from "#testing/people";
import { dashboardOf, procedures } from "#testing/procedures";

/** Updates that need no `opened`, with the reason. */
const exceptions: Record<string, string> = {
  "operatorAccounts.setPrices": "carries the prices that it read as `expected`",
  "operatorBilling.setRate": "one rate, typed at once; its first day names it",
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
  return { test, caller: await dashboardOf(person, { slug: live.slug }) };
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

type Opened = Record<string, string | number | null>;

/** Edits: what a form has read before anything is saved, two saves, and what the first leaves. */
async function editorsOf(mode: Mode) {
  const { live } = await makeAccount();
  const { slug } = live;
  const callerOf = (person: { email: string }) => dashboardOf(person, { slug, mode });
  const operator = await callerOf(await makePerson({ isOperator: true }));
  return { live, operator, owner: await callerOf(await makePerson({ accountId: live.id })) };
}

type Editors = Awaited<ReturnType<typeof editorsOf>>;

function billingEdits(mode: Mode, { live, operator, owner }: Editors) {
  const { id } = live;
  const { operatorBilling, operatorAccounts } = operator;
  const party = { legal_name: "Lake GmbH", address: "Quay 1", country_code: "DE", tax_id: null };
  const issuer = { ...party, bank_text: null, number_prefix: "AA", rate_rule: null };
  const profile = { ...party, billing_email: "a@b.example", language: "en" } as const;
  const empty = { legal_name: "", address: "", country_code: "", tax_id: "" };
  const setTerms = (terms: "invoice" | "prepaid", amount: number | null, opened: Opened) =>
    operatorAccounts.setTerms({ id, terms, credit_limit: amount, opened });
  return [
    {
      thing: "the issuer",
      read: { ...empty, bank_text: "", number_prefix: "INV" },
      first: (opened: Opened) => operatorBilling.setIssuer({ ...issuer, opened }),
      second: (opened: Opened) =>
        operatorBilling.setIssuer({ ...issuer, number_prefix: "BB", opened }),
      now: issuer,
      logged: { number_prefix: { before: "AA", after: "BB" } },
    },
    {
      thing: "the billing profile",
      read: { ...empty, billing_email: "", language: "en", payment_days: 30 },
      first: (opened: Opened) => owner.billing.setProfile({ ...profile, opened }),
      second: (opened: Opened) =>
        operatorBilling.setProfile({ ...profile, id, payment_days: 14, opened }),
      now: { ...profile, payment_days: 30 },
      logged: { payment_days: { before: 30, after: 14 } },
    },
    {
      thing: "the billing terms",
      read: { terms: mode === "live" ? live.terms : "none", credit_limit: null },
      first: (opened: Opened) => setTerms("invoice", 125_000, opened),
      second: (opened: Opened) => setTerms("prepaid", null, opened),
      now: { terms: "invoice", credit_limit: "1250.00" },
      logged: {
        terms: { before: "invoice", after: "prepaid" },
        credit_limit: { before: "1250.00", after: null },
      },
    },
  ];
}

async function allEdits(mode: Mode) {
  const editors = await editorsOf(mode);
  const { operatorAccounts } = editors.operator;
  const { id } = editors.live;
  const setStock = (back_order_days: number | null, opened: Opened) =>
    operatorAccounts.setStockTerms({ id, back_order_days, hold_share_percent: 40, opened });
  return [
    ...(isUsed("billing") ? billingEdits(mode, editors) : []),
    {
      thing: "the terms for scarce stock",
      read: { back_order_days: null, hold_share_percent: 25 },
      first: (opened: Opened) => setStock(14, opened),
      second: (opened: Opened) => setStock(null, opened),
      now: { back_order_days: 14, hold_share_percent: 40 },
      logged: { back_order_days: { before: 14, after: null } },
    },
  ];
}

it("of two who edit billing or terms of stock, the later is refused with what changed, even where nothing was saved before", async () => {
  for (const { thing, read, first, second, now, logged } of await allEdits("test")) {
    await first(read);
    const problem = await second(read).then(
      () => null,
      (error: { cause: unknown }) => error.cause,
    );
    const title = `Someone else has changed ${thing} since you opened this page`;
    expect(problem).toMatchObject({ code: "conflict", title });
    const { current } = problem as { current: Opened };
    expect(current).toEqual(
      Object.fromEntries(Object.keys(current).map((field) => [field, Object(now)[field]])),
    );
    await second({ ...read, ...current });
    const { data } = await database().prisma.auditEntry.findFirstOrThrow({
      orderBy: { id: "desc" },
    });
    expect(data).toMatchObject({ changes: logged });
  }
});

it("of two who save billing or terms of stock for the first time at the same moment, one is refused", async () => {
  // The issuer of test mode is saved by now.
  for (const { read, first, second } of await allEdits("live")) {
    const both = await Promise.allSettled([first(read), second(read)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  }
});
