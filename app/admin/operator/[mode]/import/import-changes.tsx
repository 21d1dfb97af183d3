"use client";
import type { ReactNode } from "react";
import { formatMass, KG_PER_TONNE } from "#core/mass";
import { MissingCredits } from "#ui/admin/complete-list";
import { count, plural } from "#ui/admin/format";
import { ScrollList } from "#ui/admin/job";
import { Item, Items, Panel } from "#ui/admin/page";
import { PriceChange, perTonne } from "#ui/admin/prices";
import { ScreenLink } from "#ui/admin/screen-link";
import { SimpleTable } from "#ui/admin/table";
import { type Choice, plannedChanges, type Report } from "./choice";

type Change = Report["projects"];

interface Props {
  report: Report;
}

const sign = (value: number) => (value > 0 ? "+" : value < 0 ? "−" : "");
const signed = (value: number) => `${sign(value)}${count(Math.abs(value))}`;

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

type Price = Pick<Report["prices"][number], "unit" | "currency">;

function price(amount: number | null, { unit, currency }: Price): string {
  if (amount === null) return "Calculated";
  return perTonne(unit === "tonne" ? amount : amount * KG_PER_TONNE, currency);
}

/** Prices that change by more than a factor of two, which may be typing errors. */
function LargePriceChanges({ report, isDone }: Props & { isDone: boolean }) {
  const changes = report.largePriceChanges ?? [];
  if (changes.length === 0) return null;
  return (
    <Panel title="Prices that change by more than a factor of two">
      <div role="alert" className="text-[0.9375rem]">
        {!isDone && <p className="mb-3">Check them before you start the import.</p>}
        <Items>
          {changes.map(({ list, id, name, channel, ...change }) => (
            <Item key={`${list} ${id} ${channel} ${change.currency}`}>
              <span>
                {name}, {channel === "api" ? "API" : "checkout"}, per tonne
              </span>
              <PriceChange {...change} />
            </Item>
          ))}
        </Items>
      </div>
    </Panel>
  );
}

function Prices({ report: { prices } }: Props) {
  if (prices.length === 0) return null;
  return (
    <Panel title="Prices">
      <SimpleTable
        label="Prices"
        rows={prices}
        columns={[
          { head: "Category or portfolio", cell: ({ name }) => name },
          { head: "Channel", cell: ({ channel }) => (channel === "api" ? "API" : "Checkout") },
          {
            head: "Old price",
            align: "right",
            cell: ({ amountBefore, ...row }) => price(amountBefore, row),
          },
          {
            head: "New price",
            align: "right",
            cell: ({ amountAfter, ...row }) => (
              <strong className="font-medium">{price(amountAfter, row)}</strong>
            ),
          },
        ]}
        keyOf={({ of, name, channel, currency }) => `${of} ${name} ${channel} ${currency}`}
      />
    </Panel>
  );
}

function Total({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function Totals({ report: { kg, lots, projects } }: Props) {
  const addedKg = kg.after - kg.before;
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      <Total label="Credit lots">{signed(lots.after - lots.before)}</Total>
      <Total label="Credits">{`${sign(addedKg)}${formatMass(Math.abs(addedKg))}`}</Total>
      <Total label="Projects">{signed(projects.createdCount - projects.removedCount)}</Total>
      <Total label="Stock afterwards">{formatMass(kg.after)}</Total>
    </dl>
  );
}

/** Lots with unsold serial numbers that the registry lists as retired or cancelled. */
function StoppedLots({ report, isDone }: Props & { isDone: boolean }) {
  const rows = report.stoppedLots ?? [];
  if (rows.length === 0) return null;
  const lots = Map.groupBy(rows, ({ lotId }) => lotId);
  return (
    <Panel title={isDone ? "Stopped lots" : "Lots to be stopped"}>
      <div role="alert" className="text-[0.9375rem]">
        <p>
          The registry lists unsold serial numbers of these lots as retired or cancelled.
          {isDone && " They are not sold until you decide."}
        </p>
        <ul className="mt-3 divide-y divide-line">
          {[...lots].map(([id, ranges]) => (
            <li key={id} className="py-2">
              <ScreenLink to={`/stock/${encodeURIComponent(id)}`} className="link font-medium">
                {id}
              </ScreenLink>
              {ranges.map(({ place, range }) => (
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

const languages = new Intl.DisplayNames("en", { type: "language" });

function Translations({ report: { translations = [] } }: Props) {
  if (translations.length === 0) return null;
  const partsOf = ({ created, changed, removed }: (typeof translations)[number]) =>
    [`${count(created)} new`, `${count(changed)} changed`, `${count(removed)} removed`].filter(
      (part) => !part.startsWith("0 "),
    );
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-medium">Translations</p>
      {translations.map((translation) => (
        <p key={translation.language} className="mt-1 text-[0.9375rem]">
          <span className="text-quiet">{languages.of(translation.language)}:</span>{" "}
          {partsOf(translation).join(", ")}
        </p>
      ))}
    </li>
  );
}

function Lists({ report }: Props) {
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
      <Translations report={report} />
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

/** Consequences of the retired rows for orders. */
function Evidence({ report, isDone }: Props & { isDone: boolean }) {
  const { evidence } = report;
  if (!evidence) return null;
  const { retirements, retiredKg, orders, incidents, incidentKg, confirmations } = evidence;
  const waiting = incidents + confirmations;
  return (
    <Panel title="Retirements at the registry">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Total label={isDone ? "Retired" : "To be retired"}>{formatMass(retiredKg)}</Total>
        <Total label="For orders">{count(orders)}</Total>
        <Total label="Rows to confirm">{count(confirmations)}</Total>
        <Total label="Disputed">{formatMass(incidentKg)}</Total>
      </dl>
      <p className="mt-4 text-[0.9375rem]">
        {plural(retirements, "row")} of the registry {retirements === 1 ? "is" : "are"} evidence for
        your orders. {plural(evidence.knownRows, "row was", "rows were")} known,{" "}
        {plural(evidence.unrelatedRows, "row is", "rows are")} not about your credits.
      </p>
      {evidence.differingRows > 0 && (
        <p className="mt-2 text-[0.9375rem] text-warning">
          {plural(evidence.differingRows, "known row has", "known rows have")} other facts than the
          record here. Compare the export with your records to see them.
        </p>
      )}
      {waiting > 0 && (
        <p className="mt-2 text-[0.9375rem]">
          {isDone ? (
            <ScreenLink to="/retirements?show=evidence">Decide {plural(waiting, "row")}</ScreenLink>
          ) : (
            `${plural(waiting, "row")} will wait for your decision.`
          )}
        </p>
      )}
    </Panel>
  );
}

/** Changes that an import has made, or would make. */
export function ImportChanges({
  report,
  choice,
  isDone,
}: Props & { choice: Choice; isDone: boolean }) {
  const planned = { ...report, ...plannedChanges(report, choice) };
  return (
    <>
      <StoppedLots report={report} isDone={isDone} />
      <MissingCredits report={report} />
      <Evidence report={report} isDone={isDone} />
      <LargePriceChanges report={report} isDone={isDone} />
      <Panel title={isDone ? "Changes" : "Planned changes"}>
        <Totals report={planned} />
        {report.notes.map((note) => (
          <p key={note} className="mt-4 text-[0.9375rem]">
            {note}
          </p>
        ))}
        <Lists report={planned} />
      </Panel>
      <Prices report={report} />
      {report.refusedCount > 0 && (
        <Panel title={`Rows that add no stock (${count(report.refusedCount)})`}>
          <ScrollList
            rows={report.refused.map(({ place, reason }) => ({ place, text: reason }))}
            total={report.refusedCount}
          />
        </Panel>
      )}
    </>
  );
}
