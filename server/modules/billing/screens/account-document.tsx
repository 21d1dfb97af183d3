"use client";
import { useOperator } from "#ui/admin/operator";
import { Detail, useRouteId } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/trpc";
import { BillingDocument } from "./billing-document";
import { accountQueries } from "./queries";

export function AccountDocument() {
  const { mode, modules } = useOperator();
  const account = useRouteId();
  const { document: query, documentOrders } = useScreenData(accountQueries);
  return (
    <Detail title={query.data?.number ?? "Invoice"} query={query}>
      {({ slug, ...document }) => (
        <BillingDocument
          document={document}
          pdf={`/billing/documents/${document.id}`}
          csv={
            modules.includes("statements")
              ? `/export/account-document-orders.csv?account=${account}&id=${document.id}`
              : null
          }
          pathOf={(documentId) => `/accounts/${account}?document=${documentId}`}
          orderHrefOf={(orderId) => `/admin/${slug}/${mode}/orders/${orderId}`}
          orders={documentOrders}
        />
      )}
    </Detail>
  );
}
