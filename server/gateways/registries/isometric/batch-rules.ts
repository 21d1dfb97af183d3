import { z } from "zod";

/** Part of a credit batch at Isometric: the registry splits the batch and retires this part. */
const BatchQuantity = z.object({ batchId: z.string(), kg: z.number().int().positive() });
type BatchQuantity = z.infer<typeof BatchQuantity>;

/** A batch is split or retired once, so a repeated request with the same batches is refused. */
export const IsometricPlan = z.object({
  ownerId: z.string(),
  beneficiaryId: z.string(),
  supplierId: z.string(),
  batches: z.array(BatchQuantity).min(1),
});
export type IsometricPlan = z.infer<typeof IsometricPlan>;

/** Isometric counts kilograms per issuance; a lot's serials begin with the issuance's ID. */
export function issuanceOf(serialNumberRange: string): string | null {
  return /^iss_[0-9A-Z]+(?![\w-])/.exec(serialNumberRange.trim())?.[0] ?? null;
}

interface Batch {
  id: string;
  kg: number;
  supplierId: string;
}

export type Choice =
  | { state: "chosen"; supplierId: string; batches: BatchQuantity[] }
  | { state: "several suppliers" }
  | { state: "too little"; availableKg: number };

/** Takes the batches in their order, and a part of the last one. */
export function chooseBatches(available: readonly Batch[], kg: number): Choice {
  const batches: BatchQuantity[] = [];
  const suppliers = new Set<string>();
  let missingKg = kg;
  for (const batch of available) {
    if (missingKg === 0) break;
    const taken = Math.min(batch.kg, missingKg);
    if (taken <= 0) continue;
    batches.push({ batchId: batch.id, kg: taken });
    suppliers.add(batch.supplierId);
    missingKg -= taken;
  }
  if (missingKg > 0) return { state: "too little", availableKg: kg - missingKg };
  const [supplierId, another] = suppliers;
  if (supplierId === undefined || another !== undefined) return { state: "several suppliers" };
  return { state: "chosen", supplierId, batches };
}
