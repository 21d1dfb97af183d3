import type { ReactNode } from "react";
import type { Language } from "#core/language";
import { type EquivalentName, type Region, regionalEquivalentOf } from "#domain/impact";
import { impactCopy } from "./copy/copy";
import type { ImpactView } from "./view";

const line = {
  fill: "none",
  strokeWidth: 2.5,
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;

const drawings: Record<EquivalentName, ReactNode> = {
  cars: (
    <>
      <path
        className="fill-thread"
        d="M8 40v-7c0-3 2-5 5-5.500l6-1 6-9c1.200-1.700 2.600-2.500 5-2.500h10c2.400 0 4.300 1 5.500 3l5 8.500 2.500.5c2 .6 3 2 3 4.500v8.500z"
      />
      <g className="stroke-accent" {...line}>
        <path d="M14 44H9c-1.700 0-3-1.300-3-3v-7.500c0-3.200 2-5.300 5-5.800l7.500-1.200L25 17.400C26.200 15.700 27.800 15 30 15h9.500c2.400 0 4.200.9 5.400 2.900l5 8.100 3.600.8c3 .7 4.500 2.700 4.500 5.700V41c0 1.700-1.300 3-3 3h-3M26 44h14" />
        <path d="M18.500 26.500h31M35 15v11.500" />
      </g>
      <g className="fill-paper stroke-accent" strokeWidth="2.5">
        <circle cx="20" cy="44" r="6" />
        <circle cx="46" cy="44" r="6" />
      </g>
    </>
  ),
  homes: (
    <>
      <path className="fill-thread" d="M13 29 32 13l19 16v24H13z" />
      <g className="stroke-accent" {...line}>
        <path d="m7 32 25-21 25 21M13 27.500V50c0 1.700 1.300 3 3 3h32c1.700 0 3-1.300 3-3V27.500M44 21v-8h5v12" />
      </g>
      <path
        className="fill-paper stroke-accent"
        {...line}
        fill={undefined}
        d="M27 53V40c0-1.100.9-2 2-2h6c1.100 0 2 .9 2 2v13"
      />
    </>
  ),
  flights: (
    <>
      <path
        className="fill-thread stroke-accent"
        {...line}
        fill={undefined}
        d="M54.500 9.500c-2.400-2.400-6.600-1.700-9.600 1.300l-8.400 8.400-23-5.400-4.500 4.500 18.800 9.600-9 9-7-1.200-3.300 3.300 9.300 5.500 5.500 9.300 3.300-3.300-1.200-7 9-9 9.600 18.800 4.500-4.500-5.400-23 8.400-8.400c3-3 3.700-7.200 1.300-9.600z"
        transform="translate(2 1)"
      />
    </>
  ),
  trees: (
    <>
      <path
        className="fill-thread stroke-accent"
        {...line}
        fill={undefined}
        d="M32 6c6 0 10.500 4 11.300 9.300C48.600 16.800 52 21 52 26c0 3-1.200 5.600-3.100 7.500C47.500 38.500 43 42 38 42H26c-5 0-9.500-3.500-10.900-8.500A10.800 10.800 0 0 1 12 26c0-5 3.400-9.200 8.700-10.700C21.500 10 26 6 32 6z"
      />
      <path className="stroke-accent" {...line} d="M32 57V24M32 37l8-7M32 32l-6-5M22 57h20" />
    </>
  ),
};

function Picture({ of }: { of: EquivalentName }) {
  return (
    <svg viewBox="0 0 64 64" className="size-16" aria-hidden="true">
      {drawings[of]}
    </svg>
  );
}

/** European countries outside the EU use its comparisons, too. */
const EUROPE =
  /^(AT|BE|BG|CH|CY|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HR|HU|IE|IS|IT|LI|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK)$/;

/** The owner's region. An owner without a country compares as its reader may know it. */
function regionOf({ brand: { countryCode }, reader: { language } }: ImpactView): Region {
  if (countryCode === null) return language === "en" ? "us" : "eu";
  return EUROPE.test(countryCode) ? "eu" : "us";
}

interface EquivalentView {
  name: EquivalentName;
  value: number;
  label: string;
}

function equivalentsOf({ page, impact, reader }: ImpactView, region: Region): EquivalentView[] {
  const labels = impactCopy[reader.language].equivalents.labels[region];
  const kg = impact.total_offset_kgs;
  return page.equivalents.flatMap((name) => {
    const value = regionalEquivalentOf(name, { kg, region });
    const label = labels[name];
    return value === null || !label
      ? []
      : [{ name, value, label: value === 1 ? label.one : label.more }];
  });
}

function Equivalent({ name, value, label, language }: EquivalentView & { language: Language }) {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  return (
    <li className="min-w-0">
      <Picture of={name} />
      <p className="mt-4">
        <span className="block text-3xl font-semibold tracking-tight tabular-nums sm:text-4xl">
          {value === 0 ? `<${format.format(0.1)}` : format.format(value)}
        </span>{" "}
        <span className="mt-1 block text-[0.9375rem] text-pretty text-quiet">{label}</span>
      </p>
    </li>
  );
}

export function Equivalents({ view }: { view: ImpactView }) {
  const region = regionOf(view);
  const { language } = view.reader;
  const { equivalents: copy } = impactCopy[language];
  const equivalents = equivalentsOf(view, region);
  if (equivalents.length === 0) return null;
  return (
    <section
      aria-labelledby="equal-to"
      className="border-t border-line px-5 py-9 sm:px-12 sm:py-12"
    >
      <h2 id="equal-to" className="text-2xl font-semibold tracking-tight">
        {copy.title}
      </h2>
      <ul className="mt-7 grid grid-cols-2 gap-x-6 gap-y-9 sm:gap-x-8 lg:grid-cols-4">
        {equivalents.map((one) => (
          <Equivalent key={one.name} {...one} language={language} />
        ))}
      </ul>
      <p className="mt-8 max-w-3xl text-sm text-pretty text-quiet">
        {equivalents.length > 1 && `${copy.each} `}
        {copy.sources[region]} {copy.caveat}
      </p>
    </section>
  );
}
