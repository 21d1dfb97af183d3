// The stand-in behaves as Stripe did when it was recorded.
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { startFakeStripe } from "#testing/fake-stripe/server";
import { RECORDINGS, type Recording } from "./recording";
import { replay } from "./replay";
import { record, scenarios } from "./scenarios";

const upstream = await startFakeStripe();
afterAll(() => upstream.close());

const recordOne = (scenario: string) =>
  record(scenario, { secretKey: upstream.settings.secretKey, url: upstream.url });

async function differencesOf(recording: Recording): Promise<string[]> {
  const fake = await startFakeStripe();
  const differences = await replay(fake, recording);
  await fake.close();
  return differences;
}

const files = fs.readdirSync(RECORDINGS).filter((name) => name.endsWith(".json"));

it.runIf(files.length > 0).each(files)("%s is what the stand-in does", async (file) => {
  const json = fs.readFileSync(path.join(RECORDINGS, file), "utf8");
  expect(await differencesOf(JSON.parse(json) as Recording)).toEqual([]);
});

describe("the recorder", () => {
  it.each(Object.keys(scenarios))("records %s, which can be replayed", async (scenario) => {
    const recording = await recordOne(scenario);
    expect(recording.exchanges.length).toBeGreaterThan(0);
    expect(await differencesOf(recording)).toEqual([]);
  });

  it("writes neither keys, client secrets nor IDs", async () => {
    const json = JSON.stringify(await recordOne("refunds"));
    for (const secret of [upstream.settings.secretKey, "_secret_", "Bearer"])
      expect(json).not.toContain(secret);
    const ids = upstream.payments.flatMap(({ id, charges }) => [id, ...charges.map((it) => it.id)]);
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) expect(json).not.toContain(id);
    expect(json).toContain('"pi_1"');
  });
});

describe("a recording of something else than the stand-in does is reported", () => {
  type Body = Record<string, never> & { [name: string]: unknown };
  const falsified: [string, (body: Body) => void, string][] = [
    ["another status", (it) => Object.assign(it, { status: "processing" }), "status"],
    ["another amount", (it) => Object.assign(it, { amount_received: 1999 }), "amount_received"],
    ["another type", (it) => Object.assign(it, { latest_charge: null }), "latest_charge"],
    ["a field less", (it) => Object.assign(it, { client_secret: undefined }), "client_secret"],
    ["a field that we read", (it) => Object.assign(it, { code: "declined" }), "code"],
    ["another payment", (it) => Object.assign(it, { id: "pi_2" }), "id"],
  ];
  it.each(falsified)("%s", async (_what, falsify, field) => {
    const recording = structuredClone(await recordOne("paid"));
    const last = recording.exchanges.findLast(({ path: at }) =>
      at.startsWith("/v1/payment_intents"),
    );
    falsify(last?.body as Body);
    const [difference, ...others] = await differencesOf(recording);
    expect(difference).toContain(`body.${field} is `);
    expect(others).toEqual([]);
  });

  it("another response code, or a replay", async () => {
    const recording = await recordOne("repetitions");
    for (const exchange of recording.exchanges) {
      exchange.isReplayed = !exchange.isReplayed;
      exchange.status += 1;
    }
    const differences = await differencesOf(recording);
    expect(differences.filter((one) => one.includes(": status is "))).toHaveLength(
      recording.exchanges.length,
    );
    expect(differences.filter((one) => one.includes("idempotent-replayed"))).toHaveLength(
      recording.exchanges.length,
    );
  });
});
