// Credits that a registry shows as someone else's, and what an operator substitutes for them.
import { decideIncident, type IncidentDecision, openIncidents } from "#domain/evidence";
import { remedyIncident } from "#domain/matching";
import { type EvidenceShop, mode, write } from "#testing/evidence-shop";

/** Opens an incident about kg of the shop's lot, and starts the dispute. */
export async function dispute(shop: EvidenceShop, startKg: number, endKg: number): Promise<string> {
  const stretch = { lotId: shop.lotId, startKg, endKg };
  const proposal = { requestId: null, beneficiary: "Ann", isPool: false, items: [stretch] };
  const row = { key: `row ${startKg}` };
  const incident = { kind: "other_beneficiary", stretch, row, proposal };
  const { registry } = shop;
  const [id = ""] = await write((tx) =>
    openIncidents(tx, { mode, registry, incidents: [incident] }),
  );
  await decide(id, "disputed");
  return id;
}

export const decide = (id: string, decision: IncidentDecision["decision"]) =>
  write((tx) => decideIncident(tx, { mode, id, decision, note: null, retired_on: null }));

/** Opens an incident and leaves its kg to someone else. */
export async function leave(shop: EvidenceShop, startKg: number, endKg: number): Promise<string> {
  const id = await dispute(shop, startKg, endKg);
  await decide(id, "theirs");
  return id;
}

export const remedy = (id: string, portfolioId: string | null = null) =>
  write((tx) => remedyIncident({ ...tx, now: new Date() }, { mode, id, portfolioId }));
