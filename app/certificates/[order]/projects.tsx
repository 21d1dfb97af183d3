import type { Language } from "#core/language";
import type { Reader } from "#core/reader";
import {
  type CertificateProject,
  type CertificateResource,
  certificateCopy,
  formatKg,
  formatProjectKg,
  formatShare,
  namedGoals,
  recordNotesOf,
} from "#domain/certificates";
import { attributeCopy } from "#ui/attribute-copy";
import { attributeLine } from "#ui/attributes";
import { RegistryLink } from "#ui/catalogue";
import { Goals } from "#ui/catalogue-sheet";
import { RecordText } from "#ui/record-text";
import { Swatch } from "#ui/share-bar";
import { Breakable, Fact, OriginalName } from "#ui/text";
import { colorOf, type ProjectExtras, Summary, sortedProjects } from "./summary";

interface RetirementProps {
  retirement: CertificateProject["retirements"][number];
  language: Language;
}

function RecordNotes({ retirement, mode, language }: RetirementProps & Pick<Props, "mode">) {
  return (
    <ul className="space-y-1.5 text-sm text-quiet">
      {recordNotesOf(retirement, mode, language).map((note) => (
        <li key={note.text}>
          <RecordText note={note} link={certificateCopy[language].projects.inRegistry} />
        </li>
      ))}
    </ul>
  );
}

/** The kg that count. Credits that were replaced are struck out. */
function Amount({ retirement, language }: RetirementProps) {
  const { amount_kg: kg, replaced_kg: replacedKg } = retirement;
  const all = formatKg(kg, language);
  if (replacedKg === 0) return all;
  if (replacedKg === kg) return <del className="text-quiet">{all}</del>;
  return (
    <>
      {formatKg(kg - replacedKg, language)}
      <span className="block text-sm text-quiet">
        {certificateCopy[language].projects.ofKg(all)}
      </span>
    </>
  );
}

function Retirements({ project, mode, language }: Pick<Props, "project" | "mode" | "language">) {
  const { projects: copy } = certificateCopy[language];
  const cell = "pt-2 pb-1 align-top";
  return (
    <table className="mt-5 w-full border-collapse text-sm sm:text-[0.9375rem] print:mt-2">
      <caption className="sr-only">{copy.creditsOf(project.name)}</caption>
      <thead>
        <tr className="border-b border-line text-left text-sm text-quiet">
          <th scope="col" className="w-20 py-1.5 pr-3 font-normal whitespace-nowrap sm:w-24">
            {copy.vintage}
          </th>
          <th scope="col" className="py-1.5 font-normal">
            {copy.serials}
          </th>
          <th scope="col" className="py-1.5 pl-4 text-right font-normal whitespace-nowrap">
            {copy.amount}
          </th>
        </tr>
      </thead>
      {project.retirements.map((retirement) => (
        <tbody
          key={`${retirement.vintage_year} ${retirement.serial_number_range}`}
          className="border-b border-line last:border-0 print:break-inside-avoid"
        >
          <tr>
            <td className={`${cell} tabular-nums`}>{retirement.vintage_year}</td>
            <td className={cell}>
              <Breakable text={retirement.serial_number_range} />
            </td>
            <td className={`${cell} pl-4 text-right whitespace-nowrap tabular-nums`}>
              <Amount retirement={retirement} language={language} />
            </td>
          </tr>
          <tr>
            <td className="pb-2 sm:pl-24" colSpan={3}>
              <RecordNotes retirement={retirement} mode={mode} language={language} />
            </td>
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function Details({ project, extras, language }: Omit<Props, "index" | "totalKg" | "mode">) {
  const { projects: copy } = certificateCopy[language];
  const sketch = extras.sketches.get(project.id);
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:gap-x-8 lg:grid-cols-3 print:grid-cols-3">
      <Fact label={copy.registry}>
        <RegistryLink project={project} />
      </Fact>
      {project.methodology !== null && <Fact label={copy.methodology}>{project.methodology}</Fact>}
      {project.developer !== "" && <Fact label={copy.developer}>{project.developer}</Fact>}
      {sketch && (
        <Fact label={attributeCopy[language].labels.mechanism}>
          {attributeLine(sketch.attributes, language)}
        </Fact>
      )}
    </dl>
  );
}

function Project({ project, index, totalKg, mode, extras, language }: Props) {
  const goals = namedGoals(
    project.un_sdg_goals.map(({ number }) => number),
    language,
  );
  const about = [project.type, project.location_name].filter(Boolean);
  const original = extras.originalNames.get(project.id);
  return (
    <li className="break-inside-avoid border-t border-line py-8 last:pb-2 print:py-4">
      <div className="flex items-baseline gap-x-4 gap-y-1 max-sm:flex-col">
        <h3 className="flex min-w-0 grow gap-3 text-lg/snug font-semibold">
          <Swatch color={colorOf(index)} className="size-3" />
          <span className="min-w-0 text-pretty">{project.name}</span>
        </h3>
        <p className="shrink-0 text-lg/snug font-semibold whitespace-nowrap tabular-nums max-sm:pl-6">
          {formatProjectKg(project.amount_kg, language)}
          {project.amount_kg > 0 && project.amount_kg < totalKg && (
            <span className="ml-2.5 text-base font-normal text-quiet">
              {formatShare(project.amount_kg, totalKg, language)}
            </span>
          )}
        </p>
      </div>
      <div className="sm:pl-6">
        {original !== undefined && (
          <p className="mt-1 text-sm text-quiet">
            <OriginalName name={original} language={language} />
          </p>
        )}
        <p className="mt-1 text-quiet">{about.join(" · ")}</p>
        <Details project={project} extras={extras} language={language} />
        <Goals goals={goals} language={language} />
        <Retirements project={project} mode={mode} language={language} />
      </div>
    </li>
  );
}

interface Props {
  project: CertificateProject;
  index: number;
  totalKg: number;
  mode: CertificateResource["mode"];
  extras: ProjectExtras;
  language: Language;
}

/** Certificates with more projects fold their details. */
const MAX_OPEN = 2;

interface ProjectsProps {
  certificate: CertificateResource;
  extras: ProjectExtras;
  reader: Reader;
}

export function Projects({ certificate, extras, reader }: ProjectsProps) {
  const { language } = reader;
  const { projects: copy } = certificateCopy[language];
  const { projects, amount_kg: totalKg, mode } = certificate;
  const count = projects.filter(({ amount_kg: kg }) => kg > 0).length;
  return (
    <section className="border-t border-line px-5 py-8 sm:px-12 sm:py-10 print:px-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="text-2xl font-semibold tracking-tight">{copy.count(count)}</h2>
        <p className="text-2xl font-semibold tracking-tight tabular-nums">
          {formatKg(totalKg, language)}
        </p>
      </div>
      <Summary certificate={certificate} extras={extras} reader={reader} />
      <details open={projects.length <= MAX_OPEN} className="mt-5">
        <summary className="-mx-2 inline-flex min-h-11 cursor-pointer items-center rounded-lg px-2 font-medium text-accent hover:bg-soft print:hidden">
          {copy.details}
        </summary>
        <ul className="mt-3">
          {sortedProjects(certificate).map((project, index) => (
            <Project key={project.id} {...{ project, index, totalKg, mode, extras, language }} />
          ))}
        </ul>
      </details>
    </section>
  );
}
