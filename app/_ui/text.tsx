import { Fragment, type ReactNode } from "react";
import type { Language } from "#core/language";
import { uiCopy } from "./copy";

export function CO2e() {
  return (
    <span className="whitespace-nowrap">
      CO<sub>2</sub>e
    </span>
  );
}

/** A number or an address, which may break after its separators. */
export function Breakable({ text }: { text: string }) {
  return (
    <span className="identifier">
      {text.split(/(?<=[-/_])/).map((part, index, parts) => (
        <Fragment key={parts.slice(0, index + 1).join("")}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}

/** Longer words than this may break after a hyphen or an underscore. */
const MAX_WORD_LENGTH = 24;

function LongBreakable({ text }: { text: string }) {
  return text
    .split(/(\S+)/)
    .map((part, index, parts) => (
      <Fragment key={parts.slice(0, index + 1).join("")}>
        {part.length > MAX_WORD_LENGTH ? <Breakable text={part} /> : part}
      </Fragment>
    ));
}

interface QuotingProps {
  text: string;
  /** Parts of the text that quote a registry, in its language. */
  phrases: readonly string[];
}

/** Marks the language of quotations, so that they are read and translated as what they are. */
export function Quoting({ text, phrases: [phrase, ...others] }: QuotingProps) {
  if (phrase === undefined) return <LongBreakable text={text} />;
  return text.split(phrase).map((part, index, parts) => (
    <Fragment key={parts.slice(0, index + 1).join(phrase)}>
      {index > 0 && (
        <q lang="en" className="[quotes:none]">
          <LongBreakable text={phrase} />
        </q>
      )}
      <Quoting text={part} phrases={others} />
    </Fragment>
  ));
}

interface OriginalNameProps {
  name: string;
  language: Language;
}

/** Name by which registries list a project, beside its translation. */
export function OriginalName({ name, language }: OriginalNameProps) {
  return (
    <>
      {uiCopy[language].original}{" "}
      <span lang={language === "en" ? undefined : "en"} translate="no">
        {name}
      </span>
    </>
  );
}

interface FactProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** One labeled value of a description list. */
export function Fact({ label, className = "", children }: FactProps) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5 text-[0.9375rem] hyphens-auto whitespace-pre-line">{children}</dd>
    </div>
  );
}
