"use client";
import { useParams } from "next/navigation";
import { Children, type ReactNode } from "react";
import { idIn } from "#ui/id-in";
import { CircleCheck, OctagonAlert, TriangleAlert } from "./icons";
import { ListLink, useListState } from "./list-state";
import { ProblemNote, unknownParts } from "./problem";

/** Document title; screens run in the browser and have no metadata. */
export function Title({ children }: { children: string }) {
  return <title>{`${children} · Carbon Till dashboard`}</title>;
}

interface HeadProps {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
}

export function PageHead({ title, intro, actions }: HeadProps) {
  return (
    <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {intro && <p className="mt-1 max-w-2xl text-[0.9375rem] text-pretty text-quiet">{intro}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </header>
  );
}

export function Screen({ children, ...head }: HeadProps & { children: ReactNode }) {
  return (
    <>
      <Title>{head.title}</Title>
      <PageHead {...head} />
      {children}
    </>
  );
}

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch(): unknown };
  lines?: number;
  /** Another placeholder, as high as the data, where a button below must not move. */
  pending?: ReactNode;
  children(data: Data): ReactNode;
}

/** Offers to remove from the address what the server doesn't know, or else to try again. */
function QueryProblem({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { get } = useListState();
  const names = unknownParts(error, { get });
  if (names.length === 0) return <ProblemNote error={error} onRetry={onRetry} />;
  const parts = names.map((name) => `${name.replaceAll("_", " ")} “${get(name)}”`);
  return (
    <Empty title={`Unknown ${parts.join(" and ")}`}>
      <p role="alert" className="mb-3">
        The address of this page has a value that does not exist here.
      </p>
      <ListLink to={Object.fromEntries(names.map((name) => [name, null]))} className="link">
        Remove it from the address
      </ListLink>
    </Empty>
  );
}

/** Renders the query's data, or its error, or a placeholder while it loads. */
export function Loaded<Data>({ query, lines = 4, pending, children }: LoadedProps<Data>) {
  if (query.error) return <QueryProblem error={query.error} onRetry={() => query.refetch()} />;
  if (query.data === undefined) return pending ?? <Loading lines={lines} />;
  return children(query.data);
}

/** The screen of a single object; its heading comes with the data. */
export function Detail<Data>({ title, ...loaded }: LoadedProps<Data> & { title: string }) {
  return (
    <>
      <Title>{title}</Title>
      <Loaded {...loaded} />
    </>
  );
}

/** The id in the address of a single object's screen. */
export function useRouteId(): string {
  return idIn(String(useParams()["id"] ?? ""));
}

export function Panel({ title, actions, children }: HeadProps & { children: ReactNode }) {
  return (
    <section className="mb-6 rounded-2xl border border-line bg-paper p-5 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="rounded-2xl border border-dashed border-line px-5 py-12 text-center">
      <p className="font-medium">{title}</p>
      {children && (
        <div className="mx-auto mt-2 max-w-md text-[0.9375rem] text-pretty text-quiet">
          {children}
        </div>
      )}
    </div>
  );
}

/** A quiet paragraph: an explanation, or an empty panel. */
export function Note({ children, className = "" }: { children: ReactNode; className?: string }) {
  return <p className={`text-[0.9375rem] text-pretty text-quiet ${className}`}>{children}</p>;
}

interface ItemsProps {
  children: ReactNode;
  /** Shown in place of an empty list. */
  empty?: string;
}

export function Items({ children, empty }: ItemsProps) {
  if (empty && Children.count(children) === 0) return <Note>{empty}</Note>;
  return <ul className="divide-y divide-line text-[0.9375rem]">{children}</ul>;
}

interface ItemProps {
  title?: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
}

export function Item({ title, note, children }: ItemProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0">
      {title && (
        <div className="min-w-0">
          <div className="font-medium wrap-anywhere">{title}</div>
          {note && <div className="text-sm wrap-anywhere text-quiet">{note}</div>}
        </div>
      )}
      {children}
    </li>
  );
}

export function Loading({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">Loading</span>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className="h-10 rounded-lg bg-soft motion-safe:animate-pulse" />
      ))}
    </div>
  );
}

const tones = {
  good: "bg-accent/12 text-accent",
  pending: "bg-warning-soft text-warning",
  bad: "bg-danger/12 text-danger",
  neutral: "bg-soft text-quiet",
};

export interface StateLabel {
  tone: keyof typeof tones;
  text: string;
}

export function Badge({ tone, children }: Pick<StateLabel, "tone"> & { children: ReactNode }) {
  return (
    <span
      className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

export function StateBadge({ state: { tone, text } }: { state: StateLabel }) {
  return <Badge tone={tone}>{text}</Badge>;
}

export const optionsOf = (states: Readonly<Record<string, StateLabel>>) =>
  Object.entries(states).map(([value, { text }]) => ({ value, text }));

const healths = {
  good: { Icon: CircleCheck, color: "text-accent", text: "Healthy" },
  waits: { Icon: TriangleAlert, color: "text-warning", text: "Needs attention" },
  bad: { Icon: OctagonAlert, color: "text-danger", text: "Action needed" },
};

/** Green, amber or red, with text for readers who can't tell the colors apart. */
export function Health({
  health,
  isIcon = false,
}: {
  health: keyof typeof healths;
  isIcon?: boolean;
}) {
  const { Icon, color, text } = healths[health];
  return (
    <span className={`inline-flex items-center gap-2 font-medium whitespace-nowrap ${color}`}>
      <Icon className="size-5 shrink-0" aria-hidden="true" />
      <span className={isIcon ? "sr-only" : ""}>{text}</span>
    </span>
  );
}

interface FactsProps {
  /** By label. Those without a value are left out. */
  facts: Readonly<Record<string, ReactNode>>;
  /** Labels of those that take the whole width. */
  wide?: readonly string[];
  className?: string;
}

export function Facts({
  facts,
  wide = [],
  className = "grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3",
}: FactsProps) {
  const entries = Object.entries(facts).filter(([, value]) => value || value === 0);
  return (
    <dl className={className}>
      {entries.map(([label, value]) => (
        <div key={label} className={wide.includes(label) ? "min-w-0 sm:col-span-full" : "min-w-0"}>
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="mt-0.5 text-[0.9375rem] wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FactsPanel({ title, actions, ...facts }: Omit<HeadProps, "intro"> & FactsProps) {
  return (
    <Panel title={title} actions={actions}>
      <Facts {...facts} />
    </Panel>
  );
}

/** An identifier that a click selects whole. */
export function Identifier({ children }: { children: string }) {
  return <code className="select-all">{children}</code>;
}
