import type { Mode } from "#core/context";
import type { Table } from "#core/query";
import type { Channel, PricingUnit } from "#domain/catalogue";
import type { RegistryStatus } from "#domain/inventory";
import type { Order, OrderCancellation, Prisma, SoldCredit } from "#prisma";
import type { OrderState, OrderType } from "./rules";

export interface OrderTables {
  orders: Table<
    Order,
    Prisma.OrderUncheckedCreateInput,
    {
      mode: Mode;
      type: OrderType;
      pricingUnit: PricingUnit;
      channel: Channel;
      state: OrderState;
      registryStatus: RegistryStatus;
      registryRetiredOn: string | null;
      creditsExpectedBy: string | null;
      callbackEvents: string[];
    }
  >;
  orderCancellations: Table<
    OrderCancellation,
    Prisma.OrderCancellationUncheckedCreateInput,
    { mode: Mode }
  >;
  soldCredits: Table<SoldCredit, Prisma.SoldCreditUncheckedCreateInput, { channel: Channel }>;
}
