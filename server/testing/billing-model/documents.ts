// Lines that a document must have.
import type { AccountContext } from "#core/context";
import { type Issuer, wayOf } from "./rates";
import { inNational, type Line, rateDay, table, vatOf, vatOn } from "./table";

export interface Sold {
  id: string;
  net: number;
  day: string;
}

export interface Invoiced {
  id: string;
  ctx: AccountContext;
  issuer: Issuer;
  buyer: string;
  period: string;
  orders: Sold[];
  /** Net that credit notes have credited, by order. */
  credited: Map<string, number>;
}

const sumsOf = (invoice: Invoiced, netOf: (order: Sold) => number) => {
  const sums = new Map<number, { net: number; source: string }>();
  for (const order of invoice.orders) {
    const { rate, source } = vatOf(invoice.issuer.country, {
      buyer: invoice.buyer,
      day: order.day,
    });
    if (netOf(order) === 0) continue;
    sums.set(rate, { net: (sums.get(rate)?.net ?? 0) + netOf(order), source });
  }
  return sums;
};

/** Amounts of all that is billed, or credited, of an invoice; in total over its documents. */
function amountsOf(invoice: Invoiced, netOf: (order: Sold) => number) {
  const { country } = invoice.issuer;
  const from = invoice.ctx.account.currency;
  const national = table[country];
  const amounts = new Map<string, { value: number; source: string }>();
  const add = (name: string, value: number, source: string) =>
    amounts.set(name, { value: (amounts.get(name)?.value ?? 0) + value, source });
  for (const [rate, { net, source }] of sumsOf(invoice, netOf)) {
    const vat = vatOn(net, rate);
    add(`${rate} net`, net, source);
    add(`${rate} vat`, vat, source);
    add(`${rate} gross`, net + vat, source);
    add("gross", net + vat, "sum of the rates");
    if (rate === 0 || !national || national.currency === from) continue;
    const way = wayOf(invoice.issuer, { from, period: invoice.period });
    const why = `${national.source}; ${way.source}`;
    const stated = (minor: number) => inNational(minor, { ...way, from, to: national.currency });
    if (national.statesNet) {
      add(`${rate} national net`, stated(net), why);
      add("national net", stated(net), "sum of rounded amounts");
    }
    add(`${rate} national vat`, stated(vat), why);
    add("national vat", stated(vat), "sum of rounded amounts");
  }
  return amounts;
}

/** Lines of a document: what is stated until now, less what earlier documents stated. */
export function linesOf(
  invoice: Invoiced,
  now: (order: Sold) => number,
  before: (order: Sold) => number,
) {
  const earlier = amountsOf(invoice, before);
  const touched = new Set(sumsOf(invoice, (order) => now(order) - before(order)).keys());
  const lines: Line[] = [];
  let [gross, net, vat] = [0, 0, 0];
  for (const [name, { value, source }] of amountsOf(invoice, now)) {
    const [rate, rest] = [Number(name.split(" ")[0]), name.slice(name.indexOf(" ") + 1)];
    if (Number.isNaN(rate) || !touched.has(rate)) continue;
    const amount = value - (earlier.get(name)?.value ?? 0);
    lines.push({ name, value: amount, source });
    if (rest === "gross") gross += amount;
    if (rest === "national net") net += amount;
    if (rest === "national vat") vat += amount;
  }
  const sums = "sum of the rounded amounts";
  lines.push({ name: "gross", value: gross, source: sums });
  const national = table[invoice.issuer.country];
  if (!national || !lines.some(({ name }) => name.endsWith("national vat"))) return lines;
  const way = wayOf(invoice.issuer, {
    from: invoice.ctx.account.currency,
    period: invoice.period,
  });
  if (national.statesNet) lines.push({ name: "national net", value: net, source: sums });
  lines.push({ name: "national vat", value: vat, source: sums });
  const rates = way.steps.map(({ rate }) => rate).join(" ");
  lines.push({ name: "rates", value: rates, source: way.source });
  const taxPoint = rateDay(invoice.period, { friday: false });
  lines.push({ name: "tax point", value: taxPoint, source: "the month's supply ends with it" });
  return lines;
}
