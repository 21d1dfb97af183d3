// The tables of the room certificates, as statements see them.
import type { Table } from "#core/query";
import type { Prisma, SigningKey } from "#prisma";

export interface CertificateTables {
  signingKeys: Table<SigningKey, Prisma.SigningKeyUncheckedCreateInput>;
}
