import fs from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { adapters } from "./adapters";
import { adapterFault, adapterNamed, allAdapters, type RetirementRequest } from "./index";

const folder = "server/gateways/registries";

afterEach(() => {
  vi.useRealTimers();
  adapters.isometric.settings.current = null;
});

it("every folder is an adapter of its name", () => {
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((it) => it.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(
    allAdapters.map(({ name }) => name).toSorted(),
  );
  for (const [name, adapter] of Object.entries(adapters)) expect(adapter.name).toBe(name);
  expect(() => adapterNamed("toString")).toThrow(/unknown registry adapter/);
});

it("a policy cannot choose an adapter that does not serve its registry and mode", () => {
  const verra = { registry: "verra", mode: "live" } as const;
  expect(adapterFault("manual", verra)).toBeNull();
  expect(adapterFault("portal", verra)).toMatch(/must be one of manual, isometric, sandbox/);
  expect(adapterFault("isometric", verra)).toMatch(/serves only isometric/);
  expect(adapterFault("sandbox", verra)).toMatch(/only test mode/);
  expect(adapterFault("sandbox", { ...verra, mode: "test" })).toBeNull();
  const isometric = { registry: "isometric", mode: "live" } as const;
  expect(adapterFault("isometric", isometric)).toMatch(/CT_ISOMETRIC_TOKEN/);
});

it("the sandbox registry retires nothing live, and confirms a request after three seconds", async () => {
  vi.useFakeTimers({ now: new Date("2026-11-03T23:59:58Z") });
  expect(() => adapters.sandbox.calls("live")).toThrow(/no live credits/);
  const calls = adapters.sandbox.calls("test");
  const request: RetirementRequest = {
    id: "rrq_1",
    mode: "test",
    beneficiary: "Acme",
    organizationId: null,
    items: [{ serialNumberRange: "1-5", quantityKg: 1000 }],
    sentAt: null,
  };
  const prepared = await calls.prepare(request);
  expect(prepared).toEqual({ state: "ready", plan: { kg: 1000 } });
  const { plan } = prepared as Extract<typeof prepared, { state: "ready" }>;
  expect(await calls.find(request, plan)).toEqual({ state: "absent" });
  const sent = { ...request, sentAt: new Date() };
  expect(await calls.retire()).toEqual({ state: "pending" });
  expect(await calls.find(sent, plan)).toEqual({ state: "pending" });
  vi.advanceTimersByTime(3000);
  const confirmed = await calls.find(sent, plan);
  expect(confirmed).toMatchObject({
    state: "confirmed",
    record: { reference: "sandbox-rrq_1", retiredOn: "2026-11-03", quantityKg: 1000 },
  });
  // A part of it is recorded here, and no item any more.
  expect(await calls.find({ ...sent, items: [] }, plan)).toEqual(confirmed);
});
