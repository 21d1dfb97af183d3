"use client";
// The subaccount's logo, seen before it is sent.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import { useHere } from "#ui/admin/account-shell";
import { Button } from "#ui/admin/button";
import { LogoPicture } from "#ui/admin/logo-picture";
import { Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useToast } from "#ui/admin/toasts";
import { useTRPC } from "#ui/admin/trpc";
import type { Shown } from "./subaccount";

const kinds = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
type Kind = (typeof kinds)[number];

interface Chosen {
  contentType: Kind;
  /** As an address that holds the whole picture. */
  url: string;
}

interface ActsProps {
  shown: Shown;
  chosen: Chosen | null;
  onChoose(chosen: Chosen | null): void;
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** Chooses, saves and removes. */
function Acts({ shown, chosen, onChoose }: ActsProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const onSuccess = (saved: Shown) => {
    queries.setQueryData(trpc.subaccounts.get.queryKey({ id: shown.id }), saved);
    onChoose(null);
    toast(saved.logo_url ? "Logo saved" : "Logo removed");
  };
  const save = useMutation(trpc.subaccounts.setLogo.mutationOptions({ onSuccess }));
  const remove = useMutation(trpc.subaccounts.removeLogo.mutationOptions({ onSuccess }));
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    const contentType = kinds.find((kind) => kind === file?.type);
    if (file && contentType) onChoose({ contentType, url: await readAsUrl(file) });
  };
  const send = ({ contentType, url }: Chosen) =>
    save.mutate({ id: shown.id, contentType, bytes: url.slice(url.indexOf(",") + 1) });
  const failure = save.error ?? remove.error;
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept={kinds.join(",")}
        className="sr-only"
        aria-label="Logo file"
        tabIndex={-1}
        onChange={choose}
      />
      <Button onClick={() => input.current?.click()}>Choose a picture</Button>
      {chosen && (
        <Button look="primary" busy={save.isPending} onClick={() => send(chosen)}>
          Save the logo
        </Button>
      )}
      {shown.logo_url && !chosen && (
        <Button busy={remove.isPending} onClick={() => remove.mutate({ id: shown.id })}>
          Remove
        </Button>
      )}
      {failure && <ProblemNote error={failure} />}
    </div>
  );
}

export function LogoPanel({ shown }: { shown: Shown }) {
  const { canWrite } = useHere();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <Panel title="Logo">
      <div className="flex flex-wrap items-center gap-5">
        <LogoPicture url={chosen?.url ?? shown.logo_url} name={shown.name} size="large" />
        {canWrite && <Acts shown={shown} chosen={chosen} onChoose={setChosen} />}
      </div>
      <p className="mt-3 text-sm text-quiet">PNG, JPEG, WebP or SVG, up to 5 MB.</p>
    </Panel>
  );
}
