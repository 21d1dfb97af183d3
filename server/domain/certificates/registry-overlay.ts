// Adds what registries have on record now to the final facts of a certificate.
import { appUrl } from "#core/env";
import type { Language } from "#core/language";
import {
  type AllocatedCredits,
  type PublicOrder,
  REMOVED_NAME,
  statedCredits,
  statementOf,
  toOrderRegistryFields,
  toRetirementRegistryFields,
} from "#domain/orders";
import { toProjectFacts, toRetirementFacts } from "./project-facts";
import type { CertificateFacts, CertificateResource, CertificateRetirement } from "./resource";

type RetirementFacts = CertificateFacts["projects"][number]["retirements"][number];

/** Returns a function that finds the allocation behind each retirement of the facts once. */
function allocationsOf({ allocations }: PublicOrder) {
  const keyOf = (projectId: string, serials: string, kg: number) => `${projectId} ${kg} ${serials}`;
  const left = Map.groupBy(
    allocations.flatMap(({ project, retirements }) =>
      retirements
        .filter(({ substitutedAt }) => substitutedAt === null)
        .map((credits) => ({ projectId: project.id, credits })),
    ),
    ({ projectId, credits }) => keyOf(projectId, credits.serialNumberRange, credits.amountKg),
  );
  return (projectId: string, facts: RetirementFacts): AllocatedCredits => {
    const key = keyOf(projectId, facts.serial_number_range, facts.amount_kg);
    const credits = left.get(key)?.shift()?.credits;
    if (credits) return credits;
    return {
      serialNumberRange: facts.serial_number_range,
      url: facts.url,
      labels: facts.labels,
      correspondingAdjustment: facts.corresponding_adjustment,
      vintageYear: facts.vintage_year,
      amountKg: facts.amount_kg,
      replacedKg: 0,
      replacedAt: null,
      replacedAs: null,
      substitutedAt: null,
      // Claims nothing about credits whose allocation is not known.
      registryStatus: "unreported",
      disputedKg: 0,
      records: [],
    };
  };
}

/** Registries may name whom a certificate no longer names. */
const publicRecords = (order: PublicOrder, { records }: AllocatedCredits) =>
  order.beneficiary?.name === REMOVED_NAME
    ? records.map((record) => (record.isPool ? record : { ...record, beneficiary: null }))
    : records;

function toRetirement(facts: RetirementFacts, credits: AllocatedCredits): CertificateRetirement {
  return {
    vintage_year: facts.vintage_year,
    serial_number_range: facts.serial_number_range,
    labels: facts.labels,
    corresponding_adjustment: facts.corresponding_adjustment,
    ...toRetirementRegistryFields(credits),
    registry_records: credits.records.map((record) => ({
      id: record.id,
      kind: record.kind,
      amount_kg: record.amountKg,
      retired_on: record.retiredOn,
      reference: record.reference,
      beneficiary: record.beneficiary,
      is_shared: record.isPool,
      url: record.url,
    })),
  };
}

type Project = Omit<CertificateFacts["projects"][number], "retirements" | "amount_kg">;

/** The projects with the credits first allocated, and those that were substituted later. */
function projectsOf(facts: CertificateFacts, order: PublicOrder) {
  const allocationOf = allocationsOf(order);
  const projects = new Map(
    facts.projects.map(({ retirements, amount_kg: _, ...project }) => [
      project.id,
      {
        project: project as Project,
        credits: retirements.map((retirement) => ({
          retirement,
          credits: allocationOf(project.id, retirement),
        })),
      },
    ]),
  );
  for (const allocation of order.allocations) {
    const substitutes = allocation.retirements.filter((one) => one.substitutedAt !== null);
    if (substitutes.length === 0) continue;
    const { retirements: _, amount_kg: __, ...project } = toProjectFacts(allocation);
    const entry = projects.get(project.id) ?? { project, credits: [] };
    projects.set(project.id, entry);
    for (const credits of substitutes) {
      entry.credits.push({ retirement: toRetirementFacts(credits), credits });
    }
  }
  return [...projects.values()];
}

/** Dates that a placed order waits for. */
function datesOf({ state }: CertificateFacts, order: PublicOrder) {
  const withdrawalEnd = order.coolingOff ? order.matchableFrom : null;
  const isPlaced = state === "placed";
  return {
    matchable_from: isPlaced ? (withdrawalEnd?.toISOString() ?? null) : null,
    credits_expected_by: isPlaced ? order.creditsExpectedBy : null,
  };
}

/** The statement that the registries' records allow now. */
export function statementIn(
  facts: CertificateFacts,
  order: PublicOrder,
  language: Language,
): string {
  return stated(facts, projectsOf(facts, order), language);
}

function stated(
  facts: CertificateFacts,
  projects: ReturnType<typeof projectsOf>,
  language: Language,
): string {
  const all = projects.flatMap(({ project, credits: list }) =>
    list.map(({ credits }) => ({ registry: project.registry_name, credits })),
  );
  const order = {
    state: facts.state,
    mode: facts.mode,
    amountKg: facts.amount_kg,
    beneficiary: facts.beneficiary.name,
    seller: facts.seller.name,
    allocatedAt: facts.retired_on,
    ...statedCredits(all),
  };
  return statementOf(order, language);
}

/** The facts as of now: the registries' records, the statement that they allow, and the revision. */
function overlayOf(facts: CertificateFacts, order: PublicOrder) {
  const projects = projectsOf(facts, order);
  return {
    statement: stated(facts, projects, "en"),
    ...toOrderRegistryFields(order),
    ...datesOf(facts, order),
    revision: order.registryRevision + 1,
    status_as_of: (order.registryStatusAt ?? order.settledAt ?? order.createdAt).toISOString(),
    projects: projects.map(({ project, credits: list }) => ({
      ...project,
      amount_kg: list.reduce((kg, one) => kg + one.credits.amountKg - one.credits.replacedKg, 0),
      retirements: list.map(({ retirement, credits }) =>
        toRetirement(retirement, { ...credits, records: publicRecords(order, credits) }),
      ),
    })),
  };
}

/** Adds the registries' records and the addresses of this installation to the facts. */
export function toCertificateResource(
  facts: CertificateFacts,
  order: PublicOrder,
): CertificateResource {
  const url = `${appUrl()}/certificates/${facts.order_id}`;
  return {
    ...facts,
    ...overlayOf(facts, order),
    certificate_public_url: url,
    certificate_download_public_url: `${url}/pdf`,
    certificate_json_url: `${url}/json`,
  };
}
