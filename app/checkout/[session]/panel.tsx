import { Fragment, type ReactNode } from "react";
import { ButtonLink } from "#ui/page-parts";
import { Sign } from "./icons";
import type { Shown } from "./shown";
import { ShortSummary } from "./summary";

function partOf(part: string) {
  if (part === "₂") return <sub>2</sub>;
  return part.includes("@") ? <span className="inline-block max-w-full">{part}</span> : part;
}

export function Words({ text }: { text: string }) {
  return text
    .split(/(₂|\S+@[^\s,]+\w)/)
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join("")}>{partOf(part)}</Fragment>
    ));
}

interface Props {
  kind: Parameters<typeof Sign>[0]["kind"];
  title: string;
  /** Of which the empty ones are left out. */
  texts: (string | false | null)[];
  children?: ReactNode;
  /** Told below, if there is a session. */
  shown?: Shown;
}

export function Panel({ kind, title, texts, children, shown }: Props) {
  return (
    <article className="overflow-hidden rounded-2xl border border-line bg-paper shadow-sheet">
      <div className="px-5 pt-8 pb-8 sm:px-8 sm:pt-10">
        <Sign kind={kind} />
        <h1
          id="title"
          tabIndex={-1}
          className="mt-5 text-2xl font-semibold tracking-tight text-balance sm:text-3xl"
        >
          {title}
        </h1>
        <div className="mt-3 space-y-2 text-pretty text-quiet sm:text-lg/relaxed">
          {texts
            .filter((text) => typeof text === "string")
            .map((text) => (
              <p key={text}>
                <Words text={text} />
              </p>
            ))}
        </div>
        {children}
      </div>
      {shown && <ShortSummary shown={shown} />}
    </article>
  );
}

/** Where it all began, for those who are to begin again. */
export function WayBack({ shown }: { shown: Shown }) {
  const { page, t } = shown;
  return (
    <p className="mt-7">
      <ButtonLink href={page.cancelUrl} variant="primary">
        {t.back(page.seller.name)}
      </ButtonLink>
    </p>
  );
}
