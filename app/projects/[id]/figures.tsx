import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { linkFor, type Reader } from "#core/reader";
import type { PortfolioResource, ProjectDetailResource } from "#domain/catalogue";
import type { listRetiredOfProject } from "#domain/impact";
import type { PublishedLink } from "#modules/module";
import { portfolioPath, RegistryLink } from "#ui/catalogue";
import { catalogueCopy } from "#ui/catalogue-copy";
import { SheetPart } from "#ui/catalogue-sheet";
import { CO2e, Fact } from "#ui/text";

export interface ProjectView {
  mode: "live" | "test";
  project: ProjectDetailResource;
  /** Null if the name is not translated. */
  originalName: string | null;
  /** Offered portfolios with the project, in the order of the catalogue. */
  portfolios: PortfolioResource[];
  reader: Reader;
  /** Address on this host; null: none. */
  picture: string | null;
  /** By vintage, the oldest first. */
  retired: Awaited<ReturnType<typeof listRetiredOfProject>>;
  /** The payment link that the visitor came from, if it sells the project. */
  link: PublishedLink | null;
}

function impactTypeOf(type: string, language: Language): string {
  const names: Record<string, string> = catalogueCopy[language].project.impactTypes;
  return names[type] ?? type;
}

function Total({ view }: { view: ProjectView }) {
  const kg = view.retired.reduce((sum, part) => sum + part.kg, 0);
  const retiredKg = view.retired.reduce((sum, part) => sum + part.registryRetiredKg, 0);
  const isTest = view.mode === "test";
  const { language } = view.reader;
  const { project: copy, of } = catalogueCopy[language];
  const massOf = (amount: number) => formatMass(amount, language);
  return (
    <div className="lg:w-64 lg:shrink-0">
      <p className="text-[0.9375rem] font-medium text-accent">
        {isTest ? copy.soldInTest : copy.sold}
      </p>
      {kg === 0 ? (
        <p className="mt-1 text-2xl font-semibold tracking-tight">{copy.nothing}</p>
      ) : (
        <p className="mt-1">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">{massOf(kg)}</span>{" "}
          <span className="text-lg whitespace-nowrap text-quiet">
            {of} <CO2e />
          </span>
          <span className="mt-1 block text-[0.9375rem] text-quiet tabular-nums">
            {retiredKg > 0 && copy.retired(massOf(retiredKg))}
            {retiredKg > 0 && retiredKg < kg && ", "}
            {retiredKg < kg && copy.pending(massOf(kg - retiredKg))}
          </span>
        </p>
      )}
    </div>
  );
}

export function Figures({ view }: { view: ProjectView }) {
  const { project, reader } = view;
  const { language } = reader;
  const { project: copy } = catalogueCopy[language];
  const { lifetime, impact_type } = project;
  return (
    <section
      aria-label={copy.glance}
      className="flex gap-x-12 gap-y-8 border-t border-line bg-soft px-5 py-8 max-lg:flex-col sm:px-12 sm:py-10"
    >
      <Total view={view} />
      <dl className="grid grow grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3">
        {project.registry_name !== "" && (
          <Fact label={copy.registry}>
            <RegistryLink project={project} />
          </Fact>
        )}
        {project.developer !== "" && <Fact label={copy.developer}>{project.developer}</Fact>}
        {project.methodology !== null && (
          <Fact label={copy.methodology}>{project.methodology}</Fact>
        )}
        {project.verifier !== null && <Fact label={copy.verifier}>{project.verifier}</Fact>}
        {impact_type !== null && (
          <Fact label={copy.impactType}>{impactTypeOf(impact_type, language)}</Fact>
        )}
        {lifetime !== null && (
          <Fact label={copy.period}>
            <span className="tabular-nums">
              {lifetime.start_year}–{lifetime.end_year}
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}

interface Year {
  year: number;
  issuedTonnes: number | null;
  soldKg: number;
  retiredKg: number;
}

/** All years of which anything is known, the newest first. */
function yearsOf({ project, retired }: ProjectView): Year[] {
  const years = new Set([
    ...project.credit_issuances.map(({ vintage_year }) => vintage_year),
    ...retired.map(({ vintageYear }) => vintageYear),
  ]);
  return [...years]
    .sort((a, b) => b - a)
    .map((year) => {
      const sold = retired.find(({ vintageYear }) => vintageYear === year);
      const issued = project.credit_issuances.filter(({ vintage_year }) => vintage_year === year);
      return {
        year,
        issuedTonnes:
          issued.length === 0
            ? null
            : issued.reduce((sum, { total_amount }) => sum + total_amount, 0),
        soldKg: sold?.kg ?? 0,
        retiredKg: sold?.registryRetiredKg ?? 0,
      };
    });
}

interface TableProps {
  years: Year[];
  isTest: boolean;
  language: Language;
}

function Table({ years, isTest, language }: TableProps) {
  const { project: copy } = catalogueCopy[language];
  const tonnes = new Intl.NumberFormat(language, { maximumFractionDigits: 3 });
  const cell = "py-2.5 pl-4 text-right tabular-nums whitespace-nowrap";
  return (
    <table className="mt-5 w-full max-w-2xl border-collapse text-[0.9375rem]">
      <caption className="sr-only">{copy.byVintage}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-quiet">
          <th scope="col" className="py-2 text-left font-normal whitespace-nowrap">
            {copy.vintage}
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            {copy.issued}
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            {isTest ? copy.soldInTest : copy.sold}
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            {copy.ofTheseRetired}
          </th>
        </tr>
      </thead>
      <tbody>
        {years.map(({ year, issuedTonnes, soldKg, retiredKg }) => (
          <tr key={year} className="border-b border-line last:border-0">
            <th scope="row" className="py-2.5 text-left font-medium tabular-nums">
              {year}
            </th>
            <td className={cell}>
              {issuedTonnes === null ? "–" : `${tonnes.format(issuedTonnes)} t`}
            </td>
            <td className={cell}>{soldKg === 0 ? "–" : formatMass(soldKg, language)}</td>
            <td className={cell}>{retiredKg === 0 ? "–" : formatMass(retiredKg, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Vintages({ view }: { view: ProjectView }) {
  const years = yearsOf(view);
  const { portfolios, mode, reader } = view;
  const { project: copy } = catalogueCopy[reader.language];
  return (
    <>
      {years.length > 0 && (
        <SheetPart title={copy.vintages}>
          <Table years={years} isTest={mode === "test"} language={reader.language} />
        </SheetPart>
      )}
      {portfolios.length > 0 && (
        <SheetPart title={copy.portfolios(portfolios.length)}>
          <ul className="mt-4 grid gap-x-12 gap-y-5 sm:grid-cols-2">
            {portfolios.map(({ id, name, summary }) => (
              <li key={id} className="min-w-0">
                <a href={linkFor(reader, portfolioPath(id, mode))} className="link font-medium">
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
