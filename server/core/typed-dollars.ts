import { typedMoney } from "./typed-money";

/** Typed dollars, such as "7.50", as cents. */
export const typedDollars = (limits: { min: number; max: number }) =>
  typedMoney({ ...limits, currency: "usd" });
