export {
  getMonthFigures,
  getSalesHistory,
  listMonthFigures,
  sumFigures,
} from "./figures";
export { monthOf } from "./month-rules";
