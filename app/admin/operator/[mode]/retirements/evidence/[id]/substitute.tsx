"use client";
import { useQuery } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField } from "#ui/admin/form";
import { Panel } from "#ui/admin/page";
import { useToast } from "#ui/admin/toasts";
import { useChange, useTRPC } from "#ui/admin/trpc";

type Lost = NonNullable<RouterOutput["operatorIncidents"]["get"]["lost"]>;
type Report = RouterOutput["operatorIncidents"]["remedy"];

function outcomeOf({ kg, missingKg, hasMore }: Report): string {
  if (kg === 0) return "Not enough credits in stock";
  const done = `Substituted ${formatMass(kg)}`;
  if (missingKg > 0) return `${done}; ${formatMass(missingKg)} more are not in stock`;
  return hasMore ? `${done}. Substitute again for the next orders` : done;
}

export function Substitute({ id, lost: { lostKg, replacedKg } }: { id: string; lost: Lost }) {
  const trpc = useTRPC();
  const toast = useToast();
  const remedy = useChange((trpc) => trpc.operatorIncidents.remedy);
  const portfolios = useQuery(trpc.operatorPortfolios.list.queryOptions());
  const leftKg = lostKg - replacedKg;
  const options = [
    { value: "", text: "The same project, or the order’s portfolio" },
    ...(portfolios.data ?? []).map(({ id: value, name }) => ({ value, text: name })),
  ];
  return (
    <Panel title="Substitute credits">
      <p className="mb-4 text-[0.9375rem] text-pretty">
        {lostKg === 0
          ? "No order has any of these credits."
          : `${formatMass(replacedKg)} of ${formatMass(lostKg)} are replaced.`}
      </p>
      {leftKg > 0 && (
        <FormDialog
          button={`Substitute ${formatMass(leftKg)}`}
          variant="primary"
          title={`Substitute ${formatMass(leftKg)} from stock?`}
          description="The orders get other credits now, without charge. Their certificates show both and say why. This can’t be undone."
          action="Substitute credits"
          schema={async () => (await import("#admin/schemas")).RemedyChoice}
          initial={{ portfolio_id: "" }}
          send={(values) => remedy({ id, ...values })}
          onDone={async (report: Report) => {
            toast(outcomeOf(report));
          }}
        >
          <SelectField name="portfolio_id" label="Take credits of" options={options} />
        </FormDialog>
      )}
    </Panel>
  );
}
