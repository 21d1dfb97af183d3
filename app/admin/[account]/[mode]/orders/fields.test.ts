import { expect, test } from "vitest";
import { OrderResource, PlaceOrder } from "#domain/orders";
import { orderColumns } from "#trpc/orders-export";
import { orderTermsIn } from "./order-schema";

/** Fields of an order that its row of the CSV has under another name, or leaves out. */
const notInCsv: Readonly<Record<string, string>> = {
  credits_expected_by: "changes while the order waits; the screen has it",
  matchable_from: "the same",
  certificate_public_url: "certificate_url",
  certificate_download_public_url: "is certificate_url with /pdf",
  registry_retired_on: "retired_on",
  price_usd_cents: "price_minor_units, in each currency",
  price_per_tonne_usd_cents: "price_per_tonne_minor_units, in each currency",
  refunded_usd_cents: "refunded_minor_units, in each currency",
  type: "the API's, for rides",
  ride_details: "the same",
  callback_url: "the API's",
  project_allocations: "projects, vintages and serial_number_ranges",
};

test("the CSV of orders has a column for each field of an order, but for those named here", () => {
  const missing = Object.keys(OrderResource.shape).filter((field) => !(field in orderColumns));
  expect(missing.sort()).toEqual(Object.keys(notInCsv).sort());
});

/** Fields that people in the dashboard can't give, with the reason. */
const notInForm: Readonly<Record<string, string>> = {
  reservation_id: "programs make reservations",
  notification_config: "programs receive callbacks",
  total_price_usd_cents: "total_price, in each currency",
};

test("the form of a new order has each field that the API takes, but for those named here", () => {
  const missing = Object.keys(PlaceOrder.shape).filter(
    (field) => !(field in orderTermsIn("usd").shape),
  );
  expect(missing.sort()).toEqual(Object.keys(notInForm).sort());
});
