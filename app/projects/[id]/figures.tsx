import { formatMass } from "#core/mass";
import type { findPublicProject, ProjectDetailResource } from "#domain/catalogue";
import { formatKg } from "#domain/certificates";
import type { listRetiredOfProject } from "#domain/impact";
import type { PublishedLink } from "#domain/links";
import { portfolioPath, RegistryLink, SheetPart } from "#ui/catalogue";
import { CO2e, Fact } from "#ui/text";

type PublicProject = NonNullable<Awaited<ReturnType<typeof findPublicProject>>>;

export interface ProjectView extends Omit<PublicProject, "project"> {
  project: ProjectDetailResource;
  /** Address on this host; null: none. */
  picture: string | null;
  /** By vintage, the oldest first. */
  retired: Awaited<ReturnType<typeof listRetiredOfProject>>;
  /** The payment link that the visitor came from, if it sells the project. */
  link: PublishedLink | null;
}

const impactTypes: Record<string, string> = {
  removal: "Carbon removal",
  avoidance: "Emission avoidance",
  reduction: "Emission reduction",
};

function Total({ view }: { view: ProjectView }) {
  const kg = view.retired.reduce((sum, part) => sum + part.kg, 0);
  const retiredKg = view.retired.reduce((sum, part) => sum + part.registryRetiredKg, 0);
  const isTest = view.mode === "test";
  return (
    <div className="lg:w-64 lg:shrink-0">
      <p className="text-[0.9375rem] font-medium text-accent">
        {isTest ? "Sold here (test)" : "Sold here"}
      </p>
      {kg === 0 ? (
        <p className="mt-1 text-2xl font-semibold tracking-tight">Nothing yet</p>
      ) : (
        <p className="mt-1">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">
            {formatMass(kg)}
          </span>{" "}
          <span className="text-lg whitespace-nowrap text-quiet">
            of <CO2e />
          </span>
          <span className="mt-1 block text-[0.9375rem] text-quiet tabular-nums">
            {retiredKg > 0 && `${formatMass(retiredKg)} retired at the registry`}
            {retiredKg > 0 && retiredKg < kg && ", "}
            {retiredKg < kg && `${formatMass(kg - retiredKg)} pending`}
          </span>
        </p>
      )}
    </div>
  );
}

export function Figures({ view }: { view: ProjectView }) {
  const { project } = view;
  const { lifetime, impact_type } = project;
  return (
    <section
      aria-label="At a glance"
      className="flex gap-x-12 gap-y-8 border-t border-line bg-soft px-5 py-8 max-lg:flex-col sm:px-12 sm:py-10"
    >
      <Total view={view} />
      <dl className="grid grow grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3">
        {project.registry_name !== "" && (
          <Fact label="Registry">
            <RegistryLink project={project} />
          </Fact>
        )}
        {project.developer !== "" && <Fact label="Developer">{project.developer}</Fact>}
        {project.methodology !== null && <Fact label="Methodology">{project.methodology}</Fact>}
        {project.verifier !== null && <Fact label="Verifier">{project.verifier}</Fact>}
        {impact_type !== null && (
          <Fact label="Impact type">{impactTypes[impact_type] ?? impact_type}</Fact>
        )}
        {lifetime !== null && (
          <Fact label="Project period">
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
            {isTest ? "Sold here (test)" : "Sold here"}
          </th>
          <th scope="col" className="py-2 pl-4 text-right font-normal">
            Of these, retired at the registry
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
            <td className={cell}>{soldKg === 0 ? "–" : formatKg(soldKg)}</td>
            <td className={cell}>{retiredKg === 0 ? "–" : formatKg(retiredKg)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Vintages({ view }: { view: ProjectView }) {
  const years = yearsOf(view);
  const { portfolios, mode } = view;
  return (
    <>
      {years.length > 0 && (
        <SheetPart title="Vintages">
          <Table years={years} isTest={mode === "test"} />
        </SheetPart>
      )}
      {portfolios.length > 0 && (
        <SheetPart title={portfolios.length === 1 ? "Portfolio" : "Portfolios"}>
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
