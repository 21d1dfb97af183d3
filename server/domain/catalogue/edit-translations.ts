// Translations as the dashboard shows and changes them, one language at a time.
import type { AccountContext, Context, Mode } from "#core/context";
import { recordAudit } from "#domain/accounts";
import { requireRevision, revisionOf } from "./change-catalogue";
import { requireOwnPortfolio } from "./own-portfolios";
import { getOfferedPortfolio, getPortfolio } from "./portfolios";
import { getProject, getProjectCategory } from "./projects";
import { toPortfolioResource, toProjectCategoryResource, toProjectResource } from "./resource";
import { lockCatalogue } from "./store";
import {
  type EntryKind,
  type SetPortfolioTranslation,
  type SetTranslation,
  type TranslatedEntryInput,
  type Translation,
  type Translations,
  translatable,
} from "./translation-schema";
import { findTranslations, replaceTranslations } from "./translations";

export interface EntryTranslations {
  name: string;
  /** Texts that can be translated, in the order of the form. Empty ones have an empty original. */
  fields: { field: string; original: string | string[] }[];
  translations: Translations;
  /** To be sent with a change, which is refused if the translations have changed. */
  revision: string;
}

interface Entry {
  kind: EntryKind;
  original: { name: string };
  translations: Translations;
}

/** Types that pages name in each language themselves. */
const namedTypes: unknown[] = ["removal", "avoidance", "reduction"];

function toView({ kind, original, translations }: Entry): EntryTranslations {
  const values: Record<string, unknown> = { ...original };
  if (namedTypes.includes(values["impact_type"])) values["impact_type"] = "";
  const fields = Object.keys(translatable[kind]).map((field) => ({
    field,
    original: (values[field] ?? "") as string | string[],
  }));
  return { name: original.name, fields, translations, revision: revisionOf(translations) };
}

async function findOriginal(
  ctx: Context,
  { mode, kind, id }: TranslatedEntryInput & { mode: Mode },
) {
  const inMode = { ...ctx, account: { mode } };
  if (kind === "project") return toProjectResource(await getProject(inMode, { id }));
  if (kind === "category") {
    return toProjectCategoryResource(await getProjectCategory(inMode, { id }));
  }
  return toPortfolioResource(await getOfferedPortfolio(ctx, { mode, id }));
}

/** Translations of an entry that the operator offers. @throws not-found */
export async function getEntryTranslations(
  ctx: Context,
  input: TranslatedEntryInput & { mode: Mode },
): Promise<EntryTranslations> {
  const original = await findOriginal(ctx, input);
  return toView({ kind: input.kind, original, translations: await findTranslations(ctx, input) });
}

interface Change {
  language: keyof Translations;
  translation: Translation;
}

/** The translations with those of one language replaced; empty ones are left out. */
function changed(translations: Translations, { language, translation }: Change): Translations {
  const { [language]: _, ...others } = translations;
  return Object.keys(translation).length === 0 ? others : { ...others, [language]: translation };
}

/**
 * Sets the texts of an entry that the operator offers.
 * @throws not-found; conflict if the translations have changed since they were shown
 */
export async function setEntryTranslation(
  ctx: Context,
  { mode, kind, id, revision, ...change }: SetTranslation & { mode: Mode },
): Promise<void> {
  // An import may set them, too.
  await lockCatalogue(ctx, mode);
  const { name, translations } = await getEntryTranslations(ctx, { mode, kind, id });
  requireRevision(revision, translations);
  const entries = [{ id, translations: changed(translations, change) }];
  await replaceTranslations(ctx, { mode, kind, entries });
  await recordAudit(ctx, {
    action: "catalogue.changed",
    subjectId: id,
    data: { mode, name, translated: change.language },
  });
}

/** Translations of a portfolio that the account may buy. @throws not-portfolios */
export async function getPortfolioTranslations(
  ctx: AccountContext,
  { id }: { id: string },
): Promise<EntryTranslations> {
  const { mode } = ctx.account;
  const original = toPortfolioResource(await getPortfolio(ctx, { id }));
  const translations = await findTranslations(ctx, { mode, kind: "portfolio", id });
  return toView({ kind: "portfolio", original, translations });
}

/**
 * Sets the texts of the account's own portfolio, also for its open sessions.
 * @throws not-found; forbidden if it is not the account's own; conflict if the translations have
 * changed since they were shown
 */
export async function setPortfolioTranslation(
  ctx: AccountContext,
  { id, revision, ...change }: SetPortfolioTranslation,
): Promise<void> {
  const { name, splitPortfolioId } = await requireOwnPortfolio(ctx, { id });
  const { mode } = ctx.account;
  const before = await findTranslations(ctx, { mode, kind: "portfolio", id });
  requireRevision(revision, before);
  const translations = changed(before, change);
  const ids = [id, ...(splitPortfolioId === null ? [] : [splitPortfolioId])];
  const entries = ids.map((one) => ({ id: one, translations }));
  await replaceTranslations(ctx, { mode, kind: "portfolio", entries });
  await recordAudit(ctx, {
    action: "portfolio.updated",
    subjectId: id,
    data: { name, translated: change.language },
  });
}
