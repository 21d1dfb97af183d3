import { database } from "#core/db";
import { newId } from "#core/id";

/** The registry's record of an order: its date, reference and, for shared tonnes, beneficiary. */
interface Evidence {
  retiredOn: string;
  reference?: string;
  pool?: string;
}

/** Stores evidence for all kg of an order, without going through an import. */
export async function markRetired(orderId: string, evidence: Evidence): Promise<string> {
  const { prisma } = database();
  const [first] = await prisma.retirement.findMany({ where: { orderId } });
  if (!first) throw new Error(`nothing is retired for ${orderId}`);
  const id = newId("registryRetirement");
  const retiredOn = new Date(evidence.retiredOn);
  await prisma.registryRetirement.create({
    data: {
      mode: first.mode,
      id,
      registry: "verra",
      retiredOn,
      beneficiary: evidence.pool ?? "Someone",
      registryReference: evidence.reference ?? null,
      url: "https://registry.example/retirements/1",
      source: "operator",
      isPool: evidence.pool !== undefined,
      recordedAt: new Date(),
    },
  });
  await prisma.$executeRaw`
    UPDATE retirements SET registry_status = 'retired', registry_retirement_id = ${id},
      registry_retired_on = ${retiredOn}::date, registry_retired_kg = order_end_kg - order_start_kg
    WHERE order_id = ${orderId}`;
  return id;
}

/** Sets the status of kg without evidence. */
export async function markStatus(
  orderId: string,
  status: "pending" | "requested" | "disputed" | "unreported",
): Promise<void> {
  await database().prisma.retirement.updateMany({
    where: { orderId },
    data: { registryStatus: status },
  });
}

/** Moves an order's allocations in time. */
export async function moveTo(orderId: string, at: string): Promise<void> {
  await database().prisma.retirement.updateMany({
    where: { orderId },
    data: { retiredAt: new Date(at) },
  });
}
