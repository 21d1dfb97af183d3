"use client";
import { useQuery } from "@tanstack/react-query";
import type { RouterInput } from "#trpc/router";
import { useAccount } from "#ui/admin/account";
import { BillingDocument } from "#ui/admin/billing-document";
import { Detail, useRouteId } from "#ui/admin/page";
import { useListInput } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";

type Page = Omit<RouterInput["billing"]["documentOrders"], "id">;

export default function BillingDocumentPage() {
  const { billing } = useTRPC();
  const { base } = useAccount();
  const id = useRouteId();
  const input = { id, ...useListInput<Page>() };
  const query = useQuery(billing.document.queryOptions({ id }));
  const orders = useQuery(billing.documentOrders.queryOptions(input));
  return (
    <Detail title="Document" query={query}>
      {(document) => (
        <BillingDocument
          document={document}
          pdf={`${base}/billing/${id}/pdf`}
          csv={`${base}/export/document-orders.csv?id=${id}`}
          hrefOf={(documentId) => `${base}/billing/${documentId}`}
          orderHrefOf={(orderId) => `${base}/orders/${orderId}`}
          orders={orders}
        />
      )}
    </Detail>
  );
}
