import type { Module } from "#modules/module";
import { reservationEndpoints } from "./endpoints";
import { findUsableReservation, hasReservations, takeReservation } from "./reservations";

/** Credits that a program keeps for a while, at a fixed price, before it orders. */
export const reservations: Module = {
  name: "reservations",
  endpoints: reservationEndpoints,
  screens: [
    {
      after: "Payments",
      path: "/checkout",
      show: "reservations",
      name: "Reservations",
      isForLimited: true,
      isOffered: hasReservations,
    },
  ],
  reservations: { findUsable: findUsableReservation, take: takeReservation },
};
