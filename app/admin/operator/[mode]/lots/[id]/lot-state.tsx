"use client";
// Whether a lot is sold from, and what an operator can decide about that.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { formatMass } from "#core/mass";
import { LotDecision } from "#schemas/inventory";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
import { Confirm, Dialog } from "#ui/admin/dialog";
import { Form, TextAreaField, useSentForm } from "#ui/admin/form";
import { Badge, Panel } from "#ui/admin/page";
import { Time } from "#ui/admin/time";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";

type Lot = RouterOutput["operatorLots"]["get"];

export function LotStateBadge({ state }: Pick<Lot, "state">) {
  if (state === "stopped") return <Badge look="bad">Stopped</Badge>;
  if (state === "removed") return <Badge look="quiet">Removed from stock</Badge>;
  return <Badge look="good">On sale</Badge>;
}

/** Runs a decision, then reads everything that shows lots again. */
function useDecisions() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const onSuccess = () => queries.invalidateQueries({ queryKey: trpc.operatorLots.pathKey() });
  return {
    stop: useMutation(trpc.operatorLots.stop.mutationOptions({ onSuccess })),
    resume: useMutation(trpc.operatorLots.resume.mutationOptions({ onSuccess })),
    remove: useMutation(trpc.operatorLots.remove.mutationOptions({ onSuccess })),
  };
}

interface ReasonProps {
  act: string;
  look?: "danger" | "secondary";
  title: string;
  description: string;
  done: string;
  send(reason: string): Promise<unknown>;
}

/** A decision that needs a reason. */
function WithReason({ act, look = "secondary", title, description, done, send }: ReasonProps) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const sent = useSentForm({
    schema: LotDecision,
    initial: { reason: "" },
    async send({ reason }) {
      await send(reason);
      setOpen(false);
      toast(done);
    },
  });
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={description}>
        <Form
          sent={sent}
          act={act}
          look={look === "danger" ? "danger" : "primary"}
          onCancel={() => setOpen(false)}
        >
          <TextAreaField name="reason" label="Reason" hint="Kept in the audit log." />
        </Form>
      </Dialog>
    </>
  );
}

function Decisions({ lot }: { lot: Lot }) {
  const { id, state, leftKg } = lot;
  const { stop, resume, remove } = useDecisions();
  if (state === "removed") return null;
  if (state === "on_sale") {
    return (
      <WithReason
        act="Stop selling"
        title="Stop selling from this lot?"
        description="Orders are filled from other lots. You can put it back on sale at any time."
        done="Lot stopped"
        send={(reason) => stop.mutateAsync({ id, reason })}
      />
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Confirm
        trigger={(open) => <Button onClick={open}>Put back on sale</Button>}
        title="Put this lot back on sale?"
        description="Confirm that its unsold serial numbers are still yours and active at the registry. Retirements that the registry named for them are dismissed."
        act="Put back on sale"
        done="Lot is on sale"
        run={() => resume.mutateAsync({ id })}
      />
      <WithReason
        act="Remove what is left"
        look="danger"
        title={`Remove ${formatMass(leftKg)} from stock?`}
        description="This can’t be undone. Orders that were filled from this lot keep their credits."
        done="Removed from stock"
        send={(reason) => remove.mutateAsync({ id, reason })}
      />
    </div>
  );
}

/** The lot's state with the reason for it, and the buttons that change it. */
export function LotState({ lot }: { lot: Lot }) {
  return (
    <Panel title="Sale" acts={<LotStateBadge state={lot.state} />}>
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
    </Panel>
  );
}
