import { withData } from "#admin/screen-page";
import { filtersIn } from "#ui/admin/list-input";
import Screen from "./screen";

export default withData(
  Screen,
  ({ operatorPayments, operatorTransfers }, { list, filters, get }) => [
    operatorPayments.list.queryOptions(list()),
    operatorPayments.totals.queryOptions(filters()),
    operatorPayments.tasks.queryOptions(),
    operatorTransfers.list.queryOptions({ ...filtersIn(get, ["search"]), limit: 100 }),
    operatorTransfers.totals.queryOptions(filtersIn(get, ["search"])),
  ],
);
