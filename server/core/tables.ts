// The tables that belong to no room, as statements see them.
import type { AuditEntry, IdempotencyKey, Prisma, Worker } from "#prisma";
import type { Table } from "./query";

export interface CoreTables {
  auditEntries: Table<AuditEntry, Prisma.AuditEntryUncheckedCreateInput>;
  idempotencyKeys: Table<IdempotencyKey, Prisma.IdempotencyKeyUncheckedCreateInput>;
  workers: Table<Worker, Prisma.WorkerUncheckedCreateInput>;
}
