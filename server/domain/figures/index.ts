export {
  type ByChannel,
  findFigures,
  getMonthFigures,
  getSalesHistory,
  listMonthFigures,
  type MonthFigures,
  noFigures,
  sumFigures,
} from "./figures";
export { accountsOf, inSubaccount, type Scope } from "./figures-store";
export { customerMoney, moneyKinds } from "./money-store";
export { type Month, monthKeys, monthOf, readMonth, requireMonth } from "./month-rules";
export { ListSubaccountFigures, MonthQuery } from "./schema";
export {
  getSubaccountFigures,
  listSubaccountFigures,
  type SubaccountFigures,
} from "./subaccount-figures";
