import { expect, it } from "vitest";
import { TypedBilledProfile, TypedCredit } from "./schema";

const read = (orders: string | null) =>
  TypedCredit("usd").safeParse({ reason: "Goodwill", orders });

it("no orders credit all that is left", () => {
  // An empty field.
  expect(read(null).data).toEqual({ reason: "Goodwill", orders: undefined });
  expect(read(" \n ").data).toEqual({ reason: "Goodwill", orders: undefined });
});

it("each line names an order, and an amount if only a part is credited", () => {
  expect(read("ord_1\n\n  ord_2   12.50 \nord_3\t$1000\n").data?.orders).toEqual([
    { order_id: "ord_1" },
    { order_id: "ord_2", net: 1_250 },
    { order_id: "ord_3", net: 100_000 },
  ]);
});

it.each(["ord_1 twelve", "ord_1 0", "ord_1 1.234", "ord_1 5 6", "ord_1\nord_2 -5"])(
  "%j is refused, and the line is named",
  (orders) => {
    const line = orders.split("\n").length;
    expect(read(orders).error?.issues).toMatchObject([
      { path: ["orders"], message: `cannot read line ${line}` },
    ]);
  },
);

const profile = {
  legal_name: "A",
  address: "B",
  country_code: "DE",
  tax_id: "",
  billing_email: "a@b.example",
  language: "de",
};

it.each([
  ["14", 14],
  ["0", 0],
  ["180", 180],
  ["", null],
  ["soon", null],
  ["1.5", null],
  ["181", null],
  ["-1", null],
])("days to pay of %j are %j", (typed, days) => {
  const { data } = TypedBilledProfile.safeParse({ ...profile, payment_days: typed });
  expect(data?.payment_days ?? null).toBe(days);
});
