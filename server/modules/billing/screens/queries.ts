import type { ScreenQueries } from "#ui/admin/trpc";

/** Of an account's own billing. */
export const queries = (({ billing }, { get, list }) => {
  const id = get("document") ?? "";
  const isDocument = { enabled: id !== "" };
  const isBilling = { enabled: id === "" };
  return {
    billing: billing.get.queryOptions(undefined, isBilling),
    invoices: billing.invoices.queryOptions(list(), isBilling),
    document: billing.document.queryOptions({ id }, isDocument),
    documentOrders: { ...billing.documentOrders.queryOptions(list([], { id })), ...isDocument },
  };
}) satisfies ScreenQueries;

/** Of an account's billing, as operators see it. */
export const accountQueries = (({ operatorBilling }, { get, id, list }) => {
  const documentId = get("document") ?? "";
  const isDocument = { enabled: documentId !== "" };
  const isAccount = { enabled: documentId === "" };
  const document = { account: id, id: documentId };
  return {
    billing: operatorBilling.account.queryOptions({ id }, isAccount),
    invoices: { ...operatorBilling.invoices.queryOptions(list([], { id })), ...isAccount },
    document: operatorBilling.document.queryOptions(document, isDocument),
    documentOrders: {
      ...operatorBilling.documentOrders.queryOptions(list([], document)),
      ...isDocument,
    },
  };
}) satisfies ScreenQueries;

export const unbilledQueries = (({ operatorBilling }) => ({
  unbilledSales: operatorBilling.unbilledSales.queryOptions(),
})) satisfies ScreenQueries;

/** Of the billing of all accounts. */
export const moneyQueries = (({ operatorBilling }, { get }) => {
  const isBilling = { enabled: get("show") === "billing" };
  return {
    billing: operatorBilling.get.queryOptions(undefined, isBilling),
    unbilledSales: operatorBilling.unbilledSales.queryOptions(undefined, isBilling),
    openItems: operatorBilling.openItems.queryOptions(undefined, isBilling),
  };
}) satisfies ScreenQueries;
