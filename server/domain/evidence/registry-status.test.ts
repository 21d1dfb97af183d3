import { beforeEach, describe, expect, it } from "vitest";
import { database } from "#core/db";
import {
  type EvidenceShop,
  eventTypesOf,
  mode,
  openEvidenceShop,
  registry,
  statusOf,
  write,
} from "#testing/evidence-shop";
import { matchAll, systemContext } from "#testing/factories";
import { decide } from "#testing/remedies";
import { getPolicy, listPolicies, openIncidents, resolveIncident, setPolicy } from "./index";

const { prisma } = database();
let shop: EvidenceShop;
beforeEach(async () => {
  shop = await openEvidenceShop();
});

describe("an incident", () => {
  it("about another beneficiary disputes the order until it is dismissed", async () => {
    const id = await shop.buy(1000);
    await shop.record(shop.evidence(0, 1000));
    const stretch = { lotId: shop.lotId, startKg: 0, endKg: 1000 };
    const kind = "other_beneficiary";
    const [incident = ""] = await write((tx) =>
      openIncidents(tx, {
        mode,
        registry,
        incidents: [{ kind, stretch, row: {}, proposal: null }],
      }),
    );
    expect((await statusOf(id))[0]).toBe("retired");
    await decide(incident, "disputed");
    expect(await statusOf(id)).toEqual(["disputed", 0, null, 2]);
    await write((tx) =>
      resolveIncident(tx, { mode, id: incident, resolution: "ours", note: null }),
    );
    expect(await statusOf(id)).toEqual(["retired", 1000, "2026-11-03", 3]);
    expect(await eventTypesOf(id)).toEqual([
      "order.fulfilled",
      "order.retired",
      "order.retirement_corrected",
      "order.retired",
    ]);
  });

  it("resolved as the other beneficiary's keeps the order disputed", async () => {
    const id = await shop.buy(1000);
    const stretch = { lotId: shop.lotId, startKg: 0, endKg: 1000 };
    const kind = "other_beneficiary";
    const [incident = ""] = await write((tx) =>
      openIncidents(tx, {
        mode,
        registry,
        incidents: [{ kind, stretch, row: {}, proposal: null }],
      }),
    );
    await write((tx) =>
      resolveIncident(tx, { mode, id: incident, resolution: "theirs", note: "confirmed" }),
    );
    expect((await statusOf(id))[0]).toBe("disputed");
  });
});

describe("the callback URL of an order", () => {
  it("receives order.retired only if the order asked for it", async () => {
    const url = "https://callbacks.example/carbon";
    const plain = await shop.buy(500, { notification_config: { url } });
    const opted = await shop.buy(500, { notification_config: { url, events: ["order.retired"] } });
    await shop.record(shop.evidence(0, 1000, { isPool: true }));
    const deliveries = async (subjectId: string) => {
      const events = await prisma.event.findMany({ where: { subjectId } });
      const sent = await prisma.delivery.findMany({
        where: { eventId: { in: events.map(({ id }) => id) } },
      });
      return events
        .filter(({ id }) => sent.some(({ eventId }) => eventId === id))
        .map(({ type }) => type);
    };
    expect(await deliveries(plain)).toEqual(["order.fulfilled"]);
    expect(await deliveries(opted)).toEqual(["order.fulfilled", "order.retired"]);
  });
});

describe("credits that are retired before their sale", () => {
  it("are matched only from retired lots", async () => {
    const stored = await getPolicy(systemContext(), { mode, registry });
    await write((tx) => setPolicy(tx, { ...stored, timing: "before_sale" }));
    expect(await listPolicies(systemContext(), { mode })).toMatchObject([
      { registry, timing: "before_sale", adapter: "sandbox" },
    ]);
    const id = await shop.buy(1000);
    const stateOf = async () => (await prisma.order.findFirstOrThrow({ where: { id } })).state;
    expect(await stateOf()).toBe("placed");
    await prisma.creditLot.updateMany({ where: { id: shop.lotId }, data: { holding: "retired" } });
    await write((tx) => setPolicy(tx, { ...stored, timing: "before_sale" }));
    await matchAll();
    expect(await stateOf()).toBe("fulfilled");
    await write((tx) => setPolicy(tx, stored));
  });
});
