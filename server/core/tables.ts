// The tables of no room, as statements see them.
import type { AuditEntry, IdempotencyKey, Prisma, Worker } from "#prisma";
import type { Actor } from "./context";
import type { Table } from "./query";

export interface CoreTables {
  idempotencyKeys: Table<IdempotencyKey, Prisma.IdempotencyKeyUncheckedCreateInput>;
  workers: Table<Worker, Prisma.WorkerUncheckedCreateInput>;
  auditEntries: Table<
    AuditEntry,
    Prisma.AuditEntryUncheckedCreateInput,
    { actorType: Actor["type"] }
  >;
}
