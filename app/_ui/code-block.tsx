import type { ReactNode } from "react";

interface CopyCopy {
  copy: string;
  copied: string;
}

const english: CopyCopy = { copy: "Copy", copied: "Copied" };

interface CopyButtonProps {
  /** Blank: the visible code of the figure. */
  text: string;
  what: string;
  copy?: CopyCopy;
}

export function CopyButton({ text, what, copy = english }: CopyButtonProps) {
  return (
    <button
      type="button"
      data-copy={text}
      className="-my-1 shrink-0 rounded-md px-2 py-1 text-sm font-medium text-accent hover:bg-soft noscript:hidden"
    >
      <span aria-live="polite" data-confirmation={copy.copied}>
        {copy.copy}
      </span>
      <span className="sr-only"> {what}</span>
    </button>
  );
}

interface Props {
  /** Such as "Request" or "Response (201)". */
  label: string;
  code: string;
  /** Highlights JSON syntax. */
  isJson?: boolean;
  /** Labels of the button; English by default. */
  copy?: CopyCopy;
}

/** Matches names, strings and literals. */
const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(-?\d[\d.eE+-]*|true|false|null)\b/g;

function highlightJson(code: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of code.matchAll(JSON_TOKEN)) {
    const [whole, text, colon, literal] = match;
    parts.push(code.slice(end, match.index));
    end = match.index + whole.length;
    if (colon) parts.push(whole);
    else {
      const color = literal === undefined ? "text-accent" : "text-warning";
      parts.push(
        <span key={match.index} className={color}>
          {text ?? literal}
        </span>,
      );
    }
  }
  return [...parts, code.slice(end)];
}

export function CodeBlock({ label, code, isJson = false, copy = english }: Props) {
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-paper">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-sm text-quiet">
        <span className="min-w-0">{label}</span>
        <CopyButton text={code} what={label} copy={copy} />
      </figcaption>
      <pre className="px-4 py-3.5 text-[0.8125rem]/relaxed whitespace-pre-wrap">
        <code className="font-mono">{isJson ? highlightJson(code) : code}</code>
      </pre>
    </figure>
  );
}

export function JsonBlock({ label, value }: { label: string; value: unknown }) {
  return <CodeBlock label={label} code={JSON.stringify(value, null, 2)} isJson />;
}
