import type { ReactNode } from "react";

export interface Section {
  id: string;
  title: string;
  Content: () => ReactNode;
  /** Its module, if it is about one. */
  module?: string;
}

export function SectionPart({ id, title, Content }: Section) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-6 border-t border-line pt-10 mt-12 first:mt-0 first:border-t-0 first:pt-0"
    >
      <h2 id={`${id}-title`} className="group text-2xl font-semibold tracking-tight">
        {title}{" "}
        <a
          href={`#${id}`}
          className="text-quiet opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
        >
          <span aria-hidden="true">#</span>
          <span className="sr-only">Link to this section: {title}</span>
        </a>
      </h2>
      <div className="prose mt-4">
        <Content />
      </div>
    </section>
  );
}

/** Link to an operation in the API reference. */
export function Operation({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a href={`/docs/reference/${id}`} className="link">
      {children}
    </a>
  );
}
