// Covers every procedure of the router. Invalid input must never be a server error.
import { beforeAll, describe, expect, it } from "vitest";
import {
  type Draw,
  hostileFailures,
  permittedContext,
  refusalOf,
  typeFailures,
} from "#testing/hostile-inputs";
import { procedures, validInputOf } from "#testing/procedures";
import { drawSome } from "#testing/seed";
import { withLivePayments } from "#testing/settings";
import type { TrpcContext } from "./context";

/** By the name of the procedure or field; invalid-input.endurance.test.ts sends all values. */
const drawTwo: Draw = (values, place) =>
  drawSome(values, { seed: place, count: 2, nameOf: ([name]) => name });

withLivePayments();

let ctx: TrpcContext;

beforeAll(async () => {
  ctx = await permittedContext();
});

describe("every procedure, called with permission", () => {
  it("rejects an unknown field by its name", async () => {
    const taking = procedures.filter(([, { _def }]) => _def.inputs.length > 0);
    expect(taking.length).toBeGreaterThan(60);
    for (const [path, procedure] of taking) {
      const valid = validInputOf([path, procedure]);
      // Text of a file: it has no fields.
      if (typeof valid !== "object") continue;
      const refusal = await refusalOf(ctx, path, { ...valid, no_such_field: 1 });
      expect([path, refusal?.code, refusal?.fields]).toEqual([
        path,
        "BAD_REQUEST",
        ["no_such_field"],
      ]);
    }
  });

  it("rejects an input of another type", async () => {
    expect(await typeFailures(ctx, drawTwo)).toEqual([]);
  });

  it("never fails because of a field's value, and names the field that it rejects", async () => {
    const { tried, failures } = await hostileFailures(ctx, drawTwo);
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  }, 120_000);
});
