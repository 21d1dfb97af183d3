"use client";
// Export and erasure of what is stored about a customer, or about someone with a login.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "#ui/admin/account";
import { Button } from "#ui/admin/button";
import { FormDialog } from "#ui/admin/dialog";
import { TextField } from "#ui/admin/form";
import { useOperator } from "#ui/admin/operator";
import { Note, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

const REVOKE_AFTER_MS = 60_000;

/** Saves the file that `till privacy export` prints. */
function saveJson(name: string, document: unknown): void {
  const blob = new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" });
  const link = window.document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.json`;
  link.click();
  // The browser may start the download later.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}

function ExportButton({ name, load }: { name: string; load(): Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = async () => {
    setBusy(true);
    setFailure(null);
    try {
      saveJson(name, await load());
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button busy={busy} onClick={save}>
        Export data
      </Button>
      {failure !== null && <ProblemNote error={failure} />}
    </>
  );
}

export interface ErasedData {
  /** Data that still exists, with the reason. */
  remains: string[];
}

interface DataButtonsProps {
  email: string;
  /** File name of the export, without its end. */
  fileName: string;
  /** The extent of an erasure, and what stays by law. */
  description: string;
  load(): Promise<unknown>;
  erase(confirmation: string): Promise<ErasedData>;
  onErased(erased: ErasedData): void;
}

function DataButtons({ email, fileName, description, ...actions }: DataButtonsProps) {
  const { load, erase, onErased } = actions;
  return (
    <span className="flex flex-wrap gap-2">
      <ExportButton name={fileName} load={load} />
      <FormDialog
        button="Erase data"
        variant="warning"
        submitVariant="danger"
        title={`Erase the data of ${email}?`}
        description={description}
        done="Data erased"
        schema={async () => (await import("#admin/schemas")).EraseCustomer}
        initial={{ email, confirmation: "" }}
        send={({ confirmation }) => erase(confirmation)}
        onDone={onErased}
      >
        <TextField
          name="confirmation"
          label="Email address"
          autoComplete="off"
          hint={`Type ${email} to confirm. This can’t be undone.`}
        />
      </FormDialog>
    </span>
  );
}

/** Remaining data after an erasure, which the person may ask about. */
export function Remains({ remains }: ErasedData) {
  return (
    <Panel title="Erased">
      <Note>These remain:</Note>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-[0.9375rem] wrap-anywhere">
        {remains.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** Of all sessions, orders and subaccounts with the address, for owners of the account. */
export function CustomerData({ email }: { email: string | null }) {
  const { account, can, modules } = useAccount();
  const { privacy } = useTRPC();
  const queries = useQueryClient();
  const load = useMutation(privacy.export.mutationOptions());
  const erase = useMutation(privacy.erase.mutationOptions());
  const [erased, setErased] = useState<ErasedData | null>(null);
  if (erased) return <Remains {...erased} />;
  if (email === null || !can("privacy") || !modules.includes("privacy")) return null;
  return (
    <Panel
      title="Customer data"
      actions={
        <DataButtons
          email={email}
          fileName={`customer-of-${account.slug}`}
          description="In live and test mode, the address and the names on orders and certificates are removed, and certificates get a new revision. Payments and refunds stay, as tax law requires, and so do amounts and serial numbers; none of them names the customer."
          load={() => load.mutateAsync({ email })}
          erase={(confirmation) => erase.mutateAsync({ email, confirmation })}
          onErased={(result) => {
            setErased(result);
            return queries.invalidateQueries();
          }}
        />
      }
    >
      <Note>Everything that your account stores about {email}, live and test.</Note>
    </Panel>
  );
}

interface PersonDataProps {
  person: { id: string; email: string };
  onErased(erased: ErasedData): void;
}

/** Of someone with a login, for operators. */
export function PersonData({ person: { id, email }, onErased }: PersonDataProps) {
  const { modules } = useOperator();
  const { operatorPrivacy } = useTRPC();
  const load = useMutation(operatorPrivacy.exportPerson.mutationOptions());
  const erase = useMutation(operatorPrivacy.erasePerson.mutationOptions());
  if (!modules.includes("privacy")) return null;
  return (
    <DataButtons
      email={email}
      fileName={id}
      description="Logins and all memberships end, and the name and address are removed. The audit log keeps its entries, with an ID that leads to no name."
      load={() => load.mutateAsync({ id })}
      erase={(confirmation) => erase.mutateAsync({ id, email, confirmation })}
      onErased={onErased}
    />
  );
}
