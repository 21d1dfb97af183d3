"use client";
import { useMutation } from "@tanstack/react-query";
import { FormDialog } from "./dialog";
import { TextAreaField } from "./form";
import { useRefresh, useTRPC } from "./trpc";

/** Deletes lots of which nothing was sold. */
export function DeleteLots({
  ids,
  button,
  title,
}: {
  ids: string[];
  button: string;
  title: string;
}) {
  const remove = useMutation(useTRPC().operatorLots.delete.mutationOptions());
  return (
    <FormDialog
      button={button}
      variant="warning"
      submitVariant="danger"
      title={title}
      description="The credits are gone as if they had not been imported, and importing them again adds them again. If something was sold or recorded of one of them, nothing is deleted."
      done="Deleted"
      schema={async () => (await import("#admin/schemas")).LotDecision}
      initial={{ reason: "" }}
      send={({ reason }) => remove.mutateAsync({ ids, reason })}
      onDone={useRefresh((trpc) => trpc.operatorLots.pathFilter())}
    >
      <TextAreaField name="reason" label="Reason" hint="Recorded in the audit log." />
    </FormDialog>
  );
}
