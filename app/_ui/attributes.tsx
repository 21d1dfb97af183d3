import { countryName } from "#core/countries";
import { formatDay } from "#core/dates";

/** In place of a fact that neither registry nor operator has stated. */
export const NOT_STATED = "Not stated";

const mechanismNames = {
  removal: "Removal",
  reduction: "Reduction",
  mixed: "Removal and reduction",
};

const sinkNames = { biogenic: "Biogenic", technological: "Technological" };

export const adjustmentNames = { none: "None", authorized: "Authorized", applied: "Applied" };

interface Attributes {
  country_code: string | null;
  mechanism: keyof typeof mechanismNames | null;
  sink: keyof typeof sinkNames | null;
  durability_years: number | null;
  crediting_period: { start: string; end: string | null } | null;
  protocol: string | null;
}

function yearsText(years: number): string {
  return `${years.toLocaleString("en-US")} ${years === 1 ? "year" : "years"}`;
}

function periodText({ start, end }: { start: string; end: string | null }): string {
  const first = formatDay(start);
  return end === null ? `From ${first}` : `${first} to ${formatDay(end)}`;
}

/** "Removal, 1,000 years". */
export function attributeLine({
  mechanism,
  durability_years,
}: Pick<Attributes, "mechanism" | "durability_years">): string {
  if (mechanism === null) return NOT_STATED;
  const isStored = mechanism !== "reduction" && durability_years !== null;
  return mechanismNames[mechanism] + (isStored ? `, ${yearsText(durability_years)}` : "");
}

/** Labels and values of a project's facts for disclosures. */
export function attributeFacts(project: Attributes): { label: string; value: string }[] {
  const { country_code: country, mechanism, sink, durability_years, crediting_period } = project;
  const facts = {
    Country: country && countryName(country),
    Mechanism: mechanism && mechanismNames[mechanism],
    // A reduction stores no carbon.
    ...(mechanism !== "reduction" && {
      Sink: sink && sinkNames[sink],
      Durability: durability_years && yearsText(durability_years),
    }),
    "Crediting period": crediting_period && periodText(crediting_period),
    Protocol: project.protocol,
  };
  return Object.entries(facts).map(([label, value]) => ({ label, value: value || NOT_STATED }));
}
