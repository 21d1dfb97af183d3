import { describe, expect, it } from "vitest";
import { signCallback } from "#domain/events";
import { verifyWebhook, WebhookVerificationError } from "#sdk";

const secretOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32)).toString("base64")}`;
const [current, previous] = [secretOf("current"), secretOf("previous")];
const now = new Date("2026-11-24T12:00:00Z");
const event = { id: "evt_1", type: "subaccount.created", subaccount: { name: "Größe 🌱" } };
const body = JSON.stringify(event);
const headers = { ...signCallback({ id: "evt_1", attemptedAt: now, body, secrets: [current] }) };
const request = { body, headers, secret: current, now };

describe("verifyWebhook", () => {
  it("returns the event that the server signed, from text, bytes and any form of headers", async () => {
    const upper = Object.fromEntries(
      Object.entries(headers).map(([name, it]) => [name.toUpperCase(), [it]]),
    );
    for (const form of [headers, new Headers(headers), upper]) {
      expect(await verifyWebhook({ ...request, headers: form })).toEqual(event);
    }
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ ...request, body: bytes })).toEqual(event);
  });

  it("accepts either secret during a rotation", async () => {
    const both = signCallback({
      id: "evt_1",
      attemptedAt: now,
      body,
      secrets: [current, previous],
    });
    for (const secret of [current, previous, [previous, current]]) {
      expect(await verifyWebhook({ ...request, headers: { ...both }, secret })).toEqual(event);
    }
    expect(await verifyWebhook({ ...request, secret: [previous, current] })).toEqual(event);
  });

  it.each([
    ["another body", { body: body.replace("created", "deleted") }],
    ["another id", { headers: { ...headers, "webhook-id": "evt_2" } }],
    ["another secret", { secret: previous }],
    ["no secrets", { secret: [] }],
    ["no signature", { headers: { ...headers, "webhook-signature": undefined } }],
    ["an unknown version", { headers: { ...headers, "webhook-signature": "v2,AAAA" } }],
    ["a signature that is not base64", { headers: { ...headers, "webhook-signature": "v1,?" } }],
    ["a timestamp that is not a number", { headers: { ...headers, "webhook-timestamp": "NaN" } }],
    ["an old timestamp", { now: new Date(now.getTime() + 301_000) }],
    ["a future timestamp", { now: new Date(now.getTime() - 301_000) }],
  ])("rejects %s", async (_name, change) => {
    await expect(verifyWebhook({ ...request, ...change })).rejects.toThrow(
      WebhookVerificationError,
    );
  });

  it("accepts what is as old as the tolerance, and says that a secret is none", async () => {
    const later = { ...request, now: new Date(now.getTime() + 600_000) };
    expect(await verifyWebhook({ ...later, toleranceSeconds: 600 })).toEqual(event);
    await expect(verifyWebhook({ ...request, secret: "whsec_?" })).rejects.toThrow(TypeError);
  });
});
