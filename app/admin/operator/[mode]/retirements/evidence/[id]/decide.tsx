"use client";
import type { ReactNode } from "react";
import type { IncidentDecision } from "#schemas/evidence";
import type { RouterOutput } from "#trpc/router";
import { FormDialog, type FormDialogProps } from "#ui/admin/dialog";
import { TextAreaField, TextField } from "#ui/admin/form";
import { Panel } from "#ui/admin/page";
import { useChange } from "#ui/admin/trpc";

type Incident = RouterOutput["operatorIncidents"]["get"];

type DecisionProps = Pick<
  FormDialogProps<IncidentDecision, IncidentDecision, unknown>,
  "button" | "variant" | "submitVariant" | "title" | "description" | "action"
> & {
  id: string;
  decision: IncidentDecision["decision"];
  children?: ReactNode;
};

function DecisionDialog({ id, decision, children, ...dialog }: DecisionProps) {
  const decide = useChange((trpc) => trpc.operatorIncidents.decide);
  return (
    <FormDialog
      {...dialog}
      done="Decision recorded"
      schema={async () => (await import("#admin/schemas")).IncidentDecision}
      initial={{ decision, note: null, retired_on: null }}
      send={(values) => decide({ id, ...values })}
    >
      {children}
      <TextAreaField name="note" label="Note" hint="Optional. Recorded in the audit log." />
    </FormDialog>
  );
}

function Accept({ incident: { id, kind, row } }: { incident: Incident }) {
  const isCancelled = row.kind === "cancelled";
  const action = isCancelled ? "Record the cancellation" : "Record as evidence";
  return (
    <DecisionDialog
      id={id}
      decision="ours"
      button={kind === "other_beneficiary" ? "It is ours" : action}
      variant="primary"
      title={
        isCancelled ? "Record that these credits were cancelled?" : "Record the row as evidence?"
      }
      description={
        isCancelled
          ? "The registry took them out of circulation without retiring them for anyone. The orders’ certificates say so. Next, substitute other credits."
          : "The orders become retired, with the date and reference of the registry. Their certificates change."
      }
      action={action}
    >
      {row.retiredOn === null && (
        <TextField name="retired_on" label="Date at the registry" type="date" />
      )}
    </DecisionDialog>
  );
}

export function Decide({ incident }: { incident: Incident }) {
  const { id, kind, row, proposal, disputedOn } = incident;
  return (
    <Panel title="Your decision">
      <div className="flex flex-wrap gap-2">
        {proposal && <Accept incident={incident} />}
        {row.serials !== null && row.kind !== "cancelled" && (
          <DecisionDialog
            id={id}
            decision="theirs"
            button="They are not ours"
            variant="warning"
            submitVariant="danger"
            title="Give up these credits?"
            description="The registry retired them for someone else, so they can’t be retired for your orders. What is left of these tonnes leaves stock. Next, substitute other credits: until then, the orders stay disputed, and their certificates say so."
            action="Give up"
          />
        )}
        {kind === "other_beneficiary" && disputedOn === null && (
          <DecisionDialog
            id={id}
            decision="disputed"
            button="Start the dispute"
            title="Start the dispute now?"
            description="The orders become disputed, and their certificates say that the registry shows these credits as retired for someone else. Without a decision, this happens a day after the import."
          />
        )}
        <DecisionDialog
          id={id}
          decision="dismissed"
          button="Dismiss the row"
          title="Dismiss this row?"
          description="It is ignored from now on, also when the export is imported again. The orders are as if it had not been imported."
          action="Dismiss"
        />
      </div>
    </Panel>
  );
}
