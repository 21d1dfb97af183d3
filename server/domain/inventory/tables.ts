import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type {
  AllocationRemedy,
  CreditLot,
  Prisma,
  RegistryIncident,
  RetiredSerial,
  Retirement,
  RetirementTotal,
  StockTotal,
} from "#prisma";
import type { Adjustment, Holding, LotLabel, LotState } from "./schema";
import type { Span } from "./totals-rules";

export interface InventoryTables {
  creditLots: Table<
    CreditLot,
    Prisma.CreditLotUncheckedCreateInput,
    {
      mode: Mode;
      state: LotState;
      holding: Holding;
      labels: LotLabel[];
      correspondingAdjustment: Adjustment | null;
    }
  >;
  retirements: Table<Retirement, Prisma.RetirementUncheckedCreateInput, { mode: Mode }>;
  allocationRemedies: Table<
    AllocationRemedy,
    Prisma.AllocationRemedyUncheckedCreateInput,
    { mode: Mode }
  >;
  retiredSerials: Table<RetiredSerial, Prisma.RetiredSerialUncheckedCreateInput, { mode: Mode }>;
  retirementTotals: Table<
    RetirementTotal,
    Prisma.RetirementTotalUncheckedCreateInput,
    { span: Span }
  >;
  registryIncidents: Table<
    RegistryIncident,
    Prisma.RegistryIncidentUncheckedCreateInput,
    { mode: Mode; state: "open" | "resolved" }
  >;
  stockTotals: Table<StockTotal, Prisma.StockTotalUncheckedCreateInput, { mode: Mode }>;
}
