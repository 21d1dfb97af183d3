"use client";
// Export and erasure of what is stored about a customer, or about someone with a login.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAccount } from "./account";
import { Button } from "./button";
import { FormDialog } from "./dialog";
import { TextField } from "./form";
import { Note, Panel } from "./page";
import { ProblemNote } from "./problem";
import { useTRPC } from "./trpc";

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

export function DataButtons({ email, fileName, description, ...actions }: DataButtonsProps) {
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
  const { account, can } = useAccount();
  const { privacy } = useTRPC();
  const queries = useQueryClient();
  const load = useMutation(privacy.export.mutationOptions());
  const erase = useMutation(privacy.erase.mutationOptions());
  const [erased, setErased] = useState<ErasedData | null>(null);
  if (erased) return <Remains {...erased} />;
  if (email === null || !can("privacy")) return null;
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
