import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan, RetirementRequest } from "#gateways/registries";
import { type FakeIsometric, type Fault, startFakeIsometric } from "#testing/fake-isometric/server";
import { openIsometric } from "./client";
import { isometricCalls } from "./retirements";

const ISSUANCE = "iss_1CSVDDHH3SBXRP6K";
const TIMEOUT_MS = 300;

let fake: FakeIsometric;
beforeEach(async () => {
  fake = await startFakeIsometric();
});
afterEach(() => fake.close());

function open(settings = fake.settings) {
  return isometricCalls({ client: openIsometric(settings, TIMEOUT_MS), settings });
}

function request(kg: number, change: Partial<RetirementRequest> = {}): RetirementRequest {
  return {
    id: "rrq_01KAAAAAAAAAAAAAAAAAAAAAAA",
    mode: "test",
    beneficiary: "Acme Ltd",
    organizationId: null,
    items: [{ serialNumberRange: ISSUANCE, quantityKg: kg }],
    sentAt: new Date(),
    ...change,
  };
}

async function planOf(input: RetirementRequest, taken: Plan[] = []): Promise<Plan> {
  const prepared = await open().prepare(input, taken);
  if (prepared.state !== "ready") throw new Error(prepared.reason);
  return prepared.plan;
}

const retiredKg = () => fake.books.retirements.reduce((sum, { kg }) => sum + kg, 0);

it("retires exactly the kg, across batches, and returns the registry's record", async () => {
  fake.books.issue(ISSUANCE, [1000, 700, 5000]);
  const one = request(1025);
  const result = await open().retire(one, await planOf(one));
  const [retirement] = fake.books.retirements;
  expect(result).toEqual({
    state: "confirmed",
    record: {
      reference: retirement?.id,
      retiredOn: new Date().toISOString().slice(0, 10),
      quantityKg: 1025,
      beneficiary: "Northly",
      url: `${fake.url}/retirements/${retirement?.id}`,
    },
  });
  expect(retirement?.notes).toBe(`Retired for Acme Ltd. Reference ${one.id}`);
  // The next request takes what the split left over.
  const two = request(5675, { id: "rrq_01KBBBBBBBBBBBBBBBBBBBBBBB" });
  expect(await open().retire(two, await planOf(two))).toMatchObject({ state: "confirmed" });
  expect(await open().prepare(request(1), [])).toEqual({
    state: "refused",
    reason: `the organization owns only 0 active kg of ${ISSUANCE}`,
  });
});

it("names the organization of the request, then that of the settings", async () => {
  fake.books.issue(ISSUANCE, [9000]);
  const named = await planOf(request(1, { organizationId: "org_1ACME000000000000" }));
  expect(named).toMatchObject({ beneficiaryId: "org_1ACME000000000000" });
  const settings = { ...fake.settings, organizationId: "org_1POOL000000000000" };
  const prepared = await open(settings).prepare(request(1), []);
  expect(prepared).toMatchObject({ plan: { beneficiaryId: "org_1POOL000000000000" } });
});

const lost: [string, Fault][] = [
  ["whose response was lost", { on: "retire", hangUp: "after" }],
  ["whose response was late", { on: "retire", delayMs: 2 * TIMEOUT_MS }],
];

it.each(lost)(
  "a request %s is found by its ID, and repeating it retires nothing",
  async (_, fault) => {
    fake.books.issue(ISSUANCE, [700, 5000]);
    const one = request(1025);
    const plan = await planOf(one);
    fake.faults.push(fault);
    expect(await open().retire(one, plan)).toMatchObject({ state: "unknown" });
    await expect.poll(() => fake.books.retirements).toHaveLength(1);
    const result = await open().find(one, plan);
    expect(result).toMatchObject({ state: "confirmed", record: { quantityKg: 1025 } });
    expect(await open().retire(one, plan)).toMatchObject({ state: "refused" });
    expect(await open().find(one, plan)).toEqual(result);
    expect(retiredKg()).toBe(1025);
  },
);

it("a request that a proxy delivered twice is refused, and found", async () => {
  fake.books.issue(ISSUANCE, [5000]);
  const one = request(25);
  const plan = await planOf(one);
  fake.faults.push({ on: "retire", duplicate: true });
  expect(await open().retire(one, plan)).toMatchObject({ state: "refused" });
  expect(await open().find(one, plan)).toMatchObject({ state: "confirmed" });
  expect(retiredKg()).toBe(25);
});

it("a request that never arrived is absent, and can be sent again", async () => {
  fake.books.issue(ISSUANCE, [5000]);
  const one = request(25);
  const plan = await planOf(one);
  fake.faults.push({ on: "retire", hangUp: "before" });
  expect(await open().retire(one, plan)).toMatchObject({ state: "unknown" });
  expect(await open().find(one, plan)).toEqual({ state: "absent" });
  expect(await open().retire(one, plan)).toMatchObject({ state: "confirmed" });
  expect(retiredKg()).toBe(25);
});

it("a request that is carried out after all makes its repetition fail", async () => {
  fake.books.issue(ISSUANCE, [5000]);
  const one = request(25);
  const plan = await planOf(one);
  fake.faults.push({ on: "retire", lateMs: 50 });
  expect(await open().retire(one, plan)).toMatchObject({ state: "unknown" });
  expect(await open().find(one, plan)).toEqual({ state: "absent" });
  await expect.poll(retiredKg).toBe(25);
  expect(await open().retire(one, plan)).toMatchObject({ state: "refused" });
  expect(await open().find(one, plan)).toMatchObject({ state: "confirmed" });
  expect(retiredKg()).toBe(25);
});

it("two open requests never share a batch, because only one of them could split it", async () => {
  fake.books.issue(ISSUANCE, [1000, 1000]);
  const plan = await planOf(request(25));
  const other = await planOf(request(25), [plan]);
  expect(other["batches"]).not.toEqual(plan["batches"]);
  expect(await open().prepare(request(1), [plan, other])).toMatchObject({ state: "unavailable" });
});

it.each([401, 403, 429, 500, 503])("a response with %i leaves the outcome open", async (status) => {
  fake.books.issue(ISSUANCE, [5000]);
  const one = request(25);
  const plan = await planOf(one);
  fake.faults.push({ on: "retire", status }, { on: "list", status });
  expect(await open().retire(one, plan)).toMatchObject({ state: "unknown" });
  expect(await open().find(one, plan)).toMatchObject({ state: "unavailable" });
  fake.faults.push({ status });
  expect(await open().prepare(one, [])).toMatchObject({ state: "unavailable" });
  expect(retiredKg()).toBe(0);
});

it("finds a request behind pages of other retirements", async () => {
  fake.books.issue(ISSUANCE, [5000]);
  const one = request(25);
  const plan = await planOf(one);
  await open().retire(one, plan);
  for (let count = 0; count < 60; count += 1) {
    const other = request(1, { id: `rrq_OTHER${count}` });
    await open().retire(other, await planOf(other));
  }
  expect(await open().find(one, plan)).toMatchObject({ record: { quantityKg: 25 } });
  expect(await open().find(request(25, { id: "rrq_OTHER" }), plan)).toEqual({ state: "absent" });
});

it("refuses credits that it cannot retire in one request", async () => {
  fake.books.issue(ISSUANCE, [10]);
  fake.books.issue(ISSUANCE, [10], "spl_1OTHER000000000000");
  const mixed = await open().prepare(request(20), []);
  expect(mixed).toMatchObject({ reason: expect.stringMatching(/several suppliers/) });
  const items = [{ serialNumberRange: "1-5-VCS-VCU-1", quantityKg: 5000 }];
  const other = await open().prepare(request(1, { items }), []);
  expect(other).toMatchObject({ reason: expect.stringMatching(/one issuance of Isometric/) });
});
