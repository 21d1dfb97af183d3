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

/** Facts of the catalogue that a certificate does not record. */
export interface ProjectExtras {
  sketches: ReadonlyMap<string, ProjectSketch>;
  pictures: ReadonlyMap<string, PictureSources>;
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
  extras: ProjectExtras;
  reader: Reader;
}

function Row({ project, index, totalKg, mode, extras, reader }: RowProps) {
  const { language } = reader;
  const copy = certificateCopy[language].projects;
  const sketch = extras.sketches.get(project.id);
  const picture = extras.pictures.get(sketch?.primaryImageUrl ?? "");
  const facts = [project.location_name, sketch ? attributeLine(sketch.attributes, language) : ""];
  const tonnes = tonnesText(project, language);
  const vintages = [...new Set(project.retirements.map((one) => one.vintage_year))].sort();
  return (
    <tr className="border-b border-line align-top last:border-0 print:break-inside-avoid">
      <td className="w-16 py-3 pr-4 max-sm:hidden print:hidden">
        <Picture picture={picture} variant={index} sizes="72px" className="h-12 w-18 rounded-md" />
      </td>
      <th scope="row" className="py-3 pr-4 text-left font-normal">
        <span className="flex gap-2.5">
          <Swatch color={colorOf(index)} className="size-3" />
          <span className="min-w-0">
            <a
              href={linkFor(reader, projectPath(project.id, mode))}
              className="font-medium text-pretty underline decoration-line underline-offset-4 hover:decoration-edge"
            >
              {project.name}
            </a>
            <span className="block text-sm text-quiet">{facts.filter(Boolean).join(" · ")}</span>
            <span className="block text-sm text-quiet">
              <RegistryLink project={project} />
              {vintages.length > 0 && `, ${copy.vintages(vintages.join(", "))}`}
            </span>
            <span className="block text-sm text-quiet sm:hidden">{tonnes}</span>
          </span>
        </span>
      </th>
      <td className="py-3 text-right whitespace-nowrap tabular-nums">
        <span className="font-semibold">{formatProjectKg(project.amount_kg, language)}</span>
        {project.amount_kg > 0 && project.amount_kg < totalKg && (
          <span className="ml-2 text-quiet">
            {formatShare(project.amount_kg, totalKg, language)}
          </span>
        )}
        <span className="block text-sm text-quiet max-sm:hidden">{tonnes}</span>
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
      <table className="mt-5 w-full text-[0.9375rem]/snug">
        <caption className="sr-only">{copy.caption}</caption>
        <thead className="sr-only">
          <tr>
            <td className="max-sm:hidden print:hidden" />
            <th scope="col">{copy.project}</th>
            <th scope="col">{copy.amountOfTonnes}</th>
          </tr>
        </thead>
        <tbody>
          {projects.map((project, index) => (
            <Row key={project.id} {...{ project, index, totalKg, mode, extras, reader }} />
          ))}
        </tbody>
      </table>
    </>
  );
}
