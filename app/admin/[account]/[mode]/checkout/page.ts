import { withData } from "#admin/with-data";
import { allSubaccounts } from "#ui/admin/subaccount-options";
import Screen from "./screen";

export default withData(Screen, (trpc, { get, list, filters }) => {
  const { checkout, links, reservations } = trpc;
  const subaccounts = trpc.subaccounts.list.queryOptions(allSubaccounts);
  switch (get("show")) {
    case "payments":
      return [
        checkout.payments.queryOptions(list()),
        checkout.paymentTotals.queryOptions(filters()),
        subaccounts,
      ];
    case "links":
      return [links.list.queryOptions(list()), links.totals.queryOptions()];
    case "reservations":
      return [reservations.list.queryOptions(list()), reservations.totals.queryOptions({})];
    default:
      return [
        checkout.list.queryOptions(list()),
        checkout.totals.queryOptions(filters()),
        subaccounts,
      ];
  }
});
