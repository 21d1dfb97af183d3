import { expect, it } from "vitest";
import { makeAccount, makeStock } from "#testing/factories";
import { makeReservation } from "#testing/offers";
import { makePerson } from "#testing/people";
import { trpcContextOf } from "#testing/procedures";
import { createCallerFactory, router } from "#trpc/procedures";
import { exportReservations, reservationsRouter } from "./procedures";

it("totals sum up what is held, and the file lists it", async () => {
  const { live, test } = await makeAccount();
  const { portfolioId } = await makeStock();
  const person = await makePerson({ accountId: live.id, role: "viewer" });
  const viewer = await trpcContextOf(person, { slug: live.slug });
  const as = createCallerFactory(reservationsRouter);
  const reservation = await makeReservation(test, portfolioId);
  const none = { amount_kg: 0, price: 0 };
  const held = { amount_kg: 1, price: Number(reservation.price) };
  expect(await as(viewer).totals({})).toEqual({
    ...{ count: 1, is_capped: false, currency: "usd", sums: { held, used: none } },
  });
  const exports = createCallerFactory(router({ reservations: exportReservations }))(viewer);
  const { head, rows } = await exports.reservations({});
  const record = Object.fromEntries(head.map((name, at) => [name, rows[0]?.[at]]));
  expect(record).toMatchObject({
    ...{ id: reservation.id, state: "held", amount_kg: 1, portfolio_name: "Portfolio" },
  });
  const later = new Date(reservation.reservedUntil.getTime() + 1);
  const expired = as({ ...viewer, now: later }).totals({});
  expect((await expired).sums).toEqual({ held: none, used: none });
});
