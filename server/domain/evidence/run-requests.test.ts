import { afterEach, beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { probeInstallation } from "#domain/diagnostics";
import { isometricAdapter } from "#gateways/registries/isometric";
import { systemContext } from "#testing/factories";
import { type FakeIsometric, startFakeIsometric } from "#testing/fake-isometric/server";
import { elapse, openRequests, sellCredits, useIsometric } from "#testing/registry-requests";
import { findRegistriesToServe, getRequestBacklog, runRegistryRequests } from "./index";

let fake: FakeIsometric;
const { settings: isometricSettings } = isometricAdapter;
const before = isometricSettings.current;
beforeEach(async () => {
  fake = await startFakeIsometric();
  isometricSettings.current = fake.settings;
});
afterEach(async () => {
  isometricSettings.current = before;
  // A request that a test leaves open must not be served by the next one.
  await db().registryRequest.updateMany({ data: { adapter: "manual", nextPollAt: null } });
  await fake.close();
});

const db = () => database().prisma;
const run = () => runRegistryRequests(systemContext(), { database: database() });

async function statusOf(id: string | undefined) {
  const order = await db().order.findFirstOrThrow({ where: { id: id ?? "" } });
  return order.registryStatus;
}

const retiredKg = () => fake.books.retirements.reduce((sum, { kg }) => sum + kg, 0);

it("test mode: the sandbox registry retires a few seconds after allocation", async () => {
  const [whole, part] = await sellCredits(fake, "Verra", [2000, 25]);
  expect(await statusOf(whole)).toBe("pending");
  await run();
  expect(await statusOf(whole)).toBe("requested");
  await elapse(3000);
  await run();
  expect([await statusOf(whole), await statusOf(part)]).toEqual(["retired", "retired"]);
  const evidence = await db().registryRetirement.findMany({ where: { registry: "verra" } });
  const names = evidence.map(({ beneficiary, isPool }) => ({ beneficiary, isPool }));
  // A tonne that is not sold completely names no single customer.
  expect(names).toEqual([
    { beneficiary: "Customer 0", isPool: false },
    { beneficiary: expect.stringContaining("customers of"), isPool: true },
  ]);
});

it("test mode: the sandbox registry refuses one beneficiary, and retires for the others", async () => {
  const [refused, other] = await sellCredits(fake, "Verra", [2000, 1000]);
  const { accountId, id } = await db().order.findFirstOrThrow({ where: { id: refused ?? "" } });
  const beneficiaryName = "Refused by the registry";
  await db().order.updateMany({ where: { accountId, id }, data: { beneficiaryName } });
  await run();
  await elapse(3000);
  await run();
  expect([await statusOf(refused), await statusOf(other)]).toEqual(["pending", "retired"]);
  const where = { beneficiary: beneficiaryName };
  expect(await db().registryRequest.findMany({ where })).toMatchObject([
    { state: "refused", error: expect.stringContaining("refuses this beneficiary") },
  ]);
});

it("retires at Isometric to the kg, and records its reference", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [1025]);
  await run();
  expect(await statusOf(id)).toBe("retired");
  const [retirement] = fake.books.retirements;
  expect(retirement).toMatchObject({
    kg: 1025,
    notes: expect.stringMatching(/^Retired for Customer 0\. Reference rrq_/),
  });
  const evidence = { registryReference: retirement?.id, source: "adapter", isPool: false };
  const where = { registryReference: retirement?.id ?? "" };
  expect(await db().registryRetirement.findMany({ where })).toMatchObject([evidence]);
});

it("a request whose response was lost is found again, not repeated", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", hangUp: "after" });
  await run();
  expect(await statusOf(id)).toBe("requested");
  expect(await openRequests()).toMatchObject([{ state: "unknown" }]);
  const { retrying } = await getRequestBacklog(systemContext());
  expect(retrying).toBe(1);
  await elapse(0);
  await run();
  expect(await statusOf(id)).toBe("retired");
  expect(retiredKg()).toBe(700);
});

it("a request that never arrived is repeated, but not while it may be under way", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  isometricSettings.current = { ...fake.settings, settleMs: 60_000 };
  fake.faults.push({ on: "retire", hangUp: "before" });
  await run();
  await elapse(0);
  await run();
  expect(retiredKg()).toBe(0);
  await elapse(60_000);
  await run();
  expect(await statusOf(id)).toBe("retired");
  expect(retiredKg()).toBe(700);
});

it("a repeated request has the batches of the first attempt, whatever has changed", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", hangUp: "before" });
  await run();
  const [request] = await openRequests();
  const [first] = [...fake.books.batches.values()];
  // A later request would choose this one first.
  fake.books.issue(first?.issuanceId ?? "", [5000]);
  const [added] = [...fake.books.batches.values()].slice(-1);
  if (added) added.issuedAt = "2020-01-01T00:00:00Z";
  await elapse(60_000);
  await run();
  expect(await statusOf(id)).toBe("retired");
  expect(request?.plan).toMatchObject({
    kg: 700,
    plan: { batches: [{ batchId: first?.id, kg: 700 }] },
  });
  expect(added?.status).toBe("active");
});

it("a request is not sent again when a part of it has got evidence meanwhile", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", hangUp: "before" });
  await run();
  const [request] = await openRequests();
  const where = { requestId: request?.id ?? "" };
  await db().registryRequestItem.updateMany({ where, data: { endKg: 600 } });
  await elapse(60_000);
  await run();
  expect(retiredKg()).toBe(0);
  expect(await statusOf(id)).toBe("requested");
  expect(await openRequests()).toMatchObject([
    { error: expect.stringMatching("has registry evidence") },
  ]);
});

it("while another worker serves the registry nothing is sent; after its lease, another does", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  const lease = (leasedUntil: Date) => ({ runner: "another", leasedUntil });
  const key = { mode: "test", registry: "isometric" };
  await db().registryRunner.upsert({
    where: { mode_registry: key },
    create: { ...key, ...lease(new Date(Date.now() + 60_000)) },
    update: lease(new Date(Date.now() + 60_000)),
  });
  expect(await run()).toBe(0);
  expect(retiredKg()).toBe(0);
  await db().registryRunner.update({ where: { mode_registry: key }, data: lease(new Date(0)) });
  await run();
  expect(await statusOf(id)).toBe("retired");
});

it("a refused request is over when nothing was retired, and its kg wait for a day", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", status: 422 });
  await run();
  expect(await statusOf(id)).toBe("requested");
  await elapse(60_000);
  await run();
  expect(await statusOf(id)).toBe("pending");
  await run();
  expect(retiredKg()).toBe(0);
  expect((await getRequestBacklog(systemContext())).lost).toBe(1);
  const settledAt = new Date(Date.now() - 25 * 3_600_000);
  await db().registryRequest.updateMany({ where: { state: "refused" }, data: { settledAt } });
  await run();
  expect(await statusOf(id)).toBe("retired");
  expect(retiredKg()).toBe(700);
});

it("a request that a proxy delivered twice is confirmed, not refused", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", duplicate: true });
  await run();
  await elapse(0);
  await run();
  expect(await statusOf(id)).toBe("retired");
  expect(retiredKg()).toBe(700);
});

it("a record of another amount is not evidence, and a person must look", async () => {
  await useIsometric();
  const [id] = await sellCredits(fake, "Isometric", [700]);
  fake.faults.push({ on: "retire", hangUp: "after" });
  await run();
  for (const retirement of fake.books.retirements) retirement.kg = 600;
  await elapse(0);
  await run();
  expect(await statusOf(id)).toBe("requested");
  expect(await openRequests()).toMatchObject([{ error: expect.stringContaining("600 kg") }]);
});

it("any number of workers send each request once", async () => {
  await useIsometric();
  const ids = await sellCredits(fake, "Isometric", [10, 20, 30, 40, 50]);
  await Promise.all(Array.from({ length: 4 }, run));
  await run();
  expect(await Promise.all(ids.map(statusOf))).toEqual(ids.map(() => "retired"));
  expect(fake.books.retirements.map(({ kg }) => kg).toSorted()).toEqual([10, 20, 30, 40, 50]);
});

it("with nothing due, workers write nothing", async () => {
  await useIsometric();
  await sellCredits(fake, "Isometric", [10]);
  await run();
  const runners = await db().registryRunner.findMany();
  expect(await findRegistriesToServe(systemContext(), { database: database() })).toEqual([]);
  expect(await run()).toBe(0);
  expect(await db().registryRunner.findMany()).toEqual(runners);
});

it("while an adapter is not configured, nothing is requested, and doctor says why", async () => {
  await useIsometric();
  isometricSettings.current = null;
  const [id] = await sellCredits(fake, "Isometric", [10]);
  expect(await run()).toBe(0);
  expect(await statusOf(id)).toBe("pending");
  const probes = await probeInstallation(systemContext());
  const detail = expect.stringMatching(/^policy of isometric in test mode: .*CT_ISOMETRIC_TOKEN/);
  expect(probes).toContainEqual({ part: "registries", state: "problem", detail });
  isometricSettings.current = fake.settings;
  await run();
  expect(await statusOf(id)).toBe("retired");
});
