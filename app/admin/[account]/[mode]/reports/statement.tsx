"use client";
import type { RouterOutput } from "#trpc/router";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { MonthPicker, useFileQuery } from "#ui/admin/picker";
import { useScreenData } from "#ui/admin/screen-data";
import { SimpleTable } from "#ui/admin/table";
import { TaxTable } from "#ui/admin/tax-table";
import { BooksZone } from "#ui/admin/time";
import { queries } from "./queries";
import { ReportTools } from "./tools";

type View = RouterOutput["statements"]["get"];

function Tools({ month, months }: Pick<View, "month" | "months">) {
  return (
    <ReportTools pdf="statement" csv="statement" query={useFileQuery({ month })}>
      <MonthPicker month={month} months={months} />
      <BooksZone />
    </ReportTools>
  );
}

function Figures({ name, period, isComplete, figures, notes }: View) {
  return (
    <Panel title={name}>
      <Note className="mb-3">
        {period}
        {!isComplete && `. ${notes.open}`}
      </Note>
      <SimpleTable
        label="Ordered, sold and retired"
        columns={[
          { head: "Figure" },
          { head: "CO₂e", align: "right" },
          { head: "Price", align: "right" },
        ]}
        rows={figures.map(({ title, kg, price }) => ({
          key: title,
          cells: [title, kg, price ?? "–"],
        }))}
      />
      <Note className="mt-4">
        {notes.sold} {notes.apart}
      </Note>
    </Panel>
  );
}

interface MoneyProps {
  title: string;
  head: string;
  note: string;
  rows: View["money"];
}

function Money({ title: heading, head, note, rows }: MoneyProps) {
  return (
    <Panel title={heading}>
      <SimpleTable
        label={heading}
        columns={[{ head }, { head: "Amount", align: "right" }]}
        rows={rows.map(({ title, amount }) => ({ key: title, cells: [title, amount] }))}
      />
      <Note className="mt-4">{note}</Note>
    </Panel>
  );
}

function Subaccounts({ sections, notes }: View) {
  return (
    <Panel title="Sold by subaccount">
      {sections.length === 0 && <p>Nothing was sold in this month.</p>}
      {sections.map(({ key, name, kg, prices, rows }) => (
        <section key={key} className="mt-6 first:mt-0">
          <h3 className="font-semibold">{name}</h3>
          <p className="mb-2 text-[0.9375rem] text-quiet tabular-nums">
            {kg} sold. {prices}
          </p>
          <SimpleTable
            label={name}
            columns={[
              { head: "Portfolio and project" },
              { head: "Vintage", isExtra: true },
              { head: "Channel", isExtra: true },
              { head: "Sold", align: "right" },
              { head: "Retired at registry", align: "right", isExtra: true },
              { head: "Price", align: "right" },
            ]}
            rows={rows.map((row) => ({
              key: row.key,
              cells: [
                <span key="project">
                  {row.project}
                  <span className="block text-sm text-quiet">
                    {row.portfolio}, {row.registry}
                  </span>
                  {row.replaced && <span className="block text-sm text-quiet">{row.replaced}</span>}
                </span>,
                row.vintage,
                row.channel,
                row.kg,
                row.retired,
                row.price,
              ],
            }))}
          />
        </section>
      ))}
      {sections.length > 0 && <Note className="mt-4">{notes.retired}</Note>}
    </Panel>
  );
}

export function Statement() {
  const { statement: query } = useScreenData(queries);
  return (
    <Loaded query={query}>
      {(statement) => (
        <>
          <Tools {...statement} />
          <Figures {...statement} />
          {statement.billed.length > 0 && (
            <Money
              title="Billed"
              head="Documents"
              note={statement.notes.billed}
              rows={statement.billed}
            />
          )}
          <Money
            title="Customers’ money"
            head="Checkout"
            note={statement.notes.paid}
            rows={statement.money}
          />
          {statement.taxes.length > 0 && (
            <Panel title="Tax to declare">
              <TaxTable label="Tax to declare" rows={statement.taxes} />
              <Note className="mt-4">{statement.notes.tax}</Note>
            </Panel>
          )}
          <Subaccounts {...statement} />
          <Note>
            The CSV has a line for each lot of each order, with its serial numbers and evidence, and
            each payment and refund. Its times are in UTC.
          </Note>
        </>
      )}
    </Loaded>
  );
}
