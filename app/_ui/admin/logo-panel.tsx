"use client";
// A logo, the account's or a subaccount's, seen before it is sent.
import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import { useHere } from "./account-shell";
import { Button } from "./button";
import { LogoPicture } from "./logo-picture";
import { Panel } from "./page";
import { ProblemNote } from "./problem";
import { useToast } from "./toasts";

const kinds = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
type Kind = (typeof kinds)[number];

interface Chosen {
  contentType: Kind;
  /** As an address that holds the whole picture. */
  url: string;
}

interface Props {
  /** Whose it is. */
  name: string;
  url: string | null;
  /** Its bytes in base 64. */
  save(picture: { contentType: Kind; bytes: string }): Promise<unknown>;
  remove(): Promise<unknown>;
}

interface ActsProps extends Omit<Props, "name"> {
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
function Acts({ url: kept, chosen, onChoose, ...props }: ActsProps) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const told = (text: string) => () => {
    onChoose(null);
    toast(text);
  };
  const save = useMutation({ mutationFn: props.save, onSuccess: told("Logo saved") });
  const remove = useMutation({ mutationFn: props.remove, onSuccess: told("Logo removed") });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    const contentType = kinds.find((kind) => kind === file?.type);
    if (file && contentType) onChoose({ contentType, url: await readAsUrl(file) });
  };
  const send = ({ contentType, url }: Chosen) =>
    save.mutate({ contentType, bytes: url.slice(url.indexOf(",") + 1) });
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
      {kept && !chosen && (
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove
        </Button>
      )}
      {failure && <ProblemNote error={failure} />}
    </div>
  );
}

export function LogoPanel(props: Props) {
  const { name, url } = props;
  const { canWrite } = useHere();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return (
    <Panel title="Logo">
      <div className="flex flex-wrap items-center gap-5">
        <LogoPicture url={chosen?.url ?? url} name={name} size="large" />
        {canWrite && <Acts {...props} chosen={chosen} onChoose={setChosen} />}
      </div>
      <p className="mt-3 text-sm text-quiet">PNG, JPEG, WebP or SVG, up to 5 MB.</p>
    </Panel>
  );
}
