// Year by year what the registry issued and what was retired here, and where the project is sold.
import { formatKg } from "#domain/certificates";
import { portfolioPath } from "#ui/catalogue-path";
import { SheetPart } from "#ui/catalogue-sheet";
import type { Shown } from "./shown";

interface Year {
  year: number;
  issuedTonnes: number | null;
  retiredKg: number;
}

/** All years of which anything is known, the newest first. */
function yearsOf({ project, retired }: Shown): Year[] {
  const years = new Set([
    ...project.credit_issuances.map(({ vintage_year }) => vintage_year),
    ...retired.map(({ vintageYear }) => vintageYear),
  ]);
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => {
      const issued = project.credit_issuances.filter(({ vintage_year }) => vintage_year === year);
      return {
        year,
        issuedTonnes:
          issued.length === 0
            ? null
            : issued.reduce((sum, { total_amount }) => sum + total_amount, 0),
        retiredKg: retired.find(({ vintageYear }) => vintageYear === year)?.kg ?? 0,
      };
    });
}

const tonnes = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

function Table({ years, isTest }: { years: Year[]; isTest: boolean }) {
  const cell = "py-2.5 pl-4 text-right tabular-nums whitespace-nowrap";
  return (
    <table className="mt-5 w-full max-w-2xl border-collapse text-[0.9375rem]">
      <caption className="sr-only">Credits by vintage</caption>
      <thead>
        <tr className="border-b border-line text-sm text-quiet">
          <th scope="col" className="py-2 text-left font-normal whitespace-nowrap">
            Vintage
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            Issued by the registry
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            {isTest ? "Retired here (test)" : "Retired here"}
          </th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, issuedTonnes, retiredKg }) => (
          <tr key={year} className="border-b border-line last:border-0">
            <th scope="row" className="py-2.5 text-left font-medium tabular-nums">
              {year}
            </th>
            <td className={cell}>
              {issuedTonnes === null ? "–" : `${tonnes.format(issuedTonnes)} t`}
            </td>
            <td className={cell}>{retiredKg === 0 ? "–" : formatKg(retiredKg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Vintages({ shown }: { shown: Shown }) {
  const years = yearsOf(shown);
  const { portfolios, mode } = shown;
  return (
    <>
      {years.length > 0 && (
        <SheetPart title="Vintages">
          <Table years={years} isTest={mode === "test"} />
        </SheetPart>
      )}
      {portfolios.length > 0 && (
        <SheetPart title={portfolios.length === 1 ? "In this portfolio" : "In these portfolios"}>
          <ul className="mt-4 grid gap-x-12 gap-y-5 sm:grid-cols-2">
            {portfolios.map(({ id, name, summary }) => (
              <li key={id} className="min-w-0">
                <a href={portfolioPath(id, mode)} className="link font-medium">
                  {name}
                </a>
                {summary !== "" && (
                  <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">{summary}</p>
                )}
              </li>
            ))}
          </ul>
        </SheetPart>
      )}
    </>
  );
}
