// The keys by whose public halves certificates can be checked.
import type { Context } from "#core/context";

export interface PublishedKey {
  id: string;
  /** The x coordinate of the public key, in base64url. */
  publicKey: string;
  createdAt: Date;
  /** Null for the one that signs. */
  retiredAt: Date | null;
}

/** All keys but those withdrawn, the newest first. */
export function listSigningKeys({ db }: Context): Promise<PublishedKey[]> {
  return db.prisma.signingKey.findMany({
    where: { withdrawnAt: null },
    select: { id: true, publicKey: true, createdAt: true, retiredAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
  });
}
