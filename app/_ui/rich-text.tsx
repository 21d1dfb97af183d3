// A text of the API's own documents: paragraphs, with `code`.
import { Fragment, type ReactNode } from "react";

function inline(text: string): ReactNode[] {
  return text.split(/(`[^`]+`)/).map((part, index) => {
    const key = `${index}`;
    if (!part.startsWith("`")) return <Fragment key={key}>{part}</Fragment>;
    return <code key={key}>{part.slice(1, -1)}</code>;
  });
}

/** The text of one line, with its code. */
export function InlineText({ text }: { text: string }) {
  return <>{inline(text)}</>;
}

/** The text in its paragraphs. */
export function RichText({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((paragraph) => <p key={paragraph}>{inline(paragraph)}</p>);
}
