import type { Module } from "#modules/module";

/** A year's figures that disclosure rules ask buyers of credits for. */
export const disclosures: Module = {
  name: "disclosures",
  screens: [
    {
      after: "Retirements",
      path: "/reports",
      show: "disclosure",
      name: "Yearly disclosure",
      isForLimited: true,
    },
  ],
};
