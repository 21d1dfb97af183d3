"use client";
import { formatTonnes } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { BooksZone } from "#ui/admin/format";
import { Facts, Loaded, Note, Panel } from "#ui/admin/page";
import { Picker, useFileQuery } from "#ui/admin/picker";
import { ReportTools } from "#ui/admin/report-tools";
import { SimpleTable } from "#ui/admin/table";
import { useScreenData } from "#ui/admin/trpc";
import { queries } from "./queries";

type Summary = RouterOutput["disclosures"]["summary"];

function Tools({ year, years }: Pick<Summary, "year" | "years">) {
  return (
    <ReportTools pdf="disclosure" csv="disclosures" query={useFileQuery({ year: String(year) })}>
      <Picker
        name="year"
        label="Year"
        value={String(year)}
        options={years.map(String).map((value) => ({ value, text: value }))}
      />
      <BooksZone />
    </ReportTools>
  );
}

function Totals({ totals, notes }: Summary) {
  return (
    <Panel title="Total">
      <SimpleTable
        label="Total"
        rows={totals}
        columns={[
          { head: "Credits", cell: ({ title }) => title },
          { head: "Tonnes", align: "right", cell: ({ kg }) => formatTonnes(kg) },
          { head: "Kilograms", isExtra: true, count: ({ kg }) => kg },
        ]}
        keyOf={({ group }) => group}
      />
      <Note className="mt-4">{notes.retired}</Note>
    </Panel>
  );
}

function ShareTables({ tables, retiredKg, year, notes }: Summary) {
  return (
    <Panel title="ESRS E1-7">
      <Note>{notes.esrs}</Note>
      {retiredKg === 0 ? (
        <p className="mt-4 font-medium">No credits were retired in {year}.</p>
      ) : (
        <div className="mt-5 grid gap-x-10 gap-y-7 lg:grid-cols-2">
          {tables.map(({ id, title, shares }) => (
            <div key={id} className="min-w-0">
              <h3 className="mb-1 text-[0.9375rem] font-semibold">{title}</h3>
              <SimpleTable
                label={title}
                rows={shares}
                columns={[
                  { head: "Credits", cell: ({ label }) => label },
                  { head: "Tonnes", align: "right", cell: ({ kg }) => formatTonnes(kg) },
                  { head: "Share", align: "right", cell: ({ share }) => share },
                ]}
                keyOf={({ label }) => label}
              />
            </div>
          ))}
        </div>
      )}
      <Note className="mt-5">{notes.unknown}</Note>
    </Panel>
  );
}

function Projects({ projects, notes, notStated }: Summary) {
  return (
    <Panel title="California AB 1305">
      <Note>{notes.ab1305}</Note>
      <Note className="mt-2">{notes.seller}</Note>
      {projects.length === 0 && <p className="mt-4 font-medium">{notes.nothing}</p>}
      {projects.map(({ key, name, totals, facts }) => (
        <article key={key} className="mt-5 border-t border-line pt-5">
          <h3 className="font-semibold">{name}</h3>
          <ul className="mt-1 mb-4 text-[0.9375rem] text-quiet">
            {totals.map(({ group, title, kg }) => (
              <li key={group}>
                {title}: <span className="text-ink tabular-nums">{formatTonnes(kg)}</span>
              </li>
            ))}
          </ul>
          <Facts
            facts={Object.fromEntries(
              facts.map(({ label, value }) => [
                label,
                value ?? (
                  <span key={label} className="text-quiet">
                    {notStated}
                  </span>
                ),
              ]),
            )}
          />
        </article>
      ))}
    </Panel>
  );
}

export function Disclosure() {
  const { disclosure: query } = useScreenData(queries);
  return (
    <Loaded query={query}>
      {(summary) => (
        <>
          <Tools year={summary.year} years={summary.years} />
          <Totals {...summary} />
          <ShareTables {...summary} />
          <Projects {...summary} />
        </>
      )}
    </Loaded>
  );
}
