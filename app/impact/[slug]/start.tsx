import { linkFor } from "#core/reader";
import { Linked } from "#ui/public-parts";
import { impactCopy } from "./copy/copy";
import type { ImpactView } from "./view";

const line = {
  className: "stroke-accent",
  fill: "none",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

/** In the order of the steps: credits in a box, an entry with a check, a magnifying glass. */
const drawings = [
  <>
    <path className="fill-thread" d="M10 26h44v26H10z" />
    <path {...line} d="M10 26h44v26H10zM10 26l7-12h30l7 12M25 26v8h14v-8" />
  </>,
  <>
    <path className="fill-thread" d="M14 8h36v48H14z" />
    <path {...line} d="M14 8h36v48H14zM22 20h20M22 29h20M23 43l6 6 12-13" />
  </>,
  <>
    <circle className="fill-thread" cx="28" cy="28" r="17" />
    <path
      {...line}
      d="M28 11a17 17 0 1 0 0 34 17 17 0 1 0 0-34M40.500 40.500 54 54M21 28l5 5 9-10"
    />
  </>,
];

/** Replaces the sections of an owner without credits. */
export function Start({ view: { reader } }: { view: ImpactView }) {
  const { start: copy } = impactCopy[reader.language];
  return (
    <section aria-labelledby="start" className="border-t border-line px-5 py-9 sm:px-12 sm:py-12">
      <h2 id="start" className="text-2xl font-semibold tracking-tight">
        {copy.title}
      </h2>
      <ul className="mt-7 grid gap-x-8 gap-y-8 sm:grid-cols-3">
        {copy.steps.map(({ title, text }, index) => (
          <li key={title} className="flex min-w-0 gap-5 sm:flex-col sm:gap-4">
            <svg viewBox="0 0 64 64" className="size-14 shrink-0 sm:size-16" aria-hidden="true">
              {drawings[index]}
            </svg>
            <div className="min-w-0">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">
                <Linked text={text} links={{ verify: linkFor(reader, "/verify") }} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
