// Makes the public form of orders.
import { amountFields } from "#core/contract-money";
import { appUrl } from "#core/env";
import { orderNumber } from "#core/id";
import { storedPricePerTonne, toProjectResource } from "#domain/catalogue";
import type { Project } from "#prisma";
import type {
  AllocatedCredits,
  Beneficiary,
  BeneficiaryColumns,
  Order,
  OrderAllocation,
  OrderDetail,
} from "./order";
import type { OrderListItemResource, OrderResource } from "./resource";

/** Columns of an order about its evidence. */
export type OrderRegistryColumns = Pick<
  Order,
  "state" | "registryStatus" | "registryRetiredOn" | "registryRevision" | "registryStatusAt"
>;

export function toOrderRegistryFields(
  order: Pick<OrderRegistryColumns, "state" | "registryStatus" | "registryRetiredOn">,
) {
  const registryStatus = order.state === "fulfilled" ? order.registryStatus : null;
  return {
    registry_status: registryStatus,
    registry_retired_on: registryStatus === "retired" ? order.registryRetiredOn : null,
  };
}

export function toRetirementRegistryFields(credits: AllocatedCredits) {
  const latest = credits.records.at(-1);
  const retired = credits.records.filter(({ kind }) => kind === "retired");
  return {
    url: latest?.url ?? credits.url,
    amount_kg: credits.amountKg,
    registry_status: credits.registryStatus,
    registry_retired_kg: retired.reduce((kg, { amountKg }) => kg + amountKg, 0),
    registry_disputed_kg: credits.disputedKg,
    registry_retired_on: credits.registryStatus === "retired" ? (latest?.retiredOn ?? null) : null,
    registry_reference: latest?.reference ?? null,
    registry_beneficiary: credits.records.findLast(({ isPool }) => isPool)?.beneficiary ?? null,
    replaced_kg: credits.replacedKg,
    replaced_on: credits.replacedAt?.toISOString() ?? null,
    replaced_as: credits.replacedAs,
    substituted_on: credits.substitutedAt?.toISOString() ?? null,
  };
}

/** Reads the beneficiary from its columns; null without a name. */
export function toBeneficiary(row: BeneficiaryColumns): Beneficiary | null {
  const { beneficiaryName: name, beneficiaryMessage: message, beneficiaryUrl: url } = row;
  return name === null ? null : { name, message, url };
}

/** Public form in lists. */
export function toOrderListItemResource(order: Order): OrderListItemResource {
  const certificate = order.state === "cancelled" ? null : `${appUrl()}/certificates/${order.id}`;
  return {
    id: order.id,
    order_number: orderNumber(order.id),
    created_on: order.createdAt.toISOString(),
    metadata: order.metadata,
    description: order.description,
    beneficiary: toBeneficiary(order),
    amount_kg: order.amountKg,
    state: order.state,
    ...toOrderRegistryFields(order),
    currency: order.currency,
    ...amountFields(
      {
        price: order.price,
        price_per_tonne: storedPricePerTonne(order),
        refunded: order.refunded,
      },
      order.currency,
    ),
    credits_expected_by: order.creditsExpectedBy,
    matchable_from: order.matchableFrom?.toISOString() ?? null,
    subaccount_id: order.subaccountId,
    checkout_session_id: order.checkoutSessionId,
    certificate_public_url: certificate,
    certificate_download_public_url: certificate && `${certificate}/pdf`,
  };
}

/** Fields of the full public form that lists lack, except for projects. */
function ownFieldsOf(order: Order) {
  return {
    ...toOrderListItemResource(order),
    type: order.type,
    callback_url: order.callbackUrl,
  };
}

function toAllocatedResource({ amountKg, retirements }: OrderAllocation) {
  return {
    amount_kg: amountKg,
    retirements: retirements.map((retirement) => ({
      serial_number_range: retirement.serialNumberRange,
      ...toRetirementRegistryFields(retirement),
    })),
  };
}

const rideOf = ({ rideDistanceKm }: Order) =>
  rideDistanceKm === null ? {} : { ride_details: { distance_km: rideDistanceKm } };

/** Full public form. */
export function toOrderResource(order: OrderDetail): OrderResource {
  const allocations = order.allocations.map((allocation) => ({
    project: toProjectResource(allocation.project),
    ...toAllocatedResource(allocation),
  }));
  return {
    ...ownFieldsOf(order),
    projects: allocations.map((allocation) => allocation.project),
    project_allocations: allocations,
    ...rideOf(order),
  };
}

/** Of projects that orders share because they were read together. */
const projectJson = new WeakMap<Project, string>();

function projectText(project: Project): string {
  const text = projectJson.get(project) ?? JSON.stringify(toProjectResource(project));
  projectJson.set(project, text);
  return text;
}

/** The fields of an object without its braces. */
const fieldsText = (fields: object) => JSON.stringify(fields).slice(1, -1);

/**
 * The text of the full public form. Almost all of it are projects, twice, so each is written once
 * for all orders that were read together.
 */
export function orderText(order: OrderDetail): string {
  const projects = order.allocations.map(({ project }) => projectText(project));
  const allocations = order.allocations.map(
    (allocation, at) =>
      `{"project":${projects[at]},${fieldsText(toAllocatedResource(allocation))}}`,
  );
  const ride = fieldsText(rideOf(order));
  return (
    `{${fieldsText(ownFieldsOf(order))},"projects":[${projects}],` +
    `"project_allocations":[${allocations}]${ride && `,${ride}`}}`
  );
}
