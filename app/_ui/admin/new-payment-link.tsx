"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { z } from "zod";
import { useAccount } from "./account";
import { Choice } from "./button";
import { ClaimNotes } from "./claim-notes";
import { FormDialog, useNewOpen } from "./dialog";
import { EmailField, PortfolioField } from "./fields";
import { TextField } from "./form";
import type { NewLinkTerms, SessionTerms } from "./form-schemas";
import { LinkFields, noTerms, slugFrom, valuesOf } from "./payment-link-form";
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

function useCreate() {
  const { base } = useAccount();
  const router = useRouter();
  const trpc = useTRPC();
  const refreshSessions = useRefresh((trpc) => trpc.checkout.pathFilter());
  const refreshLinks = useRefresh((trpc) => trpc.links.pathFilter());
  const session = useMutation(trpc.checkout.create.mutationOptions());
  const link = useMutation(trpc.links.create.mutationOptions());
  return {
    async createSession({ success_url, ...terms }: z.output<typeof SessionTerms>) {
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
    async createLink({ slug, ...terms }: z.output<typeof NewLinkTerms>) {
      const values = valuesOf(terms);
      const { id } = await link.mutateAsync({ ...values, slug: slug || slugFrom(terms.name) });
      return id;
    },
    async showSession(id: string) {
      await refreshSessions();
      router.push(`${base}/checkout/${id}`);
    },
    async showLink(id: string) {
      await refreshLinks();
      router.push(`${base}/checkout/links/${id}`);
    },
  };
}

/** A payment page for one customer, or a link for any number of them. */
export function NewPaymentLink({ kind: initial = "one" }: { kind?: Kind }) {
  const { canWrite, subaccountId } = useAccount();
  const [kind, setKind] = useState<Kind>(initial);
  const { createSession, createLink, showSession, showLink } = useCreate();
  const state = useNewOpen();
  if (!canWrite) return null;
  const trigger = {
    button: "New payment link",
    variant: "primary",
    title: "New payment link",
    description: (
      <>
        {subaccountId === null && (
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
  return kind === "one" ? (
    <FormDialog
      {...trigger}
      schema={async () => (await import("#admin/schemas")).SessionTerms}
      initial={session}
      formKey="one"
      send={createSession}
      onDone={showSession}
    >
      <SessionFields />
    </FormDialog>
  ) : (
    <FormDialog
      {...trigger}
      schema={async () => (await import("#admin/schemas")).NewLinkTerms}
      initial={{ ...noTerms, slug: "" }}
      formKey="reusable"
      send={createLink}
      onDone={showLink}
    >
      <LinkFields isNew />
    </FormDialog>
  );
}
