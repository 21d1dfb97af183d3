"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { NewReusableLink } from "#screens/checkout";
import { useAccount } from "./account";
import { Choice } from "./button";
import { ClaimNotes } from "./claim-notes";
import { FormDialog, useNewOpen } from "./dialog";
import { EmailField, PortfolioField } from "./fields";
import { TextField } from "./form";
import type { SessionTerms } from "./form-schemas";
import { useRefresh, useTRPC } from "./trpc";

function SessionFields() {
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
      <ClaimNotes name="description" />
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

type Kind = "one" | "reusable";

const kinds = [
  { value: "one", text: "One customer" },
  { value: "reusable", text: "Reusable link" },
] as const;

const descriptions: Record<Kind, string> = {
  one: "One customer can pay with it, within 24 hours. The price is that of the checkout channel now.",
  reusable:
    "Any number of customers choose an amount and pay, at the price of the checkout channel then.",
};

function useCreateSession() {
  const { base } = useAccount();
  const router = useRouter();
  const trpc = useTRPC();
  const refresh = useRefresh((trpc) => trpc.checkout.pathFilter());
  const session = useMutation(trpc.checkout.create.mutationOptions());
  return {
    async create({ success_url, ...terms }: z.output<typeof SessionTerms>) {
      const { id } = await session.mutateAsync({
        amount_kg: terms.amount_kg,
        portfolio_id: terms.portfolio_id || null,
        description: terms.description || null,
        email: terms.email || null,
        success_url,
        cancel_url: success_url,
      });
      return id;
    },
    async show(id: string) {
      await refresh();
      router.push(`${base}/checkout/${id}`);
    },
  };
}

/** A payment page for one customer, or a link for any number of them. */
export function NewPaymentLink({ kind: initial = "one" }: { kind?: Kind }) {
  const { canWrite, modules, subaccountId } = useAccount();
  const [kind, setKind] = useState<Kind>(initial);
  const { create, show } = useCreateSession();
  const state = useNewOpen();
  if (!canWrite) return null;
  const trigger = {
    button: "New payment link",
    variant: "primary",
    title: "New payment link",
    description: (
      <>
        {subaccountId === null && modules.includes("links") && (
          <Choice legend="Kind of link" options={kinds} value={kind} onChoose={setKind} />
        )}
        <p className="mt-3">{descriptions[kind]}</p>
      </>
    ),
    action: "Create payment link",
    done: "Payment link created",
    state,
  } as const;
  const session = { amount_kg: "", portfolio_id: "", description: "", email: "", success_url: "" };
  if (kind === "reusable") return <NewReusableLink {...trigger} />;
  return (
    <FormDialog
      {...trigger}
      schema={async () => (await import("#admin/schemas")).SessionTerms}
      initial={session}
      formKey="one"
      send={create}
      onDone={show}
    >
      <SessionFields />
    </FormDialog>
  );
}
