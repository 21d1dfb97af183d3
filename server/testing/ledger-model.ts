// Drawn sequences of changes of a balance, some at once, compared with a simple model.
import fc from "fast-check";
import { expect } from "vitest";
import type { AccountContext } from "#core/context";
import { database } from "#core/db";
import { Problem } from "#core/errors";
import { setTerms } from "#domain/accounts";
import {
  getBalance,
  listEntries,
  recordAdjustment,
  recordDeposit,
} from "#modules/billing/balances/balances";
import { checkBilling } from "#modules/billing/check-billing";
import { port } from "#modules/billing/port";
import { cancelCharged, makeBilledAccount, placeCharged } from "#testing/billing";
import { systemContext } from "#testing/factories";

/** Cents per kg of the stock that `makeStock` makes. */
const AMOUNT = 2;

interface Model {
  balance: number;
  /** Null is no limit. */
  limit: number | null;
  entries: number;
  /** Charges of orders that can be cancelled. */
  open: Map<string, number>;
  references: number;
}

type Step =
  | { kind: "orders"; kg: number[] }
  | { kind: "cancel"; at: number; times: number }
  | { kind: "deposit"; amount: number; times: number }
  | { kind: "adjust"; amount: number }
  | { kind: "limit"; amount: number | null };

const amount = fc.integer({ min: 1, max: 5_000 });
const times = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("orders" as const),
      kg: fc.array(fc.integer({ min: 1, max: 1_500 }), { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("cancel" as const), at: fc.nat(20), times }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("deposit" as const), amount, times }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("adjust" as const),
      amount: fc.integer({ min: -3_000, max: 3_000 }).filter((it) => it !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("limit" as const), amount: fc.option(amount) }),
  },
);

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

interface Run {
  ctx: AccountContext;
  model: Model;
  portfolioId: string;
}

/** Orders at once: each that was taken was covered, and those refused together were not. */
async function placeAll({ ctx, model, portfolioId }: Run, kg: readonly number[]): Promise<void> {
  const results = await Promise.all(
    kg.map(async (each) => {
      let id = "";
      const code = await codeOf(
        placeCharged(ctx, { portfolioId, kg: each }).then((placed) => {
          id = placed;
        }),
      );
      return { id, code, cost: each * AMOUNT };
    }),
  );
  for (const { id, code, cost } of results) {
    if (code !== null) continue;
    model.balance -= cost;
    model.entries += 1;
    model.open.set(id, cost);
  }
  const { limit } = model;
  if (limit === null) {
    expect(results.map(({ code }) => code)).toEqual(kg.map(() => null));
    return;
  }
  const hasOrdered = results.some(({ code }) => code === null);
  if (hasOrdered) expect(model.balance).toBeGreaterThanOrEqual(-limit);
  for (const { code, cost } of results) {
    if (code === null) continue;
    expect(code).toBe("payment-required");
    // Orders only lower the balance, so what was refused is not covered at the end either.
    expect(model.balance - cost).toBeLessThan(-limit);
  }
}

async function cancel(
  { ctx, model }: Run,
  { at, times: count }: Extract<Step, { kind: "cancel" }>,
) {
  const [id, cost] = [...model.open][at % Math.max(1, model.open.size)] ?? [];
  if (id === undefined || cost === undefined) return;
  const codes = await Promise.all(
    Array.from({ length: count }, () => codeOf(cancelCharged({ ...ctx, now: new Date() }, { id }))),
  );
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  model.open.delete(id);
  model.balance += cost;
  model.entries += 1;
}

async function change({ ctx, model }: Run, drawn: Exclude<Step, { kind: "orders" | "cancel" }>) {
  const write = (work: (own: AccountContext) => Promise<unknown>) =>
    codeOf(database().transaction((db) => work({ ...ctx, db, now: new Date() })));
  if (drawn.kind === "limit") {
    const terms = { terms: "invoice" as const, credit_limit: drawn.amount, limits: port };
    expect(await write((own) => setTerms(own, terms))).toBeNull();
    model.limit = drawn.amount;
    return;
  }
  model.references += 1;
  const entry = { amount: drawn.amount, reference: `line ${model.references}` };
  const record = (own: AccountContext) =>
    drawn.kind === "deposit"
      ? recordDeposit(own, entry)
      : recordAdjustment(own, { ...entry, note: "Correction" });
  const count = drawn.kind === "deposit" ? drawn.times : 1;
  const codes = await Promise.all(Array.from({ length: count }, () => write(record)));
  expect(codes.filter((code) => code === null)).toHaveLength(1);
  model.balance += drawn.amount;
  model.entries += 1;
}

async function take(run: Run, drawn: Step): Promise<void> {
  if (drawn.kind === "orders") await placeAll(run, drawn.kg);
  else if (drawn.kind === "cancel") await cancel(run, drawn);
  else await change(run, drawn);
}

/** Entries that were there before are there unchanged. */
async function verify({ ctx, model }: Run, before: readonly object[]): Promise<object[]> {
  const { balance, creditLimit } = await getBalance(ctx);
  expect([balance, creditLimit]).toEqual([model.balance, model.limit]);
  const entries = (await listEntries(ctx, { limit: 1_000 })).toReversed();
  expect(entries).toHaveLength(model.entries);
  expect(entries.slice(0, before.length)).toEqual(before);
  return entries;
}

/** Runs drawn sequences on accounts of their own. */
export async function runLedgerModel(
  portfolioId: string,
  { runs, steps, seed }: { runs: number; steps: number; seed?: number },
): Promise<void> {
  const sequences = fc.array(step, { minLength: steps, maxLength: steps });
  await fc.assert(
    fc.asyncProperty(sequences, async (drawn) => {
      const { ctx } = await makeBilledAccount({ limitAmount: 2_000 });
      const model = { balance: 0, limit: 2_000, entries: 0, open: new Map(), references: 0 };
      const run = { ctx, model, portfolioId };
      let entries: object[] = [];
      for (const each of drawn) {
        await take(run, each);
        entries = await verify(run, entries);
      }
    }),
    { numRuns: runs, endOnFailure: true, ...(seed !== undefined && { seed }) },
  );
  expect(await checkBilling(systemContext())).toEqual([]);
}
