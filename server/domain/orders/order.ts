import type { Selectable } from "kysely";
import { columnsOf } from "#core/db";
import type { Adjustment, EvidenceKind, LotLabel, RegistryStatus } from "#domain/inventory";
import type { Project } from "#prisma";
import type { OrderTables } from "./tables";

const matchingColumns = [
  "awaitingPayment",
  "triedStockVersion",
  "queueId",
  "fulfilledKg",
  "cancelledOrderId",
] as const;

/** Kg whose status is not that of the order. */
const partColumns = [
  "registryCancelledKg",
  "registryRequestedKg",
  "registryDisputedKg",
  "registryUnreportedKg",
] as const;

/** All columns except those of matching. */
export const orderColumns = columnsOf("Order", [...matchingColumns, ...partColumns]);

/** Columns of an order that is placed: registries have nothing on record about it. */
export const placedColumns = columnsOf("Order", [
  ...matchingColumns,
  ...partColumns,
  "registryStatus",
  "registryRetiredKg",
  "registryRetiredOn",
  "registryRevision",
  "registryStatusAt",
]);

/** An order without the columns that only matching uses. */
export type Order = Pick<Selectable<OrderTables["orders"]>, (typeof orderColumns)[number]>;

/** An order with the name of its subaccount. */
export interface OrderWithSubaccount extends Order {
  subaccountName: string | null;
}

/** The registry's record of the retirement of some of an allocation's kg. */
export interface RegistryRecord {
  id: string;
  kind: EvidenceKind;
  amountKg: number;
  /** A date. */
  retiredOn: string;
  /** As the registry names it. */
  beneficiary: string | null;
  /** True if the beneficiary is the name for tonnes that several customers share. */
  isPool: boolean;
  reference: string | null;
  url: string | null;
}

/** The registry shows the replaced credits as someone else's, or has cancelled them. */
export const replacedAs = ["disputed", "cancelled"] as const;
export type ReplacedAs = (typeof replacedAs)[number];

/** Credits of one lot in an order. */
export interface AllocatedCredits {
  serialNumberRange: string;
  /** Of the lot, as the two that follow. */
  url: string | null;
  labels: LotLabel[];
  /** Null if the catalogue does not know. */
  correspondingAdjustment: Adjustment | null;
  vintageYear: number;
  amountKg: number;
  /** Part of the amount that other credits replaced. */
  replacedKg: number;
  replacedAt: Date | null;
  replacedAs: ReplacedAs | null;
  /** Of credits that replaced others. */
  substitutedAt: Date | null;
  registryStatus: RegistryStatus;
  /** Part that counts and that the registry shows as someone else's. */
  disputedKg: number;
  /** Oldest first; empty until the registry has retired any of the kg. */
  records: RegistryRecord[];
}

/** Credits of one project that are allocated to an order. */
export interface OrderAllocation {
  project: Project;
  /** Without replaced kg. */
  amountKg: number;
  retirements: AllocatedCredits[];
}

export interface OrderDetail extends Order {
  /** Empty until the order is fulfilled. */
  allocations: OrderAllocation[];
}

/** Public: the certificate shows all of it. */
export interface Beneficiary {
  name: string;
  message: string | null;
  url: string | null;
}

/** The beneficiary's columns of orders and checkout sessions. */
export interface BeneficiaryColumns {
  beneficiaryName: string | null;
  beneficiaryMessage: string | null;
  beneficiaryUrl: string | null;
}
