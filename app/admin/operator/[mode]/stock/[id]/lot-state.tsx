"use client";
import { formatMass } from "#core/mass";
import type { RouterOutput } from "#trpc/router";
import { DeleteLots } from "#ui/admin/delete-lots";
import { Confirm, FormDialog } from "#ui/admin/dialog";
import { ReasonField } from "#ui/admin/fields";
import { Time } from "#ui/admin/format";

import { Panel, StateBadge, type StateLabel } from "#ui/admin/page";
import { useChange } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

const states: Record<Lot["state"], StateLabel> = {
  on_sale: { tone: "good", text: "On sale" },
  stopped: { tone: "bad", text: "Stopped" },
  removed: { tone: "neutral", text: "Removed from stock" },
};

export function LotStateBadge({ state }: Pick<Lot, "state">) {
  return <StateBadge state={states[state]} />;
}

const reason = {
  schema: async () => (await import("#admin/schemas")).LotDecision,
  initial: { reason: "" },
};
const reasonField = <ReasonField />;

function Decisions({ lot: { id, state, leftKg } }: { lot: Lot }) {
  const stop = useChange((trpc) => trpc.operatorLots.stop);
  const resume = useChange((trpc) => trpc.operatorLots.resume);
  const remove = useChange((trpc) => trpc.operatorLots.remove);
  if (state === "removed") return null;
  if (state === "on_sale") {
    return (
      <FormDialog
        {...reason}
        button="Stop selling"
        title="Stop selling this lot?"
        description="Orders are filled from other lots. You can resume sales at any time."
        done="Lot stopped"
        send={(values) => stop({ id, ...values })}
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
        run={() => resume({ id })}
      />
      <FormDialog
        {...reason}
        button="Remove from stock"
        variant="warning"
        submitVariant="danger"
        title={`Remove ${formatMass(leftKg)} from stock?`}
        description="Orders that were filled from this lot keep their credits. This can’t be undone."
        done="Removed from stock"
        send={(values) => remove({ id, ...values })}
      >
        {reasonField}
      </FormDialog>
    </div>
  );
}

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
