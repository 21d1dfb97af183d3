import { Fragment, type ReactNode } from "react";
import { ButtonLink } from "#ui/page-parts";
import type { CheckoutData } from "./checkout-data";
import { Sign } from "./icons";
import { ShortSummary } from "./summary";

function partOf(part: string) {
  if (part === "₂") return <sub>2</sub>;
  return part.includes("@") ? <span className="inline-block max-w-full">{part}</span> : part;
}

export function Text({ text }: { text: string }) {
  return text
    .split(/(₂|\S+@[^\s,]+\w)/)
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join("")}>{partOf(part)}</Fragment>
    ));
}

interface Props {
  kind: Parameters<typeof Sign>[0]["kind"];
  title: string;
  /** False and null are skipped. */
  paragraphs: (string | false | null)[];
  children?: ReactNode;
  /** Adds a short order summary. */
  checkout?: CheckoutData;
}

export function Panel({ kind, title, paragraphs, children, checkout }: Props) {
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
          {paragraphs
            .filter((text) => typeof text === "string")
            .map((text) => (
              <p key={text}>
                <Text text={text} />
              </p>
            ))}
        </div>
        {children}
      </div>
      {checkout && <ShortSummary checkout={checkout} />}
    </article>
  );
}

export function WayBack({ checkout }: { checkout: CheckoutData }) {
  const { page, t } = checkout;
  return (
    <p className="mt-7">
      <ButtonLink href={page.cancelUrl} variant="primary">
        {t.back(page.seller.name)}
      </ButtonLink>
    </p>
  );
}
