import type { ReactNode } from "react";
import { CopyButton } from "./code-block";

/** Shown while the language's button is chosen, with or without scripts. */
const panels: Record<string, string> = {
  curl: "group-has-[[value=curl]:checked]/samples:block",
  node: "group-has-[[value=node]:checked]/samples:block",
  python: "group-has-[[value=python]:checked]/samples:block",
};

export interface SampleTab {
  /** Language: a key of `panels`. */
  id: string;
  name: string;
  code: string;
}

interface Props {
  /** Unique on the page. */
  id: string;
  /** Such as "Request". */
  label: string;
  /** The first is chosen. */
  tabs: readonly SampleTab[];
  /** Below the code. */
  children?: ReactNode;
}

/** The same code in several languages. public/docs.js remembers the chosen one. */
export function SampleTabs({ id, label, tabs, children }: Props) {
  return (
    <figure
      data-samples=""
      className="group/samples overflow-hidden rounded-xl border border-line bg-paper"
    >
      <figcaption className="flex items-center justify-between gap-3 px-4 pt-2 text-sm text-quiet">
        <span className="min-w-0">{label}</span>
        <CopyButton text="" what={label} />
      </figcaption>
      <fieldset className="flex flex-wrap gap-x-1 border-b border-line px-2">
        <legend className="sr-only">Language of the sample: {label}</legend>
        {tabs.map(({ id: language, name }, index) => (
          <label
            key={language}
            className="relative inline-flex min-h-9 cursor-pointer items-center rounded-t border-b-2 border-transparent px-2 text-sm text-quiet hover:text-ink has-checked:border-accent has-checked:font-medium has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={`${id}-language`}
              value={language}
              defaultChecked={index === 0}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {name}
          </label>
        ))}
      </fieldset>
      {tabs.map(({ id: language, code }) => (
        <pre
          key={language}
          data-language={language}
          className={`hidden px-4 py-3.5 text-[0.8125rem]/relaxed whitespace-pre-wrap [tab-size:4] ${panels[language] ?? ""}`}
        >
          <code className="font-mono">{code}</code>
        </pre>
      ))}
      {children}
    </figure>
  );
}
