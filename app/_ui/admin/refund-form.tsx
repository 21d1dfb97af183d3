"use client";
import { useMutation } from "@tanstack/react-query";
import { FormDialog, type OpenState } from "./dialog";
import { TextField } from "./form";
import { money } from "./format";
import { useTRPC } from "./trpc";

interface Props {
  /** Id of the checkout session. */
  id: string;
  /** The part of the payment that can be refunded. */
  restCents: number;
  state: OpenState;
  onDone(): Promise<unknown>;
}

export default function RefundForm({ id, restCents, state, onDone }: Props) {
  const { mutateAsync } = useMutation(useTRPC().checkout.refund.mutationOptions());
  return (
    <FormDialog
      state={state}
      title="Refund payment"
      description="A refund of all that is left cancels an order that is not fulfilled. Credits of a fulfilled order stay with it. This can’t be undone."
      submitVariant="danger"
      done="Refund requested"
      schema={async () => (await import("#admin/schemas")).Refund}
      initial={{ amount_usd_cents: null, reason: "" }}
      send={({ amount_usd_cents, reason }) =>
        mutateAsync({ id, reason, ...(amount_usd_cents !== null && { amount_usd_cents }) })
      }
      onDone={onDone}
    >
      <TextField
        name="amount_usd_cents"
        label="Amount (USD)"
        hint={`Leave empty to refund all that is left: ${money(restCents, "USD")}.`}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
      />
      <TextField name="reason" label="Reason" hint="For your own records." autoComplete="off" />
    </FormDialog>
  );
}
