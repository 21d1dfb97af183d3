import type { Context, Mode } from "#core/context";
import type { Language } from "#core/language";
import { findTranslated, withTranslation } from "#domain/catalogue";
import type { Impact } from "./impact";
import { type ImpactResource, toImpactResource } from "./resource";

interface ForReader {
  mode: Mode;
  language: Language;
  impact: Impact;
}

/** The impact with categories and projects in the reader's language. */
export async function findTranslatedImpact(
  ctx: Context,
  { mode, language, impact }: ForReader,
): Promise<ImpactResource> {
  const resource = toImpactResource(impact);
  const categoryIds = impact.categories.map(({ id }) => id);
  const projects = resource.categories.flatMap((category) => category.projects);
  const translated = await findTranslated(ctx, {
    mode,
    language,
    ids: {
      category: categoryIds.filter((id) => id !== null),
      project: projects.map(({ project }) => project.id),
    },
  });
  if (translated.isEmpty) return resource;
  const categories = resource.categories.map((part, index) => {
    const parts = part.projects.map(({ project, ...share }) => ({
      ...share,
      project: translated.inEntry("project", project),
    }));
    const id = categoryIds[index] ?? null;
    // Without a category, projects are grouped by their type.
    const translation =
      id === null ? { name: parts[0]?.project.type } : translated.of("category", id);
    return { ...part, category: withTranslation(part.category, translation), projects: parts };
  });
  return { ...resource, categories };
}
