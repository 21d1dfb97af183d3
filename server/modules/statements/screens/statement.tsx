"use client";
import type { RouterOutput } from "#trpc/router";
import { BooksZone } from "#ui/admin/format";
import { Loaded, Note, Panel } from "#ui/admin/page";
import { MonthPicker, useFileQuery } from "#ui/admin/picker";
import { ReportTools } from "#ui/admin/report-tools";
import { SimpleTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";
import { TaxTable } from "./tax-table";

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
        rows={figures}
        columns={[
          { head: "Figure", cell: ({ title }) => title },
          { head: "CO₂e", align: "right", cell: ({ kg }) => kg },
          { head: "Price", align: "right", cell: ({ price }) => price ?? "–" },
        ]}
        keyOf={({ title }) => title}
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
        rows={rows}
        columns={[
          { head, cell: ({ title }) => title },
          { head: "Amount", align: "right", cell: ({ amount }) => amount },
        ]}
        keyOf={({ title }) => title}
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
            rows={rows}
            columns={[
              {
                head: "Portfolio and project",
                cell: ({ project }) => project,
                note: ({ portfolio, registry, replaced }) => (
                  <>
                    {portfolio}, {registry}
                    {replaced && <span className="block">{replaced}</span>}
                  </>
                ),
              },
              { head: "Vintage", isExtra: true, cell: (row) => row.vintage },
              { head: "Channel", isExtra: true, cell: (row) => row.channel },
              { head: "Sold", align: "right", cell: (row) => row.kg },
              {
                head: "Retired at registry",
                align: "right",
                isExtra: true,
                cell: (row) => row.retired,
              },
              { head: "Price", align: "right", cell: (row) => row.price },
            ]}
            keyOf={(row) => row.key}
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
