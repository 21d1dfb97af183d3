import { TextField } from "./form";
import { useRefresh } from "./trpc";

export const useRefreshBilling = () => useRefresh((trpc) => trpc.operatorBilling.pathFilter());

export function ReferenceField({ hint }: { hint?: string }) {
  return (
    <TextField
      name="reference"
      label="Reference"
      hint={hint ?? "Of the bank statement’s line. The same reference is recorded once."}
      autoComplete="off"
    />
  );
}
