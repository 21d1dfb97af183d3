"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { Confirm } from "#ui/admin/dialog";
import { Badge } from "#ui/admin/page";
import { type Column, DataTable } from "#ui/admin/table";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Request = RouterOutput["operatorWorklist"]["requests"]["data"][number];

const states = {
  written: { tone: "pending", text: "Not sent yet" },
  sent: { tone: "neutral", text: "Requested" },
  unknown: { tone: "pending", text: "Checking" },
} as const;

function Return({ request: { id, kg, adapter } }: { request: Request }) {
  const refresh = useRefresh((trpc) => trpc.operatorWorklist.pathFilter());
  const send = useMutation(useTRPC().operatorWorklist.returnRequest.mutationOptions());
  if (adapter !== "manual") return null;
  return (
    <Confirm
      button="Return to list"
      title={`Return ${formatMass(kg)} to the list?`}
      description="Only if this retirement was not made at the registry. Otherwise these credits could be retired twice."
      action="Return to list"
      done="Returned to the list"
      run={() => send.mutateAsync({ id }).then(refresh)}
    />
  );
}

const columns: Column<Request>[] = [
  {
    head: "Serial numbers",
    cell: ({ serials, beneficiary }) => (
      <>
        <span className="block text-sm wrap-anywhere tabular-nums">{serials.join(", ")}</span>
        <span className="block text-sm text-quiet">{beneficiary}</span>
      </>
    ),
  },
  {
    head: "State",
    isExtra: true,
    cell: ({ state }) => {
      const { tone, text } = states[state as keyof typeof states] ?? states.sent;
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
  {
    head: "Requested",
    isExtra: true,
    cell: ({ sentOn, createdOn }) => <Time at={sentOn ?? createdOn} />,
  },
  { head: "Amount", align: "right", cell: ({ kg }) => formatMass(kg) },
  { head: "Actions", align: "right", cell: (request) => <Return request={request} /> },
];

/** Retirements that were requested, and that no export has confirmed. */
export function OpenRequests() {
  const requests = useQuery(useTRPC().operatorWorklist.requests.queryOptions({ limit: 50 }));
  if (requests.data?.data.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-3 font-semibold">Requested, not confirmed</h2>
      <DataTable
        label="Requested, not confirmed"
        columns={columns}
        keyOf={({ id }) => id}
        query={requests}
        empty={null}
      />
    </section>
  );
}
