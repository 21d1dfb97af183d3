"use client";
// Search, export and erasure of personal data, for operators and owners of an account.
import { type ReactNode, useState } from "react";
import type { RouterOutput } from "#trpc/router";
import { useApiForm } from "./api-form";
import { Button } from "./button";
import { FormDialog } from "./dialog";
import { Form, TextField } from "./form";
import { count } from "./format";
import { Fact, Facts, Note, Panel } from "./page";
import { ProblemNote } from "./problem";

/** Keeps the address out of the page's own address. */
function AddressForm({ onFind }: { onFind(email: string): void }) {
  const form = useApiForm({
    schema: async () => (await import("#admin/schemas")).CustomerInput,
    initial: { email: "" },
    send: async ({ email }) => onFind(email),
  });
  return (
    <Panel title="Find by email address">
      <Form form={form} action="Find data">
        <TextField
          name="email"
          label="Email address"
          type="email"
          autoComplete="off"
          hint="The whole address. Capital letters make no difference."
        />
      </Form>
    </Panel>
  );
}

function saveJson(name: string, document: unknown): void {
  const blob = new Blob([JSON.stringify(document, null, 2)], { type: "application/json" });
  const link = window.document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
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
        Export JSON
      </Button>
      {failure !== null && <ProblemNote error={failure} />}
    </>
  );
}

export interface ErasedData {
  /** Data that still exists, with the reason. */
  remains: string[];
}

interface DataPanelProps {
  title: string;
  email: string;
  /** File name of the export, without its end. */
  fileName: string;
  facts: readonly (readonly [label: string, number: number])[];
  children?: ReactNode;
  /** The extent of an erasure. */
  description: string;
  load(): Promise<unknown>;
  erase(confirmation: string): Promise<ErasedData>;
  onErased(erased: ErasedData): void;
}

/** Counts of the data about someone in one place, with its actions. */
export function DataPanel({ title, email, facts, children, ...actions }: DataPanelProps) {
  const { fileName, description, load, erase, onErased } = actions;
  return (
    <Panel
      title={title}
      actions={
        <div className="flex flex-wrap gap-2">
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
        </div>
      }
    >
      {children}
      <Facts>
        {facts.map(([label, number]) => (
          <Fact key={label} label={label}>
            {count(number)}
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}

type CustomerCounts = NonNullable<RouterOutput["privacy"]["find"]>;

export const customerFacts = (counts: CustomerCounts) =>
  [
    ["Checkout sessions", counts.sessions],
    ["Orders", counts.orders],
    ["Certificates", counts.certificates],
    ["Payments", counts.payments],
    ["Emails", counts.mails],
    ["Subaccounts", counts.subaccounts],
  ] as const;

export const CUSTOMER_ERASURE =
  "Live and test: the address and the names on orders and certificates are removed. Certificates " +
  "get a new revision. Amounts, serial numbers and payments stay.";

/** Remaining data after an erasure, which the person may ask about. */
function Remains({ remains }: ErasedData) {
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

export interface ResultsProps {
  email: string;
  onErased(erased: ErasedData): void;
}

/** A search by address. What an erasure left stays in view while the results are read again. */
export function PersonalDataSearch({
  results: Results,
  refresh,
}: {
  results: (props: ResultsProps) => ReactNode;
  refresh(): Promise<unknown>;
}) {
  const [email, setEmail] = useState<string | null>(null);
  const [erased, setErased] = useState<ErasedData | null>(null);
  return (
    <>
      <AddressForm
        onFind={(address) => {
          setErased(null);
          setEmail(address);
        }}
      />
      {erased && <Remains {...erased} />}
      {email !== null && (
        <Results
          email={email}
          onErased={async (result) => {
            setErased(result);
            await refresh();
          }}
        />
      )}
    </>
  );
}
