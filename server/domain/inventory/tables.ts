// The tables of the room inventory, as statements see them.
import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type {
  CreditLot,
  Prisma,
  RegistryRetirement,
  Retirement,
  RetirementTotal,
  StockTotal,
  Task,
  TaskFile,
} from "#prisma";
import type { LotState } from "./schema";
import type { TaskKind, TaskReport, TaskState, TaskStep } from "./task-rules";
import type { Span } from "./totals-rules";

export interface InventoryTables {
  creditLots: Table<
    CreditLot,
    Prisma.CreditLotUncheckedCreateInput,
    { mode: Mode; state: LotState }
  >;
  retirements: Table<Retirement, Prisma.RetirementUncheckedCreateInput, { mode: Mode }>;
  registryRetirements: Table<
    RegistryRetirement,
    Prisma.RegistryRetirementUncheckedCreateInput,
    { mode: Mode }
  >;
  retirementTotals: Table<
    RetirementTotal,
    Prisma.RetirementTotalUncheckedCreateInput,
    { span: Span }
  >;
  stockTotals: Table<StockTotal, Prisma.StockTotalUncheckedCreateInput, { mode: Mode }>;
  tasks: Table<
    Task,
    Prisma.TaskUncheckedCreateInput,
    { mode: Mode; kind: TaskKind; state: TaskState; step: TaskStep; report: TaskReport | null }
  >;
  taskFiles: Table<TaskFile, Prisma.TaskFileUncheckedCreateInput>;
}
