"use client";
import type { RouterOutput } from "#trpc/router";
import { StateBadge, type StateLabel } from "./page";
import { SimpleTable } from "./table";

type Detail = RouterOutput["operatorIncidents"]["get"];

const statuses: Record<string, StateLabel> = {
  pending: { tone: "pending", text: "Pending" },
  requested: { tone: "neutral", text: "Requested" },
  retired: { tone: "good", text: "Retired" },
  disputed: { tone: "bad", text: "Disputed" },
  replaced: { tone: "neutral", text: "Replaced" },
  unreported: { tone: "neutral", text: "No record" },
};

function RegistryStatus({ status }: { status: string }) {
  return <StateBadge state={statuses[status] ?? { tone: "neutral", text: status }} />;
}

export function CreditParts({ parts }: Pick<Detail, "parts">) {
  return (
    <SimpleTable
      label="Credits"
      rows={parts}
      columns={[
        {
          head: "Serial numbers",
          cell: (part) => <span className="wrap-anywhere">{part.serialNumberRange}</span>,
        },
        { head: "Project", isExtra: true, cell: ({ projectName }) => projectName },
        { head: "Vintage", isExtra: true, cell: ({ vintageYear }) => vintageYear },
        { head: "Amount", kg: (part) => part.endKg - part.startKg },
      ]}
      keyOf={({ lotId, startKg }) => `${lotId} ${startKg}`}
    />
  );
}

export function AffectedOrders({ orders }: Pick<Detail, "orders">) {
  if (orders.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="mb-2 text-sm font-medium">Orders</h3>
      <SimpleTable
        label="Orders"
        rows={orders}
        columns={[
          {
            head: "Beneficiary",
            cell: ({ orderId, beneficiary }) => (
              <a href={`/certificates/${orderId}`} className="link">
                {beneficiary}
              </a>
            ),
          },
          { head: "Account", isExtra: true, cell: ({ accountName }) => accountName },
          {
            head: "Status",
            cell: ({ registryStatus }) => <RegistryStatus status={registryStatus} />,
          },
          { head: "Amount", kg: ({ kg }) => kg },
        ]}
        keyOf={({ orderId }, index) => `${orderId} ${index}`}
      />
    </div>
  );
}
