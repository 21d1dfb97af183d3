"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { decodeText } from "#core/decode-text";
import type { RouterOutput } from "#trpc/router";
import { Button } from "#ui/admin/button";
// Creates and updates subaccounts from a CSV file, after a preview.
import { ButtonDialog } from "#ui/admin/dialog";
import { plural } from "#ui/admin/format";
import { Item, Items, Note } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import { fileClass } from "#ui/admin/upload";

type Preview = RouterOutput["subaccounts"]["previewImport"];

const MAX_LISTED_ROWS = 100;

function Faults({ faults }: Pick<Preview, "faults">) {
  return (
    <>
      <p role="alert" className="mt-4 font-medium text-danger">
        {plural(faults.length, "error")}. Correct the file and choose it again: nothing is imported.
      </p>
      <ul className="mt-2 space-y-1 text-[0.9375rem]">
        {faults.slice(0, MAX_LISTED_ROWS).map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            Line {line}: {field} {message}
          </li>
        ))}
      </ul>
    </>
  );
}

const actions = { create: "New", update: "Changes", unchanged: "Unchanged" } as const;

const countOf = ({ rows }: Preview, action: keyof typeof actions) =>
  rows.filter((row) => row.action === action).length;

function Rows({ preview }: { preview: Preview }) {
  const rows = preview.rows.filter(({ action }) => action !== "unchanged");
  return (
    <>
      <p className="mt-4 font-medium">
        {countOf(preview, "create")} new, {countOf(preview, "update")} changed,{" "}
        {countOf(preview, "unchanged")} unchanged
      </p>
      {preview.ignored.length > 0 && (
        <Note className="mt-1">Columns not imported: {preview.ignored.join(", ")}</Note>
      )}
      <div className="mt-3 max-h-[40dvh] overflow-y-auto">
        <Items>
          {rows.slice(0, MAX_LISTED_ROWS).map(({ line, name, action, changes }) => (
            <Item key={line}>
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="text-sm text-quiet">
                {action === "update" ? `Changes ${changes.join(", ")}` : actions[action]}
              </span>
            </Item>
          ))}
        </Items>
        {rows.length > MAX_LISTED_ROWS && <Note>and {rows.length - MAX_LISTED_ROWS} more</Note>}
      </div>
    </>
  );
}

function ImportForm({ onClose, onDone }: { onClose(): void; onDone(): unknown }) {
  const trpc = useTRPC();
  const toast = useToast();
  const [csv, setCsv] = useState<string | null>(null);
  const preview = useMutation(trpc.subaccounts.previewImport.mutationOptions());
  const write = useMutation(trpc.subaccounts.import.mutationOptions());
  const changes = preview.data
    ? countOf(preview.data, "create") + countOf(preview.data, "update")
    : 0;
  const isReady = preview.data?.faults.length === 0 && changes > 0;
  const choose = async (file: File | undefined) => {
    preview.reset();
    write.reset();
    // A workbook has no text: the preview names what is wrong with its bytes.
    const bytes = file && new Uint8Array(await file.arrayBuffer());
    const text = bytes ? (decodeText(bytes) ?? new TextDecoder().decode(bytes)) : "";
    setCsv(text);
    if (text !== "") preview.mutate({ csv: text });
  };
  const send = async () => {
    const { created, updated } = await write.mutateAsync({ csv: csv ?? "" });
    onClose();
    toast(`${plural(created, "subaccount")} created, ${updated} changed`);
    await onDone();
  };
  return (
    <>
      <label className="block text-[0.9375rem] font-medium">
        CSV file
        <input
          type="file"
          accept=".csv,text/csv"
          className={`${fileClass} mt-1.5`}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
      </label>
      {preview.error && <ProblemNote error={preview.error} />}
      {write.error && <ProblemNote error={write.error} />}
      {preview.data &&
        (preview.data.faults.length > 0 ? (
          <Faults faults={preview.data.faults} />
        ) : (
          <Rows preview={preview.data} />
        ))}
      <p className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Go back</Button>
        <Button
          variant="primary"
          disabled={!isReady}
          busy={preview.isPending || write.isPending}
          onClick={() => void send().catch(() => {})}
        >
          Import subaccounts
        </Button>
      </p>
    </>
  );
}

export function ImportSubaccounts({ onDone }: { onDone(): unknown }) {
  return (
    <ButtonDialog
      button="Import CSV"
      title="Import subaccounts"
      description="Columns: name, and if you like reference, email, portfolio and slug. A row whose reference or name exists updates that subaccount. The CSV of this list can be edited and imported again."
    >
      {(close) => <ImportForm onClose={close} onDone={onDone} />}
    </ButtonDialog>
  );
}
