// People who are limited to one subaccount. Covers every procedure, including new ones.
import type { AnyRouter } from "@trpc/server";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Account } from "#core/context";
import { database } from "#core/db";
import { addMember, deleteSubaccount, limitMember, setMemberRole } from "#domain/accounts";
import { createSubaccount } from "#domain/catalogue";
import { isUsed } from "#modules";
import { createReservation } from "#modules/reservations/reservations";
import { openSession } from "#testing/checkout";
import { contextOf, makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { insertPayment } from "#testing/objects";
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
import type { TrpcContext } from "./context";
import type { ForLimited } from "./limits";

interface Part {
  /** Null: the account itself. */
  subaccountId: string | null;
  /** Names and ids that a result about the part contains. */
  traces: string[];
  order: string;
  checkout_session: string;
  payment: string;
  reservation: string;
}

let slug: string;
let test: Account;
let live: Account;
let portfolioId: string;
let [own, other, whole]: Part[] = [];
let limited: TrpcContext;
let unlimited: TrpcContext;
let personId: string;

const common = ["public", "person", "operator"];
const isOfAccount = (it: Procedure) => !common.includes(accessOf(it) ?? "");
const forLimitedOf = ({ _def }: Procedure) =>
  (_def.meta as { forLimited?: ForLimited } | undefined)?.forLimited;

async function makePart(name: string, isSubaccount: boolean): Promise<Part> {
  const subaccount = isSubaccount ? await createSubaccount(contextOf(test), { name }) : null;
  const subaccountId = subaccount?.id ?? null;
  const terms = { amount_kg: 1, portfolio_id: portfolioId, subaccountId, description: name };
  const { id: order } = await placeOrder(contextOf(test), terms);
  const beneficiary = { name, message: null, url: null };
  const session = { account: test, portfolioId, subaccountId, beneficiary };
  const { id: checkout_session } = await openSession(session);
  await insertPayment(checkout_session);
  const { id: payment } = await database().prisma.payment.findFirstOrThrow({
    where: { checkoutSessionId: checkout_session },
  });
  const { id: reservation } = await database().transaction((db) =>
    createReservation(
      { ...contextOf(test), db },
      {
        ...{ amount_kg: 1, portfolio_id: portfolioId, subaccountId },
        ...{ channel: "api", expires_in_seconds: 3600 },
      },
    ),
  );
  const own = { order, checkout_session, payment, reservation };
  const traces = [name, ...Object.values(own), ...(subaccountId ? [subaccountId] : [])];
  return { subaccountId, traces, ...own };
}

beforeAll(async () => {
  ({ live, test } = await makeAccount());
  slug = live.slug;
  ({ portfolioId } = await makeStock());
  own = await makePart("Own Traces", true);
  other = await makePart("Other Traces", true);
  whole = await makePart("Whole Traces", false);
  await matchAll();
  await makePerson({ accountId: live.id, role: "owner" });
  const person = await makePerson();
  personId = person.id;
  const limit = { accountId: test.id, subaccountId: own.subaccountId ?? "" };
  await database().transaction((db) =>
    addMember({ ...systemContext(), db }, { accountId: live.id, personId, role: "admin", limit }),
  );
  limited = await trpcContextOf(person, { slug });
  const admin = await makePerson({ accountId: live.id, role: "admin" });
  unlimited = await trpcContextOf(admin, { slug });
});

interface Call {
  entry: [string, Procedure];
  ids?: object;
  router?: AnyRouter | undefined;
}

/** The result as JSON, or the code of the error. */
async function resultOf(ctx: TrpcContext, { entry, ids = {}, router }: Call): Promise<string> {
  try {
    const result = await callProcedure(entry[0], ctx, validInputOf(entry, ids), router);
    return JSON.stringify(result, (_key, it) => (typeof it === "bigint" ? String(it) : it)) ?? "";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

async function findAll(): Promise<Call[]> {
  const files = await findFileProcedures();
  const all: Call[] = [...procedures.map((entry) => ({ entry })), ...files];
  return all.filter(({ entry }) => isOfAccount(entry[1]));
}

const isAbout = (part: Part | undefined, result: string) =>
  part?.traces.some((it) => result.includes(it)) ?? false;

describe("someone who is limited to one subaccount", () => {
  it("is refused by every procedure that does not say how it serves them", async () => {
    const refusing = (await findAll()).filter(({ entry }) => !forLimitedOf(entry[1]));
    expect(refusing.length).toBeGreaterThan(20);
    for (const call of refusing) {
      expect([call.entry[0], await resultOf(limited, call)]).toEqual([call.entry[0], "FORBIDDEN"]);
    }
  });

  it("reads nothing of other subaccounts and of the account, in lists, files and sums", async () => {
    const filtered = (await findAll()).filter(({ entry }) => forLimitedOf(entry[1]) === "filter");
    const withTraces: string[] = [];
    for (const call of filtered) {
      const [path, procedure] = call.entry;
      const [schema] = procedure._def.inputs;
      const takesFilter = schema instanceof z.ZodObject && "subaccount_id" in schema.shape;
      expect([path, takesFilter]).toEqual([path, true]);
      if (procedure._def.type !== "query") continue;
      const result = await resultOf(limited, call);
      expect([path, isAbout(other, result), isAbout(whole, result)]).toEqual([path, false, false]);
      if (isAbout(own, result)) withTraces.push(path);
      const foreign = { subaccount_id: other?.subaccountId };
      expect([path, await resultOf(limited, { ...call, ids: foreign })]).toEqual([
        path,
        "NOT_FOUND",
      ]);
    }
    expect(withTraces).toEqual(
      expect.arrayContaining([
        ...["orders.list", "checkout.list", "exports.orders"],
        ...["checkout.payments", "exports.payments"],
        ...(isUsed("reservations") ? ["reservations.list", "exports.reservations"] : []),
        ...(isUsed("statements") ? ["statements.get"] : []),
      ]),
    );
  });

  it("finds by search what is of their subaccount, and nothing else", async () => {
    const find = procedures.find(([path]) => path === "search.find") as [string, Procedure];
    const [api] = await database().prisma.apiKey.findMany({ where: { accountId: test.id } });
    for (const part of [own, other, whole]) {
      for (const text of part?.traces ?? []) {
        const result = await resultOf(limited, { entry: find, ids: { text } });
        const isOwn = text !== part?.reservation && part === own;
        expect([text, isAbout(own, result)]).toEqual([text, isOwn]);
        expect([text, isAbout(other, result), isAbout(whole, result)]).toEqual([
          text,
          false,
          false,
        ]);
      }
    }
    for (const text of ["Traces", "o@", "ct_", api?.id ?? ""]) {
      const result = JSON.parse(await resultOf(limited, { entry: find, ids: { text } }));
      expect([text, result.keys, result.invoices]).toEqual([text, [], []]);
      const all = JSON.stringify(result);
      expect([text, isAbout(other, all), isAbout(whole, all)]).toEqual([text, false, false]);
    }
  });

  it("counts their payments and no others", async () => {
    const totals = procedures.find(([path]) => path === "checkout.paymentTotals");
    const entry = totals as [string, Procedure];
    const count = async (ctx: TrpcContext) => JSON.parse(await resultOf(ctx, { entry })).count;
    expect([await count(limited), await count(unlimited)]).toEqual([1, 3]);
  });

  it("finds no object of other subaccounts, or of the account", async () => {
    for (const call of await findAll()) {
      const of = forLimitedOf(call.entry[1]);
      if (!of || of === "filter" || of === "shared") continue;
      const kind = typeof of === "object" ? "reservation" : of;
      for (const part of [other, whole]) {
        const id = kind === "subaccount" ? part?.subaccountId : part?.[kind];
        if (!id) continue;
        const result = await resultOf(limited, { ...call, ids: { id } });
        expect([call.entry[0], result]).toEqual([call.entry[0], "NOT_FOUND"]);
      }
    }
    const get = procedures.find(([path]) => path === "orders.get") as [string, Procedure];
    const result = await resultOf(limited, { entry: get, ids: { id: own?.order } });
    expect(isAbout(own, result)).toBe(true);
  });

  it("gets the same as everyone where a procedure is shared", async () => {
    for (const call of await findAll()) {
      if (forLimitedOf(call.entry[1]) !== "shared") continue;
      const result = await resultOf(limited, call);
      expect([call.entry[0], result]).toEqual([call.entry[0], await resultOf(unlimited, call)]);
      expect([own, other, whole].some((part) => isAbout(part, result))).toBe(false);
    }
  });

  it("orders for their subaccount only, whatever the request says", async () => {
    const quote = { amount_kg: 2, portfolio_id: portfolioId };
    const { price } = (await callProcedure("orders.quote", limited, quote)) as {
      price: number;
    };
    const order = { ...quote, confirmed_price: price, key: "0a".repeat(16) };
    const foreign = { ...order, subaccount_id: other?.subaccountId };
    await expect(callProcedure("orders.place", limited, foreign)).rejects.toThrow();
    const { id } = (await callProcedure("orders.place", limited, order)) as { id: string };
    const [row] = await database().prisma.order.findMany({ where: { id } });
    expect(row?.subaccountId).toBe(own?.subaccountId);
  });

  it("has no access in the other mode", async () => {
    const inLive = { ...limited, headers: new Headers(limited.headers) };
    inLive.headers.set("x-dashboard-mode", "live");
    await expect(callProcedure("orders.list", inLive, {})).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });

  it("cannot become an owner or a developer, and keeps the subaccount from being deleted", async () => {
    const inside = <Result>(work: (ctx: ReturnType<typeof contextOf>) => Promise<Result>) =>
      database().transaction((db) => work({ ...contextOf(live), db }));
    for (const role of ["owner", "developer"] as const) {
      const change = inside((ctx) => setMemberRole(ctx, { personId, role }));
      await expect(change).rejects.toMatchObject({ code: "invalid-parameters" });
    }
    const id = (await createSubaccount(contextOf(test), { name: "Empty" })).id;
    const limit = { accountId: test.id, subaccountId: id };
    await inside((ctx) => limitMember(ctx, { personId, limit }));
    const remove = () =>
      database().transaction((db) => deleteSubaccount({ ...contextOf(test), db }, { id }));
    await expect(remove()).rejects.toMatchObject({ code: "conflict" });
    await inside((ctx) => limitMember(ctx, { personId, limit: null }));
    await remove();
    expect(await resultOf(limited, { entry: auditList() })).not.toBe("FORBIDDEN");
  });
});

const auditList = () => procedures.find(([path]) => path === "audit.list") as [string, Procedure];
