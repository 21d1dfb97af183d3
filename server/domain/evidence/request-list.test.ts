import { expect, it } from "vitest";
import { database } from "#core/db";
import { mode, openEvidenceShop, write } from "#testing/evidence-shop";
import { systemContext } from "#testing/factories";
import {
  countWaitingRequests,
  listRequests,
  pollRequestNow,
  type RequestView,
} from "./request-list";
import { UNCONFIRMED_MS } from "./request-rules";
import { markSent, markUnknown, refuseRequest, writeRequests } from "./requests";

const now = new Date();
const later = new Date(now.getTime() + 60_000);

async function openShop() {
  const shop = await openEvidenceShop();
  await shop.buy(10_000);
  const request = async (tonne: number, adapter: "manual" | "isometric" = "isometric") => {
    const items = [{ lotId: shop.lotId, startKg: tonne * 1000, endKg: (tonne + 1) * 1000 }];
    const facts = { beneficiary: "Ann", isPool: false, reason: null, note: null };
    const requests = [{ ...facts, nextPollAt: adapter === "manual" ? null : later, items }];
    const { registry } = shop;
    const [id = ""] = await write((ctx) =>
      writeRequests(ctx, { mode, registry, adapter, requests }),
    );
    return id;
  };
  return { shop, request };
}

/** The view's requests among these, as their problems by place. */
async function listed(view: RequestView, ids: readonly string[]) {
  const { data } = await listRequests(systemContext(), { mode, view, limit: 100 });
  return ids.map((id) => data.find((one) => one.id === id)?.problem);
}

const send = (id: string, at = now) =>
  write((ctx) => markSent({ ...ctx, now: at }, { mode, ids: [id], nextPollAt: null }));

it("lists the requests that a person should look at, with the problem of each", async () => {
  const { request } = await openShop();
  const before = await countWaitingRequests(systemContext(), { mode });
  const waits = await request(0);
  const lost = await request(1);
  await write((ctx) => markUnknown(ctx, { mode, id: lost, error: "lost", nextPollAt: later }));
  const refused = await request(2);
  await write((ctx) => refuseRequest(ctx, { mode, id: refused, error: "no such organization" }));
  const [fresh, old] = [await request(3, "manual"), await request(4, "manual")];
  await send(fresh);
  await send(old, new Date(now.getTime() - UNCONFIRMED_MS - 60_000));
  const returned = await request(5, "manual");
  await write((ctx) => refuseRequest(ctx, { mode, id: returned, error: "returned" }));
  const ids = [waits, lost, refused, fresh, old, returned];
  expect(await listed("waiting", ids)).toEqual([
    undefined,
    "unknown",
    "refused",
    undefined,
    "unconfirmed",
    undefined,
  ]);
  expect(await listed("open", ids)).toEqual([
    null,
    "unknown",
    undefined,
    null,
    "unconfirmed",
    undefined,
  ]);
  expect(await listed("refused", ids)).toEqual([
    undefined,
    undefined,
    "refused",
    undefined,
    undefined,
    undefined,
  ]);
  expect(await countWaitingRequests(systemContext(), { mode })).toBe(before + 3);
});

it("a refused request needs no person any more once its credits are requested again or retired", async () => {
  const { shop, request } = await openShop();
  const [again, retired] = [await request(0), await request(1)];
  for (const id of [again, retired]) {
    await write((ctx) => refuseRequest(ctx, { mode, id, error: "refused" }));
  }
  expect(await listed("waiting", [again, retired])).toEqual(["refused", "refused"]);
  await request(0);
  await shop.record(shop.evidence(1000, 2000));
  expect(await listed("waiting", [again, retired])).toEqual([undefined, undefined]);
});

it("lets the worker ask about an open request of an adapter at once, and about no other", async () => {
  const { request } = await openShop();
  const [open, manual, ended] = [await request(0), await request(1, "manual"), await request(2)];
  await write((ctx) => refuseRequest(ctx, { mode, id: ended, error: "refused" }));
  const poll = (id: string) => write((ctx) => pollRequestNow({ ...ctx, now }, { mode, id }));
  await poll(open);
  const where = { mode_id: { mode, id: open } };
  const { nextPollAt } = await database().prisma.registryRequest.findUniqueOrThrow({ where });
  expect(nextPollAt).toEqual(now);
  for (const id of [manual, ended]) {
    await expect(poll(id)).rejects.toMatchObject({ code: "conflict" });
  }
});
