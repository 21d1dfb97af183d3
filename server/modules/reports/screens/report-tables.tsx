// Figures, credits and evidence of a subaccount's report, for the dashboard and the shared page.
import type { ReactNode } from "react";
import type { RouterOutput } from "#trpc/router";

type ReportView = RouterOutput["reports"]["get"];

type Portfolio = ReportView["portfolios"][number];
type Sale = NonNullable<ReportView["sales"]>[number];

const cell = "py-2.5 pl-4 text-right align-top whitespace-nowrap tabular-nums";

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-xl/tight font-semibold tracking-tight tabular-nums">{children}</dd>
    </div>
  );
}

export function ReportTotals({ view: { totals, orders, prices } }: { view: ReportView }) {
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-4">
      <Total label="Sold">{totals.sold}</Total>
      <Total label="Retired at registries">{totals.retired}</Total>
      <Total label="Retirement pending">{totals.pending}</Total>
      <Total label="Orders">{orders.toLocaleString("en-US")}</Total>
      {prices !== null && (
        <div className="col-span-full">
          <dt className="text-sm text-quiet">Price</dt>
          <dd className="tabular-nums">{prices}</dd>
        </div>
      )}
    </dl>
  );
}

function Row({ row }: { row: Portfolio["rows"][number] }) {
  const { project, registry, vintage, sold, retired, pending, prices } = row;
  return (
    <tr className="border-t border-line">
      <td className="py-2.5 text-left align-top">
        {project}
        <span className="block text-sm text-quiet">
          {registry}, vintage {vintage}
        </span>
        <span className="block text-sm text-quiet tabular-nums sm:hidden">
          {retired} retired, {pending} pending
        </span>
        {prices !== null && <span className="block text-sm text-quiet tabular-nums">{prices}</span>}
      </td>
      <td className={cell}>{sold}</td>
      <td className={`${cell} max-sm:hidden`}>{retired}</td>
      <td className={`${cell} max-sm:hidden`}>{pending}</td>
    </tr>
  );
}

export function ReportCredits({ view: { portfolios, notes } }: { view: ReportView }) {
  if (portfolios.length === 0) return <p>{notes.nothing}</p>;
  return portfolios.map((portfolio) => (
    <section key={portfolio.key} className="mt-6 first:mt-0">
      <h3 className="font-semibold">{portfolio.name}</h3>
      <p className="mb-2 text-[0.9375rem] text-quiet tabular-nums">
        {portfolio.sold} sold, {portfolio.retired} retired, {portfolio.pending} pending
      </p>
      <table className="w-full text-[0.9375rem]">
        <caption className="sr-only">{portfolio.name}</caption>
        <thead className="text-sm text-quiet">
          <tr>
            <th className="py-1.5 text-left font-normal">Project</th>
            <th className={`${cell} py-1.5 font-normal`}>Sold</th>
            <th className={`${cell} py-1.5 font-normal max-sm:hidden`}>Retired</th>
            <th className={`${cell} py-1.5 font-normal max-sm:hidden`}>Pending</th>
          </tr>
        </thead>
        <tbody>
          {portfolio.rows.map((row) => (
            <Row key={row.key} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  ));
}

function SaleItem({ sale }: { sale: Sale }) {
  return (
    <li className="border-t border-line py-3 first:border-0">
      <p className="flex flex-wrap justify-between gap-x-6 tabular-nums">
        <span className="min-w-0">
          {sale.day} · {sale.credits}
        </span>
        <span className="whitespace-nowrap">
          {sale.kg}
          {sale.price !== null && `, ${sale.price}`}
        </span>
      </p>
      <p className="mt-0.5 text-sm wrap-anywhere text-quiet">
        {sale.status}. {sale.serial}
      </p>
      <a href={sale.certificateUrl} className="link text-sm">
        Certificate <span className="sr-only">of order {sale.order}</span>
      </a>
    </li>
  );
}

export function ReportSales({ view: { sales, ahead, notes } }: { view: ReportView }) {
  if (sales === null) return <p>{notes.more}</p>;
  return (
    <>
      {ahead && <p className="mb-2 text-sm text-pretty text-quiet">{ahead}</p>}
      <ul className="text-[0.9375rem]">
        {sales.map((sale) => (
          <SaleItem key={sale.id} sale={sale} />
        ))}
      </ul>
    </>
  );
}

export function ReportNotes({ view: { notes, isComplete, hasPrices } }: { view: ReportView }) {
  const all = [notes.sold, notes.retired, hasPrices && notes.prices, !isComplete && notes.open];
  return <p className="text-sm text-pretty text-quiet">{all.filter(Boolean).join(" ")}</p>;
}
