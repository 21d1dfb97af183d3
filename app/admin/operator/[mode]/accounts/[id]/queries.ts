import type { ScreenQueries } from "#ui/admin/trpc";

export const queries = (({ operatorAccounts, operatorBilling }, { get, id, list }) => {
  const documentId = get("document") ?? "";
  const isDocument = { enabled: documentId !== "" };
  const isAccount = { enabled: documentId === "" };
  const document = { account: id, id: documentId };
  return {
    account: operatorAccounts.get.queryOptions({ id }, isAccount),
    prices: operatorAccounts.prices.queryOptions({ id }, isAccount),
    billing: operatorBilling.account.queryOptions({ id }, isAccount),
    invoices: { ...operatorBilling.invoices.queryOptions(list([], { id })), ...isAccount },
    document: operatorBilling.document.queryOptions(document, isDocument),
    documentOrders: {
      ...operatorBilling.documentOrders.queryOptions(list([], document)),
      ...isDocument,
    },
  };
}) satisfies ScreenQueries;
