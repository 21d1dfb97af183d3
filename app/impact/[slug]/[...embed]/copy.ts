import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import { headlineOf, type ImpactSummary } from "#domain/impact";

export interface EmbedCopy {
  /** Follow the amount, by what may be claimed. */
  retired: string;
  setAside: string;
  /** Second line: kg that no registry has retired. `amount` is null if that is all of them. */
  pending(amount: string | null): string;
  /** Follows the claim where the tonnes are not the owner's. */
  forOthers: string;
  /** Replaces the amount while it is zero. */
  nothing: string;
  since(when: string): string;
  /** Before the day, above the amount. */
  impactSince: string;
  /** Tag in test mode. */
  test: string;
  testNotice: string;
  /** Label of the card's link. */
  more: string;
  /** Accessible name of the page without credits. */
  empty(name: string): string;
  /** Added to the amount and its claim in accessible names. */
  forName(name: string): string;
  through(name: string): string;
  /** Shown if the page does not exist. */
  gone: string;
}

export const embedCopy: Record<Language, EmbedCopy> = {
  en: {
    retired: "of CO₂e retired",
    setAside: "of CO₂e set aside",
    forOthers: "for customers and partners",
    pending: (amount) =>
      amount ? `${amount} more set aside, retirement pending` : "Retirement pending",
    nothing: "No credits retired yet",
    since: (when) => `since ${when}`,
    impactSince: "Climate impact since",
    test: "TEST",
    testNotice: "Test data: no real credits were retired",
    more: "View credits",
    empty: (name) => `Climate impact of ${name}`,
    forName: (name) => `for ${name}`,
    through: (name) => `through ${name}`,
    gone: "Impact page not found",
  },
  de: {
    retired: "CO₂e stillgelegt",
    setAside: "CO₂e reserviert",
    forOthers: "für Kundschaft und Partner",
    pending: (amount) =>
      amount ? `Weitere ${amount} reserviert, Stilllegung ausstehend` : "Stilllegung ausstehend",
    nothing: "Noch nichts stillgelegt",
    since: (when) => `seit ${when}`,
    impactSince: "Klimabeitrag seit",
    test: "TEST",
    testNotice: "Testdaten: Es wurden keine echten CO₂-Gutschriften stillgelegt",
    more: "CO₂-Gutschriften ansehen",
    empty: (name) => `Klimabeitrag von ${name}`,
    forName: (name) => `für ${name}`,
    through: (name) => `über ${name}`,
    gone: "Seite nicht gefunden",
  },
  fr: {
    retired: "de CO₂e retiré",
    setAside: "de CO₂e mis de côté",
    forOthers: "pour des clients et partenaires",
    pending: (amount) =>
      amount ? `${amount} de plus mis de côté, retrait en attente` : "Retrait en attente",
    nothing: "Aucun crédit retiré",
    since: (when) => `depuis ${when}`,
    impactSince: "Impact climatique depuis le",
    test: "TEST",
    testNotice: "Données de test : aucun crédit réel n’a été retiré",
    more: "Voir les crédits",
    empty: (name) => `Impact climatique de ${name}`,
    forName: (name) => `pour ${name}`,
    through: (name) => `par ${name}`,
    gone: "Page introuvable",
  },
  es: {
    retired: "de CO₂e retirado",
    setAside: "de CO₂e reservado",
    forOthers: "para clientes y socios",
    pending: (amount) =>
      amount ? `${amount} más reservados, retirada pendiente` : "Retirada pendiente",
    nothing: "Ningún crédito retirado",
    since: (when) => `desde ${when}`,
    impactSince: "Impacto climático desde el",
    test: "PRUEBA",
    testNotice: "Datos de prueba: no se ha retirado ningún crédito real",
    more: "Ver los créditos",
    empty: (name) => `Impacto climático de ${name}`,
    forName: (name) => `para ${name}`,
    through: (name) => `a través de ${name}`,
    gone: "Página no encontrada",
  },
};

export interface Claim {
  /** "9 t". */
  amount: string;
  /** "of CO₂e retired". */
  text: string;
  /** Names the rest, which is not retired; null if there is none. */
  pending: string | null;
}

type Amounts = Pick<ImpactSummary, "kg" | "registryRetiredKg" | "headline">;

/** The claim of an embed; null without credits. */
export function claimOf(summary: Amounts, language: Language): Claim | null {
  if (summary.kg === 0) return null;
  const copy = embedCopy[language];
  const { claim, kg, pendingKg } = headlineOf(summary);
  const isRetired = claim === "retired";
  const text = isRetired ? copy.retired : copy.setAside;
  const pending = pendingKg === 0 ? null : formatMass(pendingKg, language);
  return {
    amount: formatMass(kg, language),
    text: summary.headline === "own" ? text : `${text} ${copy.forOthers}`,
    pending: isRetired && pending === null ? null : copy.pending(pending),
  };
}

/** Accessible name of an embed. */
export function labelOf(summary: ImpactSummary, language: Language): string {
  const copy = embedCopy[language];
  const claim = claimOf(summary, language);
  if (claim === null) return copy.empty(summary.name);
  const { name, headline } = summary;
  const label = `${claim.amount} ${claim.text} ${headline === "own" ? copy.forName(name) : copy.through(name)}`;
  return claim.pending === null ? label : `${label}. ${claim.pending}`;
}
