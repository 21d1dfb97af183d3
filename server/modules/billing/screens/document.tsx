"use client";
import { useAccount } from "#ui/admin/account";
import { Detail } from "#ui/admin/page";
import { useScreenData } from "#ui/admin/trpc";
import { BillingDocument } from "./billing-document";
import { queries } from "./queries";

export function Document() {
  const { base, modules } = useAccount();
  const { document: query, documentOrders } = useScreenData(queries);
  return (
    <Detail title={query.data?.number ?? "Invoice"} query={query}>
      {(document) => (
        <BillingDocument
          document={document}
          pdf={`/billing/${document.id}/pdf`}
          csv={
            modules.includes("statements") ? `/export/document-orders.csv?id=${document.id}` : null
          }
          pathOf={(documentId) => `/billing?document=${documentId}`}
          orderHrefOf={(orderId) => `${base}/orders/${orderId}`}
          orders={documentOrders}
        />
      )}
    </Detail>
  );
}
