import type { Module } from "#modules/module";

/** Reports of one subaccount, and links that share them with people who have no login. */
export const reports: Module = {
  name: "reports",
  screens: [
    {
      after: "Retirements",
      path: "/reports",
      show: "subaccount",
      name: "Subaccount report",
      needs: "read_billing",
      isForLimited: true,
    },
  ],
};
