"use client";
import { useMutation } from "@tanstack/react-query";
import type { IncidentDecision } from "#schemas/evidence";
import type { RouterOutput } from "#trpc/router";
import { FormDialog } from "#ui/admin/dialog";
import { TextAreaField, TextField } from "#ui/admin/form";
import { Panel } from "#ui/admin/page";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

type Incident = RouterOutput["operatorIncidents"]["get"];

const initial = (decision: IncidentDecision["decision"]) => ({
  decision,
  note: null,
  retired_on: null,
});

const note = <TextAreaField name="note" label="Note" hint="Optional. Recorded in the audit log." />;

interface Common {
  schema: () => Promise<typeof IncidentDecision>;
  done: string;
  onDone: () => Promise<void>;
  send: (values: IncidentDecision) => Promise<unknown>;
}

function GiveUp(common: Common) {
  return (
    <FormDialog
      {...common}
      button="They are not ours"
      variant="warning"
      submitVariant="danger"
      title="Give these credits up?"
      description="The registry retired them for someone else, so they can’t be retired for your orders. What is left of these tonnes leaves stock. Next, substitute other credits: until then, the orders stay disputed, and their certificates say so."
      action="Give up"
      initial={initial("theirs")}
    >
      {note}
    </FormDialog>
  );
}

function StartDispute(common: Common) {
  return (
    <FormDialog
      {...common}
      button="Start the dispute"
      title="Start the dispute now?"
      description="The orders become disputed, and their certificates say that the registry shows these credits as retired for someone else. Without a decision, this happens a day after the import."
      action="Start the dispute"
      initial={initial("disputed")}
    >
      {note}
    </FormDialog>
  );
}

/** The operator's decision about a row. */
export function Decide({ incident }: { incident: Incident }) {
  const { id, kind, row, proposal, disputedOn } = incident;
  const decide = useMutation(useTRPC().operatorIncidents.decide.mutationOptions());
  const onDone = useRefresh((trpc) => trpc.operatorIncidents.pathFilter());
  const common = {
    schema: async () => (await import("#admin/schemas")).IncidentDecision,
    done: "Decision recorded",
    onDone,
  };
  const send = (values: IncidentDecision) => decide.mutateAsync({ id, ...values });
  const isDispute = kind === "other_beneficiary";
  const isCancelled = row.kind === "cancelled";
  const record = isCancelled ? "Record the cancellation" : "Record as evidence";
  return (
    <Panel title="Your decision">
      <div className="flex flex-wrap gap-2">
        {proposal && (
          <FormDialog
            {...common}
            button={isDispute ? "It is ours" : record}
            variant="primary"
            title={
              isCancelled
                ? "Record that these credits were cancelled?"
                : "Record the row as evidence?"
            }
            description={
              isCancelled
                ? "The registry took them out of circulation without retiring them for anyone. The orders’ certificates say so. Next, substitute other credits."
                : "The orders become retired, with the date and reference of the registry. Their certificates change."
            }
            action={record}
            initial={initial("ours")}
            send={send}
          >
            {row.retiredOn === null && (
              <TextField name="retired_on" label="Date at the registry" type="date" />
            )}
            {note}
          </FormDialog>
        )}
        {row.serials !== null && !isCancelled && <GiveUp {...common} send={send} />}
        {isDispute && disputedOn === null && <StartDispute {...common} send={send} />}
        <FormDialog
          {...common}
          button="Dismiss the row"
          title="Dismiss this row?"
          description="It is ignored from now on, also when the export is imported again. The orders are as if it had not been imported."
          action="Dismiss"
          initial={initial("dismissed")}
          send={send}
        >
          {note}
        </FormDialog>
      </div>
    </Panel>
  );
}
