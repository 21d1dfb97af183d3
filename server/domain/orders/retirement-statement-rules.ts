// The one place that says in words what may be claimed about an order's credits.
import { formatDay } from "#core/dates";
import type { Language } from "#core/language";
import { formatMass } from "#core/mass";
import type { RegistryStatus } from "#domain/inventory";
import { registryStatuses } from "#schemas/inventory";
import type { AllocatedCredits, ReplacedAs } from "./order";
import type { RetirementCopy, SentenceFacts } from "./retirement-copy";
import { german } from "./retirement-copy-de";
import { english } from "./retirement-copy-en";
import { spanish } from "./retirement-copy-es";
import { french } from "./retirement-copy-fr";
import type { OrderState } from "./rules";

export const retirementCopy: Record<Language, RetirementCopy> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** Credits of an order with one status at one registry. */
export interface StatedPart {
  /** Name of the registry. */
  registry: string;
  status: RegistryStatus;
  kg: number;
  /** Of a retired or cancelled part: the day of the registry's record. */
  retiredOn: string | null;
  reference: string | null;
  /** The name in the registry's record of a tonne of several customers, else null. */
  pool: string | null;
  /** The registry's record of a retired part names no beneficiary. */
  isUnnamed?: boolean;
}

/** Credits of an order for which others were substituted. */
export interface ReplacedPart {
  registry: string;
  kg: number;
  on: Date;
  as: ReplacedAs;
}

export interface StatedOrder {
  state: OrderState;
  mode: "live" | "test";
  amountKg: number;
  beneficiary: string;
  seller: string;
  /** When the ledger allocated the credits; null until then. */
  allocatedAt: Date | string | null;
  parts: readonly StatedPart[];
  replaced: readonly ReplacedPart[];
}

/** Credits of one lot, as a statement needs them. */
export function statedCredits(
  credits: readonly { registry: string; credits: AllocatedCredits }[],
): Pick<StatedOrder, "parts" | "replaced"> {
  return {
    parts: credits.flatMap((one) => partsOf(one.registry, one.credits)),
    replaced: credits.flatMap(
      ({ registry, credits: { replacedKg: kg, replacedAt: on, replacedAs } }) =>
        on === null ? [] : [{ registry, kg, on, as: replacedAs ?? "disputed" }],
    ),
  };
}

/** True for the statuses that the registry's own records give. */
const isRecorded = (status: RegistryStatus) =>
  status === "retired" || status === "cancelled" || status === "disputed";

/** Splits the credits of one lot that count into what the registry has on record and the rest. */
function partsOf(registry: string, credits: AllocatedCredits): StatedPart[] {
  const { registryStatus: status } = credits;
  const amountKg = credits.amountKg - credits.replacedKg;
  if (amountKg === 0) return [];
  const rest = { registry, status, kg: amountKg, retiredOn: null, reference: null, pool: null };
  const recorded = credits.records.map((record) => ({
    registry,
    status: record.kind,
    kg: record.amountKg,
    retiredOn: record.retiredOn,
    reference: record.reference,
    pool: record.isPool ? record.beneficiary : null,
    isUnnamed: record.kind === "retired" && record.beneficiary === null,
  }));
  const recordedKg = recorded.reduce((sum, record) => sum + record.kg, 0);
  const { disputedKg } = credits;
  const disputed = disputedKg > 0 ? [{ ...rest, status: "disputed" as const, kg: disputedKg }] : [];
  const kg = amountKg - recordedKg - disputedKg;
  // Nothing counts as retired, cancelled or disputed without a record.
  const left = { ...rest, kg, status: isRecorded(status) ? ("pending" as const) : status };
  return [...recorded, ...disputed, ...(kg > 0 ? [left] : [])];
}

/** Returns the weakest status; null without parts. */
export function weakestOf(statuses: readonly RegistryStatus[]): RegistryStatus | null {
  return registryStatuses.find((status) => statuses.includes(status)) ?? null;
}

/** Sums parts that one sentence can describe. */
function grouped(parts: readonly StatedPart[]): StatedPart[] {
  const keyOf = ({ registry, status, retiredOn, reference }: StatedPart) =>
    JSON.stringify([registry, status, isRecorded(status) && [retiredOn, reference]]);
  const groups = [...Map.groupBy(parts, keyOf).values()].flatMap(([first, ...others]) =>
    first ? { ...first, kg: others.reduce((kg, other) => kg + other.kg, first.kg) } : [],
  );
  const place = ({ status }: StatedPart) => registryStatuses.indexOf(status);
  return groups.sort((a, b) => place(b) - place(a));
}

/** More records of one registry are summed in one sentence; pages list each of them. */
const MAX_RECORDS = 2;

function retiredSentences(
  groups: readonly StatedPart[],
  copy: RetirementCopy,
  factsOf: (part: StatedPart) => SentenceFacts,
): string[] {
  return [...Map.groupBy(groups, ({ registry }) => registry).values()].flatMap((records) => {
    if (records.length <= MAX_RECORDS) return records.map((one) => copy.retired.part(factsOf(one)));
    const latest = records.reduce((a, b) => ((a.retiredOn ?? "") < (b.retiredOn ?? "") ? b : a));
    const kg = records.reduce((sum, one) => sum + one.kg, 0);
    return copy.retiredByDay(factsOf({ ...latest, kg }));
  });
}

function openingOf(statuses: readonly RegistryStatus[], copy: RetirementCopy) {
  if (statuses.every((status) => status === "retired")) return copy.retiredInParts;
  const isContested = statuses.some((status) =>
    ["disputed", "cancelled", "unreported"].includes(status),
  );
  return isContested ? copy.allocated : copy.setAside;
}

function dayOf(part: StatedPart, order: StatedOrder, language: Language): string {
  const at = (isRecorded(part.status) && part.retiredOn) || order.allocatedAt;
  return at === null ? "" : formatDay(at, language);
}

/** Sentences on credits that a ledger allocated. */
function allocatedSentences(order: StatedOrder, language: Language): string[] {
  const copy = retirementCopy[language];
  const groups = grouped(order.parts);
  const [first, ...others] = groups;
  if (!first) return [];
  const factsOf = (part: StatedPart): SentenceFacts => ({
    mass: formatMass(part.kg, language),
    name: order.beneficiary,
    seller: order.seller,
    registry: order.mode === "test" ? null : part.registry,
    day: dayOf(part, order, language),
    reference: part.reference,
  });
  const whole = factsOf({ ...first, kg: order.amountKg });
  if (others.length === 0) {
    const isSetAside = first.status === "pending" || first.status === "requested";
    return [...(isSetAside ? [copy.setAside(whole)] : []), copy[first.status].whole(whole)];
  }
  const statuses = groups.map(({ status }) => status);
  const retired = groups.filter(({ status }) => status === "retired");
  const open = groups.filter(({ status }) => status !== "retired");
  return [
    openingOf(statuses, copy)(whole),
    ...retiredSentences(retired, copy, factsOf),
    ...open.map((part) => copy[part.status].part(factsOf(part))),
  ];
}

/** One sentence for each registry whose records of retirement name no beneficiary. */
function unnamedSentences(order: StatedOrder, language: Language): string[] {
  const unnamed = order.parts.filter(({ isUnnamed }) => isUnnamed);
  const isTest = order.mode === "test";
  const registries = new Set(unnamed.map(({ registry }) => (isTest ? null : registry)));
  return [...registries].map((registry) =>
    retirementCopy[language].unnamed({
      ...{ mass: "", day: "", reference: null },
      ...{ name: order.beneficiary, seller: order.seller, registry },
    }),
  );
}

/** One sentence for all credits of one registry that were replaced on one day for one reason. */
function replacedSentences(order: StatedOrder, language: Language): string[] {
  const dayOf = ({ on }: ReplacedPart) => formatDay(on, language);
  const groups = Map.groupBy(
    order.replaced,
    (part) => `${dayOf(part)} ${part.as} ${part.registry}`,
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const kg = others.reduce((sum, other) => sum + other.kg, first.kg);
    return retirementCopy[language].replaced[first.as]({
      mass: formatMass(kg, language),
      name: order.beneficiary,
      seller: order.seller,
      registry: order.mode === "test" ? null : first.registry,
      day: dayOf(first),
      reference: null,
    });
  });
}

/**
 * Returns the statement about an order's credits that pages, documents, mails and the API share. It
 * says "retired" without qualification only if a registry's records cover all of them.
 */
export function statementOf(order: StatedOrder, language: Language = "en"): string {
  const copy = retirementCopy[language];
  if (order.state === "cancelled") return copy.orderCancelled;
  if (order.state === "placed") return copy.waiting;
  const isTest = order.mode === "test";
  const isRetired = weakestOf(order.parts.map(({ status }) => status)) === "retired";
  const pools = new Set(order.parts.flatMap(({ pool }) => pool ?? []));
  return [
    ...(isTest ? [copy.test] : []),
    ...allocatedSentences(order, language),
    ...(isRetired && !isTest ? [copy.final] : []),
    ...replacedSentences(order, language),
    ...[...pools].map((pool) => copy.shared(pool)),
    ...unnamedSentences(order, language),
  ].join(" ");
}
