// Covers every procedure of the router, including new ones.
import type { AnyRouter } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { type Capability, hasCapability, Role } from "#domain/accounts";
import { CreatePortfolio, createPortfolio, createSubaccount } from "#domain/catalogue";
import { listEvents } from "#domain/events";
import { cancelOrder } from "#domain/orders";
import { createWebhookEndpoint, WriteWebhookEndpoint } from "#domain/webhooks";
import { isUsed } from "#modules";
import { openSession } from "#testing/checkout";
import { contextOf as accountContextOf, makeAccount, makeKey, makeStock } from "#testing/factories";
import { makeInvoice } from "#testing/objects";
import { makePaymentLink, makeReservation } from "#testing/offers";
import { makePerson } from "#testing/people";
import { placeOrder } from "#testing/place-order";
import {
  accessOf,
  callProcedure,
  findFileProcedures,
  type Procedure,
  procedures,
  trpcContextOf,
  validInputOf,
} from "#testing/procedures";
import { withLivePayments } from "#testing/settings";
import { fingerprint } from "#testing/tables";
import type { TrpcContext } from "./context";
import { exportNames } from "./exports";
import { PROOF_MS } from "./procedures";

withLivePayments();

const everyone = ["public", "person", "operator"];
const ofAccount = procedures.filter(([, it]) => !everyone.includes(accessOf(it) ?? ""));
const ofOperators = procedures.filter(([, it]) => accessOf(it) === "operator");

type Who = "nobody" | "stranger" | "stranger at home" | Role | "operator";
const contexts = {} as Record<Who, TrpcContext>;
let slug: string;
/** Ids of objects of the live account, by their names in inputs. */
let liveIds: Record<string, Record<string, unknown>>;

const contextOf = (person: { email: string } | null) => trpcContextOf(person, { slug });

const hook = { url: "https://93.184.215.14/hook", event_types: ["order.fulfilled"] };

beforeAll(async () => {
  const { live } = await makeAccount();
  const { live: other } = await makeAccount();
  slug = live.slug;
  const key = await makeKey(live);
  const subaccount = await createSubaccount(accountContextOf(live), { name: "Live" });
  const { tag, portfolioId } = await makeStock({ mode: "live" });
  const terms = { amount_kg: 1, portfolio_id: portfolioId, subaccountId: null };
  const order = await placeOrder(accountContextOf(live), terms);
  const parts = [{ category_id: `cat_${tag}`, allocated_fraction: 1 }];
  const portfolio = await database().transaction((db) =>
    createPortfolio(
      { ...accountContextOf(live), db },
      CreatePortfolio.parse({ name: "Live", category_allocations: parts }),
    ),
  );
  const cancelled = await placeOrder(accountContextOf(live), {
    amount_kg: 1,
    portfolio_id: (await makeStock({ mode: "live" })).portfolioId,
    subaccountId: null,
  });
  await database().transaction((db) => cancelOrder({ ...accountContextOf(live), db }, cancelled));
  const [event] = (await listEvents(accountContextOf(live), { limit: 1 })).data;
  const { id: sessionId } = await openSession({ account: live, portfolioId: order.portfolioId });
  const reservation = await makeReservation(live, portfolioId);
  const link = await makePaymentLink(live, portfolioId);
  const { endpoint } = await database().transaction((db) =>
    createWebhookEndpoint(
      { ...accountContextOf(live), db },
      { ...WriteWebhookEndpoint.parse(hook), checkedUrl: hook.url },
    ),
  );
  const invoice = { id: await makeInvoice({ account: live, portfolioId }) };
  liveIds = {
    billing: invoice,
    exports: invoice,
    webhooks: { id: event?.id },
    webhookEndpoints: { id: endpoint.id },
    checkout: { id: sessionId },
    orders: { id: order.id },
    keys: { id: key.id },
    links: { id: link.id },
    portfolios: { id: portfolio.id },
    reports: { id: subaccount.id },
    reservations: { id: reservation.id },
    subaccounts: { id: subaccount.id },
  };
  contexts.nobody = await contextOf(null);
  const stranger = await makePerson({ accountId: other.id, role: "owner" });
  contexts.stranger = await contextOf(stranger);
  contexts["stranger at home"] = await trpcContextOf(stranger, { slug: other.slug, mode: "live" });
  contexts.operator = await contextOf(await makePerson({ isOperator: true }));
  for (const role of Role.options) {
    contexts[role] = await contextOf(await makePerson({ accountId: live.id, role }));
  }
});

/** The code of the error, or "succeeded". */
async function callAs(
  procedure: [string, Procedure],
  ctx: TrpcContext,
  ids = {},
  router?: AnyRouter,
): Promise<string> {
  try {
    await callProcedure(procedure[0], ctx, validInputOf(procedure, ids), router);
    return "succeeded";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

/** The code of the problem document. */
async function problemOf(procedure: [string, Procedure], ctx: TrpcContext) {
  try {
    await callProcedure(procedure[0], ctx, validInputOf(procedure));
    return "succeeded";
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    return cause instanceof Problem ? cause.code : String(error);
  }
}

function provenAgo(ctx: TrpcContext, ms: number): TrpcContext {
  const { loggedIn } = ctx;
  const provenAt = new Date(ctx.now.getTime() - ms);
  return { ...ctx, loggedIn: loggedIn && { ...loggedIn, provenAt } };
}

/** Routers in which every change needs a recent proof, and exceptions with reasons. */
const SENSITIVE_ROOMS =
  /^(keys|team|passkeys|operatorAccounts|privacy|operatorPrivacy)\.|secret|price|totp/i;
const NOT_SENSITIVE: Record<string, string> = {
  "passkeys.loginOptions": "comes before a login",
  "passkeys.proofOptions": "is itself the proof",
  "session.disableTotp": "takes the password itself",
};
const isSensitive = (path: string) =>
  SENSITIVE_ROOMS.test(path) && !Object.hasOwn(NOT_SENSITIVE, path);

/** Roles without the capability that the procedure names. */
const refusedRoles = (procedure: Procedure) =>
  Role.options.filter((role) => !hasCapability(role, accessOf(procedure) as Capability));

describe("every procedure", () => {
  it("declares who may call it", () => {
    expect(procedures.length).toBeGreaterThan(10);
    for (const [path, procedure] of procedures)
      expect([path, accessOf(procedure)]).not.toContain(undefined);
  });

  it("changes nothing if it is a query, and authorizes before it changes anything", async () => {
    const before = await fingerprint();
    for (const procedure of procedures) {
      if (accessOf(procedure[1]) === "public") continue;
      expect([procedure[0], await callAs(procedure, contexts.nobody)]).toEqual([
        procedure[0],
        "UNAUTHORIZED",
      ]);
    }
    for (const procedure of ofAccount) {
      const code = await callAs(procedure, contexts.stranger);
      expect([procedure[0], code]).toEqual([procedure[0], "NOT_FOUND"]);
      expect(await callAs(procedure, contexts.operator)).toBe("NOT_FOUND");
    }
    for (const procedure of ofOperators) {
      for (const who of ["stranger", "owner"] as const) {
        const code = await callAs(procedure, contexts[who]);
        expect([procedure[0], who, code]).toEqual([procedure[0], who, "NOT_FOUND"]);
      }
    }
    expect(await fingerprint()).toEqual(before);
  });

  it("refuses each role without its capability, before it changes anything", async () => {
    const before = await fingerprint();
    for (const procedure of ofAccount) {
      const roles = refusedRoles(procedure[1]);
      const codes = await Promise.all(roles.map((role) => callAs(procedure, contexts[role])));
      expect([procedure[0], ...codes]).toEqual([procedure[0], ...roles.map(() => "FORBIDDEN")]);
    }
    expect(await fingerprint()).toEqual(before);
  });

  it("that changes keys, people or prices needs a recent proof", async () => {
    for (const [path, { _def }] of procedures) {
      if (_def.type !== "mutation" || !isSensitive(path)) continue;
      expect([path, _def.meta?.needsProof]).toEqual([path, true]);
    }
    const before = await fingerprint();
    for (const procedure of procedures) {
      const [path, { _def }] = procedure;
      if (!_def.meta?.needsProof) continue;
      const ctx = contexts[_def.meta.access === "operator" ? "operator" : "owner"];
      const problem = await problemOf(procedure, provenAgo(ctx, PROOF_MS + 1));
      expect([path, problem]).toEqual([path, "proof-required"]);
    }
    expect(await fingerprint()).toEqual(before);
    for (const procedure of procedures.filter(([path]) => path === "keys.rotate")) {
      const problem = await problemOf(procedure, provenAgo(contexts.owner, PROOF_MS - 1000));
      expect(problem).toBe("not-found");
    }
  });

  it("of operators rejects those without a second factor", async () => {
    const ctx = await contextOf(await makePerson({ isOperator: true, withoutSecondFactor: true }));
    const before = await fingerprint();
    for (const procedure of ofOperators) {
      const problem = await problemOf(procedure, ctx);
      expect([procedure[0], problem]).toEqual([procedure[0], "second-factor-required"]);
    }
    expect(await fingerprint()).toEqual(before);
    const exports = exportNames.filter((name) =>
      ofOperators.some(([path]) => path === `exports.${name}`),
    );
    expect(exports.length).toBeGreaterThan(0);
  });

  it("that a viewer may call only reads", () => {
    for (const [path, { _def }] of ofAccount) {
      const isForViewers = hasCapability("viewer", _def.meta?.access as Capability);
      if (isForViewers) expect([path, _def.type]).toEqual([path, "query"]);
    }
  });

  it("behind a file refuses the same people", async () => {
    const before = await fingerprint();
    const ofFiles = await findFileProcedures();
    const paths = ofFiles.map(({ entry: [path] }) => path);
    expect(paths).toEqual(expect.arrayContaining(["pdf"]));
    for (const { entry, router } of ofFiles) {
      const [path, procedure] = entry;
      const isOfAccount = !everyone.includes(accessOf(procedure) ?? "");
      const refused = isOfAccount ? refusedRoles(procedure) : Role.options;
      const code = isOfAccount ? "FORBIDDEN" : "NOT_FOUND";
      for (const role of refused) {
        const result = await callAs(entry, contexts[role], {}, router);
        expect([path, role, result]).toEqual([path, role, code]);
      }
      expect(await callAs(entry, contexts.nobody, {}, router)).toBe("UNAUTHORIZED");
      expect(await callAs(entry, contexts.stranger, {}, router)).toBe("NOT_FOUND");
    }
    expect(await fingerprint()).toEqual(before);
  });

  it("lets each role do what its capabilities name, and nothing else", async () => {
    // Written out, so that a change of the table in the code is a change of this test.
    const allowed = {
      "orders.list": Role.options,
      "webhooks.secrets": ["owner", "admin", "developer"],
      "settings.removeLogo": ["owner", "admin"],
      "settings.resetTestAccount": ["owner", "admin"],
      "checkout.refund": ["owner", "admin", "finance"],
      "keys.create": ["owner", "admin", "developer"],
      "webhookEndpoints.delete": ["owner", "admin", "developer"],
      "orders.cancel": ["owner", "admin"],
      "team.setRole": ["owner"],
      ...(isUsed("billing") && {
        "billing.get": ["owner", "admin", "finance", "viewer"],
        "billing.setProfile": ["owner", "admin", "finance"],
      }),
      ...(isUsed("statements") && { "statements.get": ["owner", "admin", "finance", "viewer"] }),
      ...(isUsed("privacy") && { "privacy.export": ["owner"], "privacy.erase": ["owner"] }),
    };
    for (const [path, roles] of Object.entries(allowed)) {
      const procedure = procedures.find(([name]) => name === path);
      if (!procedure) throw new Error(path);
      for (const role of Role.options) {
        const isAllowed = (await callAs(procedure, contexts[role])) !== "FORBIDDEN";
        expect([path, role, isAllowed]).toEqual([path, role, roles.includes(role)]);
      }
    }
  });

  it("finds nothing of the other mode, or of another account", async () => {
    for (const procedure of ofAccount) {
      const [path, { _def }] = procedure;
      const ids = liveIds[path.split(".")[0] ?? ""];
      const [schema] = _def.inputs;
      if (!(schema instanceof z.ZodObject && "id" in schema.shape)) continue;
      // Objects of a new screen must be added above.
      expect([path, ids]).not.toContain(undefined);
      for (const who of ["owner", "stranger at home"] as const) {
        const code = await callAs(procedure, contexts[who], ids);
        expect([path, who, code]).toEqual([path, who, "NOT_FOUND"]);
      }
    }
  });
});
