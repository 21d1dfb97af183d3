"use client";
// Credits and orders that an incident or a registry retirement is about.
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Badge, type StateLabel } from "./page";
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

/** An allocation's status at its registry. */
function RegistryStatus({ status }: { status: string }) {
  const { tone, text } = statuses[status] ?? { tone: "neutral", text: status };
  return <Badge tone={tone}>{text}</Badge>;
}

export function CreditParts({ parts }: Pick<Detail, "parts">) {
  return (
    <SimpleTable
      label="Credits"
      columns={[
        { head: "Serial numbers" },
        { head: "Project", isExtra: true },
        { head: "Vintage", isExtra: true },
        { head: "Amount", align: "right" },
      ]}
      rows={parts.map(({ lotId, startKg, endKg, ...part }) => ({
        key: `${lotId} ${startKg}`,
        cells: [
          <span key="serials" className="wrap-anywhere">
            {part.serialNumberRange}
          </span>,
          part.projectName,
          part.vintageYear,
          formatMass(endKg - startKg),
        ],
      }))}
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
        columns={[
          { head: "Beneficiary" },
          { head: "Account", isExtra: true },
          { head: "Status" },
          { head: "Amount", align: "right" },
        ]}
        rows={orders.map(({ orderId, beneficiary, accountName, registryStatus, kg }, index) => ({
          key: `${orderId} ${index}`,
          cells: [
            <a key="order" href={`/certificates/${orderId}`} className="link">
              {beneficiary}
            </a>,
            accountName,
            <RegistryStatus key="status" status={registryStatus} />,
            formatMass(kg),
          ],
        }))}
      />
    </div>
  );
}
