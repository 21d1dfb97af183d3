// Compares what certificates claim with what the fake registry has at that moment.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { publicContext } from "#core/context";
import { getSignedCertificate } from "#domain/certificates";
import type { FakeIsometric } from "#testing/torture/registry-faults";
import { POOL_TEXT } from "#testing/torture/registry-market";
import { selectIds } from "#testing/world/sql";

const SAMPLE = "SELECT id FROM orders WHERE state = 'fulfilled' ORDER BY random() LIMIT 10";

export interface Claims {
  /** Certificates that were read, and those that called kg retired. */
  certificates: number;
  retired: number;
  faults: string[];
}

/** The certificate's claims, read from its JSON as any reader gets it. */
const Certificate = z.object({
  order_id: z.string(),
  registry_status: z.string(),
  beneficiary: z.object({ name: z.string() }),
  projects: z.array(
    z.object({
      retirements: z.array(
        z.object({
          amount_kg: z.number(),
          registry_status: z.string(),
          registry_records: z.array(
            z.object({
              amount_kg: z.number(),
              reference: z.string().nullable(),
              is_shared: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Certificate = z.infer<typeof Certificate>;
type Part = Certificate["projects"][number]["retirements"][number];

function sumKg(parts: readonly { amount_kg: number }[]): number {
  return parts.reduce((kg, part) => kg + part.amount_kg, 0);
}

/** Returns why the fake registry does not support the part's claims. */
function faultsOf(part: Part, { beneficiary }: Certificate, { books }: FakeIsometric): string[] {
  const claimedKg = part.registry_status === "retired" ? part.amount_kg : 0;
  const recordedKg = sumKg(part.registry_records);
  const faults =
    claimedKg > recordedKg ? [`calls ${claimedKg} kg retired with records of ${recordedKg}`] : [];
  for (const { reference, is_shared: isShared, amount_kg: kg } of part.registry_records) {
    const retirement = books.retirements.find(({ id }) => id === reference);
    const name = isShared ? POOL_TEXT : beneficiary.name;
    if (!retirement) faults.push(`names ${reference}, which the registry does not have`);
    else if (!retirement.notes?.includes(name)) {
      faults.push(`names ${reference}, which is for another: ${retirement.notes}`);
    } else if (retirement.kg < kg) faults.push(`names ${kg} kg of ${reference}: ${retirement.kg}`);
  }
  return faults;
}

function check(json: unknown, fake: FakeIsometric, claims: Claims): void {
  const certificate = Certificate.parse(json);
  const { order_id: id, registry_status: status, projects } = certificate;
  const parts = projects.flatMap(({ retirements }) => retirements);
  const retired = parts.filter((part) => part.registry_status === "retired");
  claims.certificates += 1;
  if (retired.length > 0) claims.retired += 1;
  const faults = parts.flatMap((part) => faultsOf(part, certificate, fake));
  if (status === "retired" && retired.length < parts.length) faults.push("calls all of it retired");
  claims.faults.push(...faults.map((fault) => `certificate ${id} ${fault}`));
}

/** Reads certificates until the run is over. The registry never takes a retirement back. */
export async function sampleClaims(
  fake: FakeIsometric,
  progress: { isOver: boolean },
): Promise<Claims> {
  const claims: Claims = { certificates: 0, retired: 0, faults: [] };
  while (!progress.isOver) {
    for (const id of await selectIds(SAMPLE)) {
      const certificate = await getSignedCertificate(publicContext(), id).catch(() => null);
      if (certificate) check(JSON.parse(JSON.stringify(certificate)), fake, claims);
    }
    await sleep(20);
  }
  return claims;
}
