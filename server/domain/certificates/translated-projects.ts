import type { Context } from "#core/context";
import type { Language } from "#core/language";
import {
  findTranslated,
  listProjectNames,
  translationOfSame,
  withTranslation,
} from "#domain/catalogue";
import type { CertificateResource } from "./resource";

/**
 * The certificate's projects in the reader's language. A name that has changed since it was certified
 * is shown as it was: its translation may say something else by now.
 */
export async function translatedProjects(
  ctx: Context,
  { certificate, language }: { certificate: CertificateResource; language: Language },
): Promise<CertificateResource["projects"]> {
  const { mode, projects } = certificate;
  const ids = projects.map(({ id }) => id);
  const translated = await findTranslated(ctx, { mode, language, ids: { project: ids } });
  if (translated.isEmpty) return projects;
  const current = await listProjectNames(ctx, { mode, ids });
  return projects.map((project) => {
    const names = current.get(project.id) ?? {};
    const translation = translationOfSame(translated.of("project", project.id), project, names);
    return withTranslation(project, translation);
  });
}

type Projects = CertificateResource["projects"];

/** The texts that differ, each after its project's ID. Empty if nothing is translated. */
export function translationsBetween(originals: Projects, translated: Projects): string[] {
  return translated.flatMap((project, index) =>
    project === originals[index]
      ? []
      : [project.id, project.name, project.type, project.location_name],
  );
}

/** Original names, by ID, of the projects whose name is translated: registries list them by these. */
export function originalNamesOf(
  originals: Projects,
  translated: Projects,
): ReadonlyMap<string, string> {
  const names = new Map(translated.map(({ id, name }) => [id, name]));
  return new Map(
    originals.flatMap(({ id, name }) => (names.get(id) === name ? [] : [[id, name] as const])),
  );
}
