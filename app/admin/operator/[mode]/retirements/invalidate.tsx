"use client";
import { FormDialog } from "#ui/admin/dialog";
import { SelectField, TextAreaField, TextField } from "#ui/admin/form";
import { useChange } from "#ui/admin/trpc";
import { useRegistryOptions } from "./registry-options";

/** Records that sold credits were invalidated, where no export says so. */
export function Invalidate() {
  const registries = useRegistryOptions();
  const invalidate = useChange((trpc) => trpc.operatorIncidents.invalidate);
  return (
    <FormDialog
      button="Record an invalidation"
      submitVariant="danger"
      title="Record that sold credits were invalidated"
      description="For a letter of the registry or an authority. The orders’ certificates say that these credits were cancelled. Next, substitute other credits. If an export shows the cancellation, import it instead."
      action="Record the cancellation"
      done="Cancellation recorded: substitute other credits"
      schema={async () => (await import("#admin/schemas")).Invalidation}
      initial={{
        registry: registries[0]?.value ?? "",
        serials: "",
        date: "",
        reason: "",
        proof: "",
      }}
      send={(values) => invalidate(values)}
    >
      <SelectField name="registry" label="Registry" options={registries} />
      <TextAreaField name="serials" label="Serial numbers" hint="One range per line." />
      <TextField name="date" label="Date of the invalidation" type="date" />
      <TextField name="reason" label="Reason" />
      <TextField name="proof" label="Proof" hint="A link to the letter, or where it is kept." />
    </FormDialog>
  );
}
