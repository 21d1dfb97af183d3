import type { ScreenQueries } from "#ui/admin/trpc";

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
