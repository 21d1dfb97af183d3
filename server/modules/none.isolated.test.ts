// In a process of its own, because the list of modules is read once.
import { expect, it } from "vitest";

process.env["CT_MODULES"] = "none";

const { database } = await import("#core/db");
const { setTerms } = await import("#domain/accounts");
const { billing } = await import("#modules");
const { call } = await import("#testing/api");
const { appRouter } = await import("#trpc/router");
const { exportNames } = await import("#trpc/exports");
const { endpoints } = await import("#rest/registry");
const { isForm } = await import("#rest/forms");
const { publicPages } = await import("#public-pages");
const { guidePages } = await import("#docs/guide/pages");
const { makeTill } = await import("#cli/program");
const { choreRunners } = await import("#jobs/chores");
const { contextOf, makeAccount, makeStock, systemContext } = await import("#testing/factories");
const { createCallerFactory } = await import("#trpc/procedures");
const { makePerson } = await import("#testing/people");
const { trpcContextOf } = await import("#testing/procedures");

it("procedures of absent modules are not found, for operators, too", async () => {
  const operator = await trpcContextOf(await makePerson({ isOperator: true }), { slug: "" });
  const {
    billing,
    links,
    disclosures,
    notices,
    operatorMonths,
    operatorPrivacy,
    reports,
    reservations,
    statements,
  } = createCallerFactory(appRouter)(operator);
  for (const call of [
    billing.get(),
    links.totals(),
    disclosures.summary({}),
    notices.list(),
    operatorMonths.get({}),
    reports.links({ id: "sub_1" }),
    statements.get({}),
    operatorPrivacy.exportPerson({ id: "per_1" }),
    reservations.list({}),
  ]) {
    await expect(call).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

it("endpoints, exports, forms, pages, sections of the guide and commands are absent", () => {
  expect(exportNames).toContain("orders");
  const files = ["documents", "links", "disclosures", "journal", "report", "statement"];
  for (const name of [...files, "reservations"]) expect(exportNames).not.toContain(name);
  const addresses = endpoints.map(({ path }) => path);
  const ofModules = /balance|invoices|payment-links|listeners|reservations|statements/;
  expect(addresses.filter((path) => ofModules.test(path))).toEqual([]);
  expect(isForm("POST", "/buy/a")).toBe(false);
  const paths = publicPages.pages.map(({ path }) => path);
  expect(paths.filter((path) => /^\/(buy|reports|unsubscribe|docs\/agents)/.test(path))).toEqual(
    [],
  );
  const sections = guidePages.flatMap((page) => page.sections.map(({ id }) => id));
  expect(sections).not.toContain("billing");
  expect(sections).not.toContain("payment-links");
  expect(sections).not.toContain("reservations");
  expect(sections).not.toContain("statements");
  expect(makeTill().commands.map((command) => command.name())).not.toContain("privacy");
});

it("a recurring job whose module is absent has nothing to do", async () => {
  for (const chore of ["check-notices", "issue-invoices"] as const) {
    const result = await choreRunners[chore].run({ ctx: systemContext() } as never);
    expect(result).toEqual({ state: "done", wasIdle: true });
  }
});

it("an account can't be given terms by which it is charged, and orders nothing on those it had", async () => {
  const { account, token } = await makeAccount();
  const { portfolioId } = await makeStock();
  const set = (terms: "billed_elsewhere" | "prepaid") =>
    database().transaction((db) =>
      setTerms({ ...contextOf(account), db }, { terms, credit_limit: null, limits: billing }),
    );
  const order = () =>
    call("POST", "/orders", { key: token, body: { amount_kg: 1, portfolio_id: portfolioId } });
  await expect(set("prepaid")).rejects.toMatchObject({ code: "conflict" });
  await database().prisma.account.update({
    where: { id: account.id },
    data: { terms: "prepaid" },
  });
  expect(await order()).toMatchObject({ status: 402, json: { code: "payment-required" } });
  await set("billed_elsewhere");
  const { json } = await order();
  expect((await call("POST", `/orders/${json.id}/cancel`, { key: token })).status).toBe(200);
});

it("orders and checkout sessions with a reservation are refused by their field", async () => {
  const { token: key } = await makeAccount();
  const reservation_id = "rsv_01kx3v6d0tf9sv4m2c8j5a7b9e";
  const urls = { success_url: "https://shop.example/a", cancel_url: "https://shop.example/b" };
  for (const [path, body] of [
    ["/orders", { reservation_id }],
    ["/checkout/sessions", { ...urls, reservation_id }],
  ] as const) {
    const { status, json } = await call("POST", path, { key, body });
    expect([path, status, Object.keys(json.errors)]).toEqual([path, 400, ["reservation_id"]]);
  }
});
