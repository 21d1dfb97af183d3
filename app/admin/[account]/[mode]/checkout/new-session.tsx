"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { z } from "zod";
import { useAccount } from "#ui/admin/account-shell";
import { FormDialog, useNewOpen } from "#ui/admin/dialog";
import { EmailField, PortfolioField } from "#ui/admin/fields";
import { TextField } from "#ui/admin/form";
import { useRefresh, useTRPC } from "#ui/admin/trpc";

const KG = /^\d{1,9}$/;
const optional = z.string().trim().nullable();

/** The server checks the rest. */
const Terms = z.strictObject({
  amount_kg: z
    .string()
    .trim()
    .regex(KG, "must be a whole number")
    .transform(Number)
    .refine((kg) => kg > 0, "must be above 0"),
  portfolio_id: optional,
  description: optional,
  email: optional,
  success_url: z.string().trim().min(1),
});

function Fields() {
  return (
    <>
      <TextField
        name="amount_kg"
        label="Amount in kg"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        hint="Whole kg of CO₂e. A tonne is 1000 kg."
      />
      <PortfolioField
        name="portfolio_id"
        label="Portfolio"
        hint="The projects that the credits come from."
        fallback={{ to: "id", text: "Default" }}
      />
      <TextField
        name="description"
        label="Description"
        hint="Public, on the payment page and certificate. Optional."
      />
      <EmailField label="Customer’s email" hint="Filled in on the payment page. Optional." />
      <TextField
        name="success_url"
        label="Return address"
        type="url"
        placeholder="https://"
        hint="Page of your website to which the customer returns."
      />
    </>
  );
}

/** A payment page for one customer, who gets its link. */
export function NewPaymentLink() {
  const { base, canWrite } = useAccount();
  const router = useRouter();
  const refresh = useRefresh((trpc) => trpc.checkout.pathFilter());
  const { mutateAsync } = useMutation(useTRPC().checkout.create.mutationOptions());
  const state = useNewOpen();
  if (!canWrite) return null;
  return (
    <FormDialog
      button="New payment link"
      variant="primary"
      title="New payment link"
      description="One customer can pay with it, within 24 hours. The price is that of the checkout channel now."
      action="Create payment link"
      done="Payment link created"
      state={state}
      schema={Terms}
      initial={{ amount_kg: "", portfolio_id: "", description: "", email: "", success_url: "" }}
      send={(terms) =>
        mutateAsync({
          amount_kg: terms.amount_kg,
          portfolio_id: terms.portfolio_id || null,
          description: terms.description || null,
          email: terms.email || null,
          success_url: terms.success_url,
          cancel_url: terms.success_url,
        })
      }
      onDone={async ({ id }) => {
        await refresh();
        router.push(`${base}/checkout/${id}`);
      }}
    >
      <Fields />
    </FormDialog>
  );
}
