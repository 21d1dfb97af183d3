"use client";
import { useMutation } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import { useAccount } from "./account";
import { Button } from "./button";
import { Panel } from "./page";
import { ProblemNote } from "./problem";
import { useToast } from "./toasts";

const contentTypes = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"] as const;
/** The server's limit. */
const MAX_LOGO_BYTES = 5 * 1024 * 1024;
const sizes = { small: "size-8 rounded-lg text-sm", large: "size-20 rounded-xl text-3xl" };

interface LogoProps {
  url: string | null;
  name: string;
  size: keyof typeof sizes;
}

export function Logo({ url, name, size }: LogoProps) {
  const frame = `${sizes[size]} shrink-0 border border-line`;
  // biome-ignore lint/performance/noImgElement: the server has resized it already.
  if (url) return <img src={url} alt="" className={`${frame} bg-white object-contain`} />;
  const [letter = "?"] = [...name.trim()];
  return (
    <span
      aria-hidden="true"
      className={`${frame} inline-flex items-center justify-center bg-soft font-semibold text-quiet`}
    >
      {letter.toUpperCase()}
    </span>
  );
}

interface Picture {
  contentType: (typeof contentTypes)[number];
  /** A data URL. */
  url: string;
}

interface Props {
  title?: string;
  name: string;
  url: string | null;
  /** Takes the bytes in base64. */
  save(picture: { contentType: Picture["contentType"]; bytes: string }): Promise<unknown>;
  remove(): Promise<unknown>;
}

interface ActionsProps extends Omit<Props, "name" | "title"> {
  title: string;
  chosen: Picture | null;
  onChoose(chosen: Picture | null): void;
}

function toDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

function Actions({ title, url: saved, chosen, onChoose, ...props }: ActionsProps) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState("");
  const onSuccess = (text: string) => () => {
    onChoose(null);
    toast(text);
  };
  const save = useMutation({ mutationFn: props.save, onSuccess: onSuccess("Logo saved") });
  const remove = useMutation({ mutationFn: props.remove, onSuccess: onSuccess("Logo removed") });
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (!file) return;
    const contentType = contentTypes.find((type) => type === file.type);
    const isUsable = contentType !== undefined && file.size <= MAX_LOGO_BYTES;
    setRefused(isUsable ? "" : `${file.name} is not a picture of these kinds up to 5 MB.`);
    if (isUsable) onChoose({ contentType, url: await toDataUrl(file) });
  };
  const logo = title.toLowerCase();
  const send = ({ contentType, url }: Picture) =>
    save.mutate({ contentType, bytes: url.slice(url.indexOf(",") + 1) });
  const failure = save.error ?? remove.error;
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept={contentTypes.join(",")}
        className="sr-only"
        aria-label={`${title} file`}
        tabIndex={-1}
        onChange={choose}
      />
      <Button onClick={() => input.current?.click()}>Choose {logo}</Button>
      {chosen && (
        <Button variant="primary" busy={save.isPending} onClick={() => send(chosen)}>
          Save {logo}
        </Button>
      )}
      {saved && !chosen && (
        <Button busy={remove.isPending} onClick={() => remove.mutate()}>
          Remove {logo}
        </Button>
      )}
      {refused && (
        <p role="alert" className="w-full text-sm text-danger">
          {refused}
        </p>
      )}
      {failure && <ProblemNote error={failure} />}
    </div>
  );
}

export function LogoPanel(props: Props) {
  const { title = "Logo", name, url } = props;
  const { canWrite } = useAccount();
  const [chosen, setChosen] = useState<Picture | null>(null);
  return (
    <Panel title={title}>
      <div className="flex flex-wrap items-center gap-5">
        <Logo url={chosen?.url ?? url} name={name} size="large" />
        {canWrite && <Actions {...props} title={title} chosen={chosen} onChoose={setChosen} />}
      </div>
      <p className="mt-3 text-sm text-quiet">PNG, JPEG, WebP or SVG, up to 5 MB.</p>
    </Panel>
  );
}
