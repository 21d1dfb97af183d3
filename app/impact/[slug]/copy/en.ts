// The English copy. Its type is the one that every other language must satisfy.
import { beforePeriod } from "#core/sentence";
import type { EquivalentName, Region } from "#domain/impact";

interface Counted {
  one: string;
  more: string;
}

const trees: Counted = {
  one: "tree seedling grown for 10 years",
  more: "tree seedlings grown for 10 years",
};

const equivalents: Record<Region, Partial<Record<EquivalentName, Counted>>> = {
  us: {
    cars: {
      one: "gasoline car driven for one year",
      more: "gasoline cars driven for one year",
    },
    homes: {
      one: "US home’s energy use for one year",
      more: "US homes’ energy use for one year",
    },
    flights: {
      one: "passenger flown from Los Angeles to New York",
      more: "passengers flown from Los Angeles to New York",
    },
    trees,
  },
  eu: {
    cars: { one: "kilometer in an average car", more: "kilometers in an average car" },
    flights: {
      one: "passenger flown from Frankfurt to Lisbon",
      more: "passengers flown from Frankfurt to Lisbon",
    },
    trees,
  },
};

const sources: Record<Region, string> = {
  us: "Based on data of the US Environmental Protection Agency.",
  eu:
    "Cars and flights: UK government conversion factors 2025, flights with their non-CO₂ effects. " +
    "Trees: US Environmental Protection Agency.",
};

export const en = {
  /** Between an amount and "CO₂e"; empty where the language has no word for it. */
  of: "of",
  retired: "retired",
  setAside: "set aside",
  title: (name: string) => `Climate impact of ${name}`,
  titleWith: (name: string, claim: string) => `${name}: ${claim}`,
  description: {
    empty: (name: string) => `The carbon credits of ${name}, by project.`,
    text: (facts: { mass: string; projects: number; name: string; day: string; split: string }) =>
      `Carbon credits for ${facts.mass} of CO₂e from ` +
      `${facts.projects === 1 ? "one project" : `${facts.projects} projects`} for ${facts.name} ` +
      `since ${facts.day}: ${facts.split}. See the projects and verify them.`,
    test: (text: string) => `Test data: no real credits were retired. ${text}`,
  },
  forOthers: {
    /** Follows a claim such as "9 t of CO₂e retired". */
    claim: "for customers and partners",
    name: (name: string) => `customers and partners of ${name}`,
    /** Below the headline: the other tonnes. */
    alongside: (claim: string, name: string) =>
      `And ${claim} for customers and partners, through ${name}`,
    ownAlongside: (claim: string, name: string) => `And ${claim} for ${name} itself`,
  },
  split: {
    retired: (mass: string) => `${mass} retired at registries`,
    pending: (mass: string) => `${mass} set aside, retirement pending`,
    /** In place of amounts that repeat the total beside them. */
    allRetired: "all retired at registries",
    allPending: "all set aside, retirement pending",
  },
  hero: {
    testNotice: "Test data: no real credits were retired",
    nothing: "No credits retired yet",
    empty:
      "After the first order is matched with carbon credits, this page shows how much was set aside " +
      "and retired, from which projects, and where to verify it.",
    test: "These are sandbox credits from fictional projects.",
    retired:
      "The registries have retired these carbon credits. They are permanently out of circulation, " +
      "and no one can sell, transfer, or use them again.",
    setAside: (mass: string, name: string) =>
      `Carbon credits for ${mass} of CO₂e have been set aside for ${beforePeriod(name)}. ` +
      "They count as retired here once their registries have recorded it.",
  },
  /** On the page of an owner without credits. */
  start: {
    title: "What this page will show",
    steps: [
      {
        title: "Set aside",
        text: "Credits for each order, by project, with a picture, place, registry and vintage.",
      },
      {
        title: "Retired",
        text: "What the registries have recorded as retired, apart from what is still pending.",
      },
      {
        title: "Verifiable",
        text: "A certificate for each order. Anyone can [verify it or a serial number](verify).",
      },
    ],
  },
  projects: {
    title: "Credits by project",
    retired: "Retired at the registry",
    retiredInTest: "Retired in the sandbox",
    pending: "Retirement pending",
    part: (retired: string, pending: string) => `${retired} retired, ${pending} pending`,
    location: "Location",
    mechanism: "Mechanism",
    vintages: "Vintages",
    registry: "Registry",
    more: (count: number) => (count === 1 ? "Show 1 more project" : `Show ${count} more projects`),
    moreCaption: "More projects",
    project: "Project",
    amount: "Amount",
  },
  map: {
    heading: "Where the projects are",
    title: "World map of the projects",
  },
  timeline: {
    titles: { month: "Month by month", quarter: "Quarter by quarter", year: "Year by year" },
    every: { month: "Month", quarter: "Quarter", year: "Year" },
    quarter: (quarter: number, year: number) => `Q${quarter} ${year}`,
    legend: "By the date of the order, in UTC. Dark: retired at registries. Light: pending.",
    captions: {
      month: "CO₂e by month of the order",
      quarter: "CO₂e by quarter of the order",
      year: "CO₂e by year of the order",
    },
    inYear: (year: number) => `CO₂e by month of ${year}`,
    chart: (label: string, first: string, last: string) =>
      `${label}, from ${first} to ${last}. The table below lists the data.`,
    none: "No orders in this year.",
    table: "Show data as a table",
    total: "Total",
    retired: "Retired at registries",
  },
  equivalents: {
    title: "Equivalent to",
    labels: equivalents,
    each: "Each equivalent represents the whole amount.",
    sources,
    caveat: "They show the size of the amount; they do not lower anyone’s footprint.",
  },
  embed: {
    title: "Embed on your website",
    badge: "Badge",
    badgePreview: "Badge preview",
    card: "Card",
    cardPreview: "Card preview",
    /** The words in brackets are code. */
    text:
      "Both follow the visitor’s light or dark color scheme and update within a minute. To change " +
      "them, add [?theme=light] or [dark], and [lang=de], [fr], or [es] to the address.",
    copy: "Copy",
    copied: "Copied",
  },
  foot: {
    live:
      "Every order has a certificate that lists its serial numbers and the registry’s record of " +
      "their retirement.",
    /** Only of an owner’s own tonnes: no other page has them. */
    once: "No kilogram is counted twice.",
    test:
      "Every order has a certificate that lists its serial numbers. Test certificates list serial " +
      "numbers of the sandbox.",
  },
  preview: "Preview",
  moved: "This page has moved",
  missing: "Check the address for missing characters. The page may also be turned off.",
};

export type ImpactCopy = typeof en;
