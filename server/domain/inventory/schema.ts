import { z } from "zod";
import { checkStatedAmount, fileAmountSchema, statedAmount } from "#core/contract-money";
import { type Currency, DEFAULT_CURRENCY, type Money, plainAmount } from "#core/money";
import { text, trimmedText } from "#core/text";
import { currencyCode, typedMoney } from "#core/typed-money";

// Facts about a lot that disclosure rules ask for, and its cost. Unlike its serials, they may change.
const MAX_LABELS = 50;

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" }).max(2048);

const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? null);

/** A label of these credits, such as CCP or CORSIA, with its date and source. */
export const LotLabel = z.strictObject({
  scheme: text(128, 1),
  granted_on: orNull(z.iso.date()),
  source_url: orNull(httpUrl),
});
export type LotLabel = z.infer<typeof LotLabel>;

export const adjustments = ["none", "authorized", "applied"] as const;
export type Adjustment = (typeof adjustments)[number];

const MAX_COST = 1_000_000_000;
export const costPerTonne = z.int().min(0).max(MAX_COST);

/** Fields of a lot in a catalogue file. One that is left out keeps its value. */
const lotAttributeEntry = {
  labels: z
    .array(LotLabel)
    .max(MAX_LABELS)
    .refine((labels) => new Set(labels.map(({ scheme }) => scheme)).size === labels.length, {
      error: "contain a scheme twice",
    })
    .optional(),
  corresponding_adjustment: z.enum(adjustments).nullish(),
  /** Letter of the host country. */
  corresponding_adjustment_url: httpUrl.nullish(),
  credit_type: text(64, 1).nullish(),
  /** The operator's cost of the credits; never public. */
  ...fileAmountSchema("cost_per_tonne", costPerTonne),
  cost_currency: currencyCode.nullish(),
};

const LotAttributeEntry = z.strictObject(lotAttributeEntry);
type LotAttributeEntry = z.infer<typeof LotAttributeEntry>;

export interface LotAttributes {
  labels: LotLabel[];
  correspondingAdjustment: Adjustment | null;
  correspondingAdjustmentUrl: string | null;
  creditType: string | null;
  costPerTonne: number | null;
  /** Says nothing without a cost. */
  costCurrency: Currency;
}

const statedCost = (entry: LotAttributeEntry) =>
  statedAmount(entry, { name: "cost_per_tonne", currency: entry.cost_currency });

type Cost = Pick<LotAttributes, "costPerTonne" | "costCurrency">;

const toCost = (stated: Money | null, { costCurrency }: Cost): Cost => ({
  costPerTonne: stated?.minor ?? null,
  costCurrency: stated?.currency ?? costCurrency,
});

const costText = ({ costPerTonne: minor, costCurrency: currency }: Cost) =>
  minor === null ? null : `${plainAmount({ minor, currency })} ${currency.toUpperCase()}`;

/** Attributes of a lot about which nothing is stated. */
export const unknownAttributes: LotAttributes = {
  labels: [],
  correspondingAdjustment: null,
  correspondingAdjustmentUrl: null,
  creditType: null,
  costPerTonne: null,
  costCurrency: DEFAULT_CURRENCY,
};

/** Attributes after the import of this entry. */
export function mergeAttributes(
  entry: LotAttributeEntry,
  before: LotAttributes = unknownAttributes,
): LotAttributes {
  const or = <Value>(value: Value | undefined, current: Value) =>
    value === undefined ? current : value;
  const cost = statedCost(entry);
  return {
    labels: or(entry.labels, before.labels),
    correspondingAdjustment: or(entry.corresponding_adjustment, before.correspondingAdjustment),
    correspondingAdjustmentUrl: or(
      entry.corresponding_adjustment_url,
      before.correspondingAdjustmentUrl,
    ),
    creditType: or(entry.credit_type, before.creditType),
    ...(cost === undefined
      ? { costPerTonne: before.costPerTonne, costCurrency: before.costCurrency }
      : toCost(cost, before)),
  };
}

/** As `mergeAttributes`, but only fills in what is not stated before. */
export function completeAttributes(
  entry: LotAttributeEntry,
  before: LotAttributes = unknownAttributes,
): LotAttributes {
  const stated = new Set(before.labels.map(({ scheme }) => scheme));
  const added = (entry.labels ?? []).filter(({ scheme }) => !stated.has(scheme));
  return {
    labels: [...before.labels, ...added],
    correspondingAdjustment:
      before.correspondingAdjustment ?? entry.corresponding_adjustment ?? null,
    correspondingAdjustmentUrl:
      before.correspondingAdjustmentUrl ?? entry.corresponding_adjustment_url ?? null,
    creditType: before.creditType ?? entry.credit_type ?? null,
    ...(before.costPerTonne === null
      ? toCost(statedCost(entry) ?? null, before)
      : { costPerTonne: before.costPerTonne, costCurrency: before.costCurrency }),
  };
}

function labelKey({ scheme, granted_on, source_url }: LotLabel): string {
  return JSON.stringify([scheme, granted_on, source_url]);
}

/** The order of labels does not matter. */
const labelsKey = (labels: readonly LotLabel[]) => labels.map(labelKey).sort().join();

/** Changed attributes as text, before and after, for the audit log; null if there are none. */
export function attributeChanges(
  before: LotAttributes,
  after: LotAttributes,
): Record<string, string | null> | null {
  const [old, current] = [before, after].map((of) => ({
    labels: labelsKey(of.labels),
    corresponding_adjustment: of.correspondingAdjustment,
    corresponding_adjustment_url: of.correspondingAdjustmentUrl,
    credit_type: of.creditType,
    cost_per_tonne: costText(of),
  }));
  const changed = Object.entries(current ?? {}).flatMap(([name, text]) => {
    const was = Reflect.get(old ?? {}, name) as string | null;
    return was === text ? [] : [[`${name}_before`, was] as const, [name, text] as const];
  });
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}

interface AttributeFault {
  field: keyof LotAttributeEntry;
  message: string;
}

/** Checks attributes against each other, and against those of the existing lot. */
export function checkAttributes(
  after: LotAttributes,
  before: LotAttributes | undefined,
): AttributeFault[] {
  const faults: AttributeFault[] = [];
  const { correspondingAdjustment: adjustment, correspondingAdjustmentUrl: letter } = after;
  if (letter !== null && (adjustment === null || adjustment === "none")) {
    const message = 'needs corresponding_adjustment "authorized" or "applied"';
    faults.push({ field: "corresponding_adjustment_url", message });
  }
  const type = before?.creditType ?? null;
  if (type !== null && after.creditType !== type) {
    const message = `is ${JSON.stringify(type)}, and a lot cannot change`;
    faults.push({ field: "credit_type", message });
  }
  return faults;
}

/** All lots of a mode share a line of 2^52 kg. */
const MAX_LOT_KG = 1_000_000_000_000;

const CreditLot = z.strictObject({
  id: text(255, 1),
  project_id: text(255, 1),
  vintage_year: z.int().min(1900).max(2200),
  quantity_kg: z.int().min(1).max(MAX_LOT_KG),
  serial_number_range: text(512, 1).trim(),
  /** The text names the whole lot; it holds no numbers of serials. */
  opaque_serials: z.boolean().default(false),
  retirement_url: z
    .url({ protocol: /^https?$/, error: "must be an http or https URL" })
    .max(2048)
    .nullish()
    .transform((value) => value ?? null),
  ...lotAttributeEntry,
});

export const CreditLotEntry = CreditLot.superRefine((entry, ctx) => {
  const { cost_currency: currency } = entry;
  const of = { name: "cost_per_tonne", currencyName: "cost_currency", currency } as const;
  const fault = checkStatedAmount(entry, of);
  if (fault === null) return;
  const { field, message } = fault;
  ctx.addIssue({ code: "custom", input: entry, path: [field], message });
});
export type CreditLotEntry = z.infer<typeof CreditLotEntry>;

/** `stopped` lots wait for an operator's decision; `removed` ones never return. */
export const lotStates = ["on_sale", "stopped", "removed"] as const;
export type LotState = (typeof lotStates)[number];

/** Credits of `retired` lots were retired at their registry before the sale. */
export const holdings = ["active", "retired"] as const;
export type Holding = (typeof holdings)[number];

/** Credits that a registry cancelled are out of circulation without a beneficiary. */
export const evidenceKinds = ["retired", "cancelled"] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/**
 * Registry status of a ledger allocation, the weakest first. `unreported`: allocated before the
 * till kept registry evidence. `disputed`: the registry shows the kg for another beneficiary.
 * `cancelled`: the registry has cancelled kg without a retirement.
 */
export const registryStatuses = [
  "disputed",
  "cancelled",
  "unreported",
  "pending",
  "requested",
  "retired",
] as const;
export type RegistryStatus = (typeof registryStatuses)[number];

export const SetLotCost = z.strictObject({
  id: text(255, 1),
  cost_per_tonne: costPerTonne.nullable(),
  cost_currency: currencyCode,
});

/** The cost per tonne as typed; in minor units after validation. */
export const LotCostForm = z
  .strictObject({ cost_per_tonne: z.string().nullable(), cost_currency: currencyCode })
  .transform(({ cost_per_tonne: typed, cost_currency }, ctx) => {
    if (typed === null) return { cost_per_tonne: null, cost_currency };
    const limits = { currency: cost_currency, min: 0, max: MAX_COST };
    const { data, error } = typedMoney(limits).safeParse(typed);
    for (const { message } of error?.issues ?? []) {
      ctx.addIssue({ code: "custom", input: typed, path: ["cost_per_tonne"], message });
    }
    return data === undefined ? z.NEVER : { cost_per_tonne: data, cost_currency };
  });

/** Reason for stopping or removing a lot, kept with it and in the audit log. */
export const LotDecision = z.strictObject({ reason: trimmedText(1_000, 1) });
