"use client";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "next/navigation";
import type { RouterInput } from "#trpc/router";
import { BillingDocument } from "#ui/admin/billing-document";
import { useOperator } from "#ui/admin/operator";
import { Detail, useRouteId } from "#ui/admin/page";
import { useListInput } from "#ui/admin/table";
import { useTRPC } from "#ui/admin/trpc";
import { idIn } from "#ui/id-in";

type Page = Omit<RouterInput["operatorBilling"]["documentOrders"], "id" | "account">;

export default function AccountDocumentPage() {
  const { operatorBilling: trpc } = useTRPC();
  const { base, mode } = useOperator();
  const account = useRouteId();
  const id = idIn(String(useParams()["document"] ?? ""));
  const input = { account, id, ...useListInput<Page>() };
  const query = useQuery(trpc.document.queryOptions({ account, id }));
  const orders = useQuery(trpc.documentOrders.queryOptions(input));
  return (
    <Detail title="Document" query={query}>
      {({ slug, ...document }) => (
        <BillingDocument
          document={document}
          pdf={`${base}/billing/documents/${id}`}
          csv={`${base}/export/account-document-orders.csv?account=${account}&id=${id}`}
          hrefOf={(documentId) => `${base}/billing/${account}/documents/${documentId}`}
          orderHrefOf={(orderId) => `/admin/${slug}/${mode}/orders/${orderId}`}
          orders={orders}
        />
      )}
    </Detail>
  );
}
