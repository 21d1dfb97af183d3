"use client";
import { useMutation } from "@tanstack/react-query";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { DeleteLots } from "#ui/admin/delete-lots";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { TextAreaField } from "#ui/admin/form";
import { Badge, Panel, type StateLabel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

const states: Record<Lot["state"], StateLabel> = {
  on_sale: { tone: "good", text: "On sale" },
  stopped: { tone: "bad", text: "Stopped" },
  removed: { tone: "neutral", text: "Removed from stock" },
};

export function LotStateBadge({ state }: Pick<Lot, "state">) {
  return <Badge tone={states[state].tone}>{states[state].text}</Badge>;
}

const reason = {
  schema: async () => (await import("#admin/schemas")).LotDecision,
  initial: { reason: "" },
};
const reasonField = (
  <TextAreaField name="reason" label="Reason" hint="Recorded in the audit log." />
);

function Decisions({ lot: { id, state, leftKg } }: { lot: Lot }) {
  const trpc = useTRPC();
  const onSuccess = useRefresh((routes) => routes.operatorLots.pathFilter());
  const stop = useMutation(trpc.operatorLots.stop.mutationOptions({ onSuccess }));
  const resume = useMutation(trpc.operatorLots.resume.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.operatorLots.remove.mutationOptions({ onSuccess }));
  if (state === "removed") return null;
  if (state === "on_sale") {
    return (
      <FormDialog
        {...reason}
        button="Stop selling"
        title="Stop selling this lot?"
        description="Orders are filled from other lots. You can resume sales at any time."
        done="Lot stopped"
        send={(values) => stop.mutateAsync({ id, ...values })}
      >
        {reasonField}
      </FormDialog>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Confirm
        button="Resume sales"
        title="Resume sales of this lot?"
        description="Confirms that its unsold serial numbers are still yours and active at the registry. Retirements that the registry lists for them are dismissed."
        done="Sales resumed"
        run={() => resume.mutateAsync({ id })}
      />
      <FormDialog
        {...reason}
        button="Remove from stock"
        variant="warning"
        submitVariant="danger"
        title={`Remove ${formatMass(leftKg)} from stock?`}
        description="Orders that were filled from this lot keep their credits. This can’t be undone."
        done="Removed from stock"
        send={(values) => remove.mutateAsync({ id, ...values })}
      >
        {reasonField}
      </FormDialog>
    </div>
  );
}

/** The lot's state, its reason, and the buttons that change it. */
export function LotState({ lot }: { lot: Lot }) {
  return (
    <Panel title="Sales" actions={<LotStateBadge state={lot.state} />}>
      {lot.state !== "on_sale" && (
        <div className="mb-4 text-[0.9375rem]" role={lot.state === "stopped" ? "alert" : undefined}>
          <p className="break-words">{lot.stateReason}</p>
          {lot.stateChangedOn && (
            <p className="mt-1 text-sm text-quiet">
              <Time at={lot.stateChangedOn} />
            </p>
          )}
        </div>
      )}
      <Decisions lot={lot} />
      {lot.retiredKg === 0 && lot.state !== "on_sale" && (
        <div className="mt-3">
          <DeleteLots ids={[lot.id]} button="Delete lot" title="Delete this lot?" />
        </div>
      )}
    </Panel>
  );
}
