// Covers every procedure of the router. Invalid input must never be a server error.
import { beforeAll, describe, expect, it } from "vitest";
import { hostileFailures, nested, permittedContext, refusalOf } from "#testing/hostile-inputs";
import { procedures, validInputOf } from "#testing/procedures";
import { drawSome } from "#testing/seed";
import { withLivePayments } from "#testing/settings";
import type { TrpcContext } from "./context";

/** Of each field, drawn by its name; invalid-input.endurance.test.ts sends all. */
const VALUES = 2;

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
    for (const [path, { _def }] of procedures) {
      if (_def.inputs.length === 0) continue;
      for (const input of [null, 7, "text", [], [[]], nested(200)]) {
        const refusal = await refusalOf(ctx, path, input);
        expect([path, refusal?.code]).toEqual([path, "BAD_REQUEST"]);
      }
    }
  });

  it("never fails because of a field's value, and names the field that it rejects", async () => {
    const { tried, failures } = await hostileFailures(ctx, (values, field) =>
      drawSome(values, { seed: field, count: VALUES, nameOf: ([name]) => name }),
    );
    expect(failures).toEqual([]);
    expect(tried).toBeGreaterThan(300);
  }, 120_000);
});
