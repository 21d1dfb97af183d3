/** Dollars as people type them: "7.50", or "7,50". */
export const DOLLARS = /^\d{1,8}([.,]\d{1,2})?$/;

export const centsOfDollars = (typed: string) => Math.round(Number(typed.replace(",", ".")) * 100);
