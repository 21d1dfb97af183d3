"use client";
// What an import changes, or has changed.
import Link from "next/link";
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { formatMoney } from "#core/money";
import { useOperator } from "#ui/admin/operator-shell";
import { Panel } from "#ui/admin/page";
import type { Task } from "#ui/admin/task";

type Report = NonNullable<NonNullable<Task["report"]>["import"]>;
type Change = Report["projects"];

const count = (value: number) => value.toLocaleString("en-US");
const signed = (value: number) => `${value > 0 ? "+" : ""}${count(value)}`;

function Names({ verb, names, total }: { verb: string; names: string[]; total: number }) {
  if (total === 0) return null;
  const more = total - names.length;
  return (
    <p className="mt-1 text-[0.9375rem]">
      <span className="text-quiet">
        {count(total)} {verb}:
      </span>{" "}
      {names.join(", ")}
      {more > 0 && ` and ${count(more)} more`}
    </p>
  );
}

function ListChanges({ title, change }: { title: string; change: Change }) {
  const { createdCount, changedCount, removedCount } = change;
  if (createdCount + changedCount + removedCount === 0) return null;
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-medium">{title}</p>
      <Names verb="new" names={change.created} total={createdCount} />
      <Names verb="changed" names={change.changed} total={changedCount} />
      <Names verb="removed" names={change.removed} total={removedCount} />
    </li>
  );
}

const money = (cents: number | null) =>
  cents === null ? "the categories’ own" : `${formatMoney(cents, "USD", "en")} a kg`;

function Prices({ prices }: { prices: Report["prices"] }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-left text-[0.9375rem]" aria-label="Prices">
        <thead className="text-sm text-quiet">
          <tr>
            {["Of", "Where", "Old", "New"].map((head) => (
              <th key={head} scope="col" className="py-2 pr-4 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {prices.map(({ of, name, channel, beforeCents, afterCents }) => (
            <tr key={`${of} ${name} ${channel}`} className="border-t border-line">
              <td className="py-2 pr-4">{name}</td>
              <td className="py-2 pr-4 whitespace-nowrap">
                {channel === "api" ? "API" : "Checkout"}
              </td>
              <td className="py-2 pr-4 whitespace-nowrap text-quiet tabular-nums">
                {money(beforeCents)}
              </td>
              <td className="py-2 font-medium whitespace-nowrap tabular-nums">
                {money(afterCents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Sum({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Sums({ report }: { report: Report }) {
  const kg = report.kg.after - report.kg.before;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Sum label="Credit lots">{signed(report.lots.after - report.lots.before)}</Sum>
      <Sum label="Credits">
        {kg > 0 && "+"}
        {kg < 0 && "−"}
        {formatMass(Math.abs(kg))}
      </Sum>
      <Sum label="Projects">
        {signed(report.projects.createdCount - report.projects.removedCount)}
      </Sum>
      <Sum label="Stock after it">{formatMass(report.kg.after)}</Sum>
    </dl>
  );
}

function Refused({ report }: { report: Report }) {
  const more = report.refusedCount - report.refused.length;
  return (
    <Panel title={`Rows that are no stock (${count(report.refusedCount)})`}>
      <ul className="max-h-96 divide-y divide-line overflow-y-auto text-[0.9375rem]">
        {report.refused.map(({ place, reason }) => (
          <li key={`${place} ${reason}`} className="py-2">
            <span className="text-quiet">{place}:</span> {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p className="mt-2 text-sm text-quiet">And {count(more)} more.</p>}
    </Panel>
  );
}

/** Lots in use of which the registry names unsold serials: they need a decision. */
function StoppedLots({ report, isDone }: { report: Report; isDone: boolean }) {
  const { base } = useOperator();
  const rows = report.stoppedLots ?? [];
  if (rows.length === 0) return null;
  const lots = Map.groupBy(rows, ({ lotId }) => lotId);
  return (
    <Panel title={isDone ? "Lots stopped" : "Lots that would be stopped"}>
      <div role="alert" className="text-[0.9375rem]">
        <p>
          The registry names serial numbers as retired or cancelled that these lots have yet to
          sell.
          {isDone && " Nothing is sold from them until you decide."}
        </p>
        <ul className="mt-3 divide-y divide-line">
          {[...lots].map(([id, named]) => (
            <li key={id} className="py-2">
              <Link href={`${base}/lots/${encodeURIComponent(id)}`} className="link font-medium">
                {id}
              </Link>
              {named.map(({ place, range }) => (
                <span key={`${place} ${range}`} className="block break-all text-quiet">
                  {place}: {range}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Lists({ report }: { report: Report }) {
  const lists = [
    { title: "Projects", change: report.projects },
    { title: "Categories", change: report.categories },
    { title: "Portfolios", change: report.portfolios },
    { title: "Emission factors", change: report.factors },
  ];
  return (
    <ul className="mt-5 divide-y divide-line border-t border-line pt-4 empty:hidden">
      {lists.map((list) => (
        <ListChanges key={list.title} {...list} />
      ))}
      {report.defaultPortfolio && (
        <li className="py-3 first:pt-0 last:pb-0">
          <p className="font-medium">Default portfolio</p>
          <p className="mt-1 text-[0.9375rem]">
            <span className="text-quiet">{report.defaultPortfolio.before ?? "None"} →</span>{" "}
            {report.defaultPortfolio.after ?? "None"}
          </p>
        </li>
      )}
    </ul>
  );
}

export function ImportChanges({ report, isDone }: { report: Report; isDone: boolean }) {
  return (
    <>
      <StoppedLots report={report} isDone={isDone} />
      <Panel title={isDone ? "What it changed" : "What would change"}>
        <Sums report={report} />
        {report.notes.map((note) => (
          <p key={note} className="mt-4 text-[0.9375rem]">
            {note}
          </p>
        ))}
        <Lists report={report} />
      </Panel>
      {report.prices.length > 0 && (
        <Panel title="Prices">
          <Prices prices={report.prices} />
        </Panel>
      )}
      {report.refusedCount > 0 && <Refused report={report} />}
    </>
  );
}
