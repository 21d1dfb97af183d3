"use client";
import { ReasonField } from "#ui/admin/fields";
import { FormDialog } from "./dialog";

import { useChange } from "./trpc";

export function DeleteLots({
  ids,
  button,
  title,
}: {
  ids: string[];
  button: string;
  title: string;
}) {
  const remove = useChange((trpc) => trpc.operatorLots.delete);
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
      send={({ reason }) => remove({ ids, reason })}
    >
      <ReasonField />
    </FormDialog>
  );
}
