import type { Module } from "#modules/module";
import { statementEndpoints } from "./endpoints";

/** Months for the books: statements of accounts, and the operator's figures, taxes and journal. */
export const statements: Module = {
  name: "statements",
  endpoints: statementEndpoints,
  screens: [
    {
      after: "Retirements",
      path: "/reports",
      show: "statement",
      name: "Statements",
      hotkey: "m",
      needs: "read_billing",
      isForLimited: true,
    },
  ],
  operatorScreens: [
    { after: "Payments", path: "/money", show: "months", name: "Months", hotkey: "m" },
  ],
};
