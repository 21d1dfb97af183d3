import type { Language } from "#core/language";
import { linkFor, type Reader } from "#core/reader";
import type { ProjectSketch } from "#domain/catalogue";
import {
  type CertificateProject,
  type CertificateResource,
  certificateCopy,
  formatKg,
  formatProjectKg,
  formatShare,
  tonnesOf,
} from "#domain/certificates";
import type { PictureSources } from "#domain/pictures";
import { attributeLine } from "#ui/attributes";
import { projectPath, RegistryLink } from "#ui/catalogue";
import { Picture } from "#ui/picture";
import { ShareBar, Swatch } from "#ui/share-bar";
import { OriginalName } from "#ui/text";

/** Facts of the catalogue that a certificate does not record. */
export interface ProjectExtras {
  sketches: ReadonlyMap<string, ProjectSketch>;
  pictures: ReadonlyMap<string, PictureSources>;
  /** Of projects whose name is translated. */
  originalNames: ReadonlyMap<string, string>;
}

/** The last color stands for all projects beyond these, so that no color means two of them. */
const COLORS = 11;
const OTHER = 12;

export const colorOf = (index: number): number => (index < COLORS ? index + 1 : OTHER);

/** Largest first. */
export function sortedProjects({ projects }: CertificateResource): CertificateProject[] {
  return projects.toSorted((a, b) => b.amount_kg - a.amount_kg);
}

function tonnesText(project: CertificateProject, language: Language): string {
  const tonnes = tonnesOf(project);
  if (tonnes === null) return "";
  const number = new Intl.NumberFormat(language).format(tonnes);
  const kg = formatKg(project.amount_kg, language);
  return certificateCopy[language].projects.tonnes(kg, tonnes, number);
}

interface RowProps {
  project: CertificateProject;
  index: number;
  totalKg: number;
  mode: CertificateResource["mode"];
  isShort: boolean;
  extras: ProjectExtras;
  reader: Reader;
}

/** On phones, rows of more projects than this are short: their facts are in the details. */
const MAX_LONG = 5;

function Facts({ project, extras, reader: { language } }: RowProps) {
  const copy = certificateCopy[language].projects;
  const sketch = extras.sketches.get(project.id);
  const original = extras.originalNames.get(project.id);
  const facts = [project.location_name, sketch ? attributeLine(sketch.attributes, language) : ""];
  const vintages = [...new Set(project.retirements.map((one) => one.vintage_year))].sort();
  return (
    <>
      {original !== undefined && (
        <span className="block">
          <OriginalName name={original} language={language} />
        </span>
      )}
      <span className="block">{facts.filter(Boolean).join(" · ")}</span>
      <span className="block">
        <RegistryLink project={project} />
        {vintages.length > 0 && `, ${copy.vintages(vintages.join(", "))}`}
      </span>
      <span className="block sm:hidden">{tonnesText(project, language)}</span>
    </>
  );
}

function Amount({ project, totalKg, isShort, reader: { language } }: RowProps) {
  return (
    <>
      <span className="font-semibold">{formatProjectKg(project.amount_kg, language)}</span>
      {project.amount_kg > 0 && project.amount_kg < totalKg && (
        <span className={`ml-2 text-quiet ${isShort ? "max-sm:hidden" : ""}`}>
          {formatShare(project.amount_kg, totalKg, language)}
        </span>
      )}
      <span className="block text-sm text-quiet max-sm:hidden">
        {tonnesText(project, language)}
      </span>
    </>
  );
}

/** Places of the cells: on phones below each other, unless the row is short. */
const layouts = {
  long: {
    row: "grid-cols-[3.5rem_minmax(0,1fr)] py-3",
    picture: "h-9.5 w-14",
    amount: "col-start-2 pl-5.5 sm:col-start-3 sm:row-start-1 sm:pl-0",
    facts: "col-start-2",
  },
  short: {
    row: "grid-cols-[2.25rem_minmax(0,1fr)_auto] py-1.5 sm:py-3",
    picture: "h-6 w-9",
    amount: "col-start-3 row-start-1",
    facts: "col-start-2 max-sm:hidden",
  },
} as const;

function Row(props: RowProps) {
  const { project, index, mode, isShort, extras, reader } = props;
  const sketch = extras.sketches.get(project.id);
  const layout = layouts[isShort ? "short" : "long"];
  return (
    <tr
      className={`grid gap-x-3 border-b border-line last:border-0 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] sm:gap-x-4 print:break-inside-avoid print:grid-cols-[minmax(0,1fr)_auto] ${layout.row}`}
    >
      <td className="row-span-3 sm:row-span-2 print:hidden">
        <Picture
          picture={extras.pictures.get(sketch?.primaryImageUrl ?? "")}
          variant={index}
          sizes="72px"
          className={`max-w-none rounded-sm sm:h-12 sm:w-18 sm:rounded-md ${layout.picture}`}
        />
      </td>
      <th scope="row" className="flex min-w-0 gap-2.5 text-left font-medium">
        <Swatch color={colorOf(index)} className="size-3" />
        <a
          href={linkFor(reader, projectPath(project.id, mode))}
          className="min-w-0 hyphens-auto text-pretty underline decoration-line underline-offset-4 hover:decoration-edge"
        >
          {project.name}
        </a>
      </th>
      <td
        className={`whitespace-nowrap tabular-nums sm:row-span-2 sm:text-right print:col-start-2 print:row-start-1 ${layout.amount}`}
      >
        <Amount {...props} />
      </td>
      <td className={`pl-5.5 text-sm text-quiet print:col-start-1 ${layout.facts}`}>
        <Facts {...props} />
      </td>
    </tr>
  );
}

interface Props {
  certificate: CertificateResource;
  extras: ProjectExtras;
  reader: Reader;
}

/** All projects in one table, under a bar whose colors they explain. */
export function Summary({ certificate, extras, reader }: Props) {
  const copy = certificateCopy[reader.language].projects;
  const { amount_kg: totalKg, mode } = certificate;
  const projects = sortedProjects(certificate);
  return (
    <>
      {projects.length > 1 && (
        <ShareBar
          className="mt-4 h-3"
          parts={projects.map((project, index) => ({
            key: project.id,
            color: colorOf(index),
            share: project.amount_kg / totalKg,
          }))}
        />
      )}
      <table className="mt-5 block text-[0.9375rem]/snug">
        <caption className="sr-only">{copy.caption}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{copy.picture}</th>
            <th scope="col">{copy.project}</th>
            <th scope="col">{copy.amountOfTonnes}</th>
            <th scope="col">{copy.registry}</th>
          </tr>
        </thead>
        <tbody className="block">
          {projects.map((project, index) => (
            <Row
              key={project.id}
              {...{ project, index, totalKg, mode, extras, reader }}
              isShort={projects.length > MAX_LONG}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}
