// The fake Isometric's organizations, credit batches and retirements.
import { randomBytes } from "node:crypto";

/** An error response, in the form of the API. */
export class FakeRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  get body() {
    return { detail: [{ loc: ["body"], msg: this.message, type: "value_error" }] };
  }
}

interface Organization {
  id: string;
  name: string;
  domain: string | null;
}

interface Batch {
  id: string;
  kg: number;
  firstKg: number;
  status: "active" | "split" | "retired";
  issuanceId: string;
  supplierId: string;
  issuedAt: string;
  owner: Organization;
  parentId: string | null;
  childIds: readonly [left: string, right: string] | null;
  retirementId: string | null;
}

interface Retirement {
  id: string;
  retiredAt: string;
  purposes: string[];
  beneficiary: Organization;
  owner: Organization;
  kg: number;
  notes: string | null;
  batchIds: string[];
}

export interface CreateRetirement {
  owner_organisation_id: string;
  beneficiary_organisation_id: string;
  supplier_id: string;
  retirement_purposes: string[];
  notes: string | null;
  credit_batch_quantities: { credit_batch_id: string; credit_quantity_kg: number }[];
}

/** IDs look like `org_1GB56M1ST1S0GVNA`. */
const newId = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex").toUpperCase()}`;

const quantity = (kg: number) => ({ credits: kg / 1000, credit_kgs: kg });

export const ownOrganization: Organization = {
  id: "org_1OWN0000000000000",
  name: "Northly",
  domain: "northly.example",
};

export class FakeRegistryBooks {
  readonly organizations = new Map([[ownOrganization.id, ownOrganization]]);
  readonly batches = new Map<string, Batch>();
  readonly retirements: Retirement[] = [];
  url = "";

  /** Issues kilograms to the own organization, in one or more batches. */
  issue(issuanceId: string, batchKg: readonly number[], supplierId = "spl_1SUPPLIER00000000") {
    let firstKg = 1;
    for (const kg of batchKg) {
      this.#add({ kg, firstKg, issuanceId, supplierId, parentId: null, owner: ownOrganization });
      firstKg += kg;
    }
  }

  #add(given: Omit<Batch, "id" | "status" | "childIds" | "retirementId" | "issuedAt">): Batch {
    const issuedAt = "2026-01-15T09:30:00.000000Z";
    const state = { status: "active", childIds: null, retirementId: null } as const;
    const batch: Batch = { ...given, ...state, id: newId("ctb"), issuedAt };
    this.batches.set(batch.id, batch);
    return batch;
  }

  findBatch(id: string): Batch {
    const batch = this.batches.get(id);
    if (batch) return batch;
    throw new FakeRefusal(404, `Credit batch ${id} not found`);
  }

  findRetirement(id: string): Retirement {
    const retirement = this.retirements.find((it) => it.id === id);
    if (retirement) return retirement;
    throw new FakeRefusal(404, `Retirement ${id} not found`);
  }

  #findOrganization(id: string): Organization {
    const organization = this.organizations.get(id);
    if (organization) return organization;
    throw new FakeRefusal(422, `${id} not found`);
  }

  /** Splits the batch unless all of it is used. */
  #take(batch: Batch, kg: number): Batch {
    if (batch.kg === kg) return batch;
    const { issuanceId, supplierId, owner, id: parentId } = batch;
    const common = { issuanceId, supplierId, owner, parentId };
    const left = this.#add({ ...common, kg, firstKg: batch.firstKg });
    const right = this.#add({ ...common, kg: batch.kg - kg, firstKg: batch.firstKg + kg });
    batch.status = "split";
    batch.childIds = [left.id, right.id];
    return left;
  }

  /** Changes nothing unless all of the request is right. */
  retire(request: CreateRetirement): Retirement {
    const owner = this.#findOrganization(request.owner_organisation_id);
    const beneficiary = this.#findOrganization(request.beneficiary_organisation_id);
    const { notes, credit_batch_quantities: quantities, retirement_purposes: purposes } = request;
    if ((notes?.length ?? 0) > 256) throw new FakeRefusal(422, "notes: at most 256 characters");
    if (purposes.length === 0) throw new FakeRefusal(422, "retirement_purposes: at least one");
    if (quantities.length === 0)
      throw new FakeRefusal(422, "credit_batch_quantities: at least one");
    const parts = quantities.map(({ credit_batch_id: id, credit_quantity_kg: kg }) => {
      const batch = this.findBatch(id);
      if (batch.owner.id !== owner.id) throw new FakeRefusal(422, `${id} has another owner`);
      if (batch.supplierId !== request.supplier_id) {
        throw new FakeRefusal(422, `${id} is from another supplier`);
      }
      if (batch.status !== "active") throw new FakeRefusal(422, `${id} is ${batch.status}`);
      if (!Number.isInteger(kg) || kg <= 0 || kg > batch.kg) {
        throw new FakeRefusal(422, `${id} has ${batch.kg} kg, not ${kg}`);
      }
      return { batch, kg };
    });
    if (new Set(parts.map(({ batch }) => batch.id)).size < parts.length) {
      throw new FakeRefusal(422, "a credit batch is named twice");
    }
    const retirement: Retirement = {
      id: newId("ret"),
      retiredAt: new Date().toISOString(),
      purposes,
      beneficiary,
      owner,
      kg: parts.reduce((sum, { kg }) => sum + kg, 0),
      notes,
      batchIds: [],
    };
    for (const { batch, kg } of parts) {
      const retired = this.#take(batch, kg);
      retired.status = "retired";
      retired.retirementId = retirement.id;
      retirement.batchIds.push(retired.id);
    }
    this.retirements.push(retirement);
    return retirement;
  }

  batchResource(batch: Batch) {
    const retirement = this.retirements.find(({ id }) => id === batch.retirementId);
    const lastKg = batch.firstKg + batch.kg - 1;
    return {
      id: batch.id,
      serial_number: `ISO-1-FAKE-GBR-F5X7-2025-${batch.firstKg}-${lastKg}`,
      status: batch.status,
      size: quantity(batch.kg),
      issued_at: batch.issuedAt,
      retired_at: retirement?.retiredAt ?? null,
      delivered_at: null,
      sequestered_on: "2025-12-01",
      country_of_issue: "GBR",
      supplier_id: batch.supplierId,
      parent_id: batch.parentId,
      left_child_id: batch.childIds?.[0] ?? null,
      right_child_id: batch.childIds?.[1] ?? null,
      issuance_id: batch.issuanceId,
      delivery_id: null,
      beneficiary: retirement?.beneficiary ?? null,
      retirement_id: batch.retirementId,
      removal_id: "rmv_1FAKE000000000000",
      owner: batch.owner,
      project_id: "prj_1FAKE000000000000",
      carbon_removal_data: null,
      ccp_approved: false,
    };
  }

  retirementResource(retirement: Retirement) {
    const { id, retiredAt, purposes, beneficiary, owner, kg, notes } = retirement;
    return {
      id,
      retired_at: retiredAt,
      purposes,
      beneficiary,
      owner,
      credit_batch_size_total: quantity(kg),
      url: `${this.url}/retirements/${id}`,
      notes,
    };
  }
}
