import {
  type RegistryKey,
  registryKeys,
  registryLabelOf,
  type SerialRange,
} from "#domain/inventory";
import type { ImportedProject } from "./export-contents";
import type { ExportRow } from "./export-row";

/** Registries whose exports can be read. */
export const registries = registryKeys;
export type Registry = RegistryKey;

type Identity = Pick<ImportedProject, "id" | "registry_name" | "registry_id" | "registry_url">;

interface Numbering {
  /** The project's number in a cell, as the first group. */
  pattern: RegExp;
  idOf: (number: string) => string;
  /** `serials` of the project, if the file has them. */
  registryIdOf: (number: string, serials: string) => string;
  /** Page of the project at the registry. */
  urlOf: (number: string) => string;
  serials: readonly SerialRange["kind"][];
}

/** Registries on APX number alike: ACR1129, CAR1335, ART102. */
function apx(prefix: "ACR" | "CAR" | "ART", host: string): Numbering {
  return {
    pattern: new RegExp(`^${prefix}(\\d+)$`, "i"),
    idOf: (number) => `prj_${prefix.toLowerCase()}_${number}`,
    registryIdOf: (number) => `${prefix}${number}`,
    urlOf: (number) => `https://${host}/mymodule/reg/prjView.asp?id1=${number}`,
    serials: ["apx"],
  };
}

const numberings: Readonly<Record<Registry, Numbering>> = {
  verra: {
    pattern: /^(?:VCS ?)?(\d+)$/i,
    idOf: (number) => `prj_verra_${number}`,
    registryIdOf: (number) => `VCS${number}`,
    urlOf: (number) => `https://registry.verra.org/app/projectDetail/VCS/${number}`,
    serials: ["verra"],
  },
  "gold-standard": {
    pattern: /^(?:GS ?)?(\d+)(?:\.0)?$/i,
    idOf: (number) => `prj_gs_${number}`,
    registryIdOf: (number) => `GS${number}`,
    urlOf: (number) => `https://registry.goldstandard.org/projects?q=gs${number}`,
    serials: ["gold-standard", "cdm"],
  },
  isometric: {
    pattern: /^(prj_[0-9A-Z]+)$/,
    idOf: (id) => id,
    registryIdOf: (id) => id,
    urlOf: (id) => `https://to.isometric.com/${id}`,
    serials: ["isometric"],
  },
  acr: apx("ACR", "acr2.apx.com"),
  car: apx("CAR", "thereserve2.apx.com"),
  art: apx("ART", "art.apx.com"),
  cercarbono: {
    pattern: /^(?:CDC[-_ ]?)?(\d+)$/i,
    idOf: (number) => `prj_cercarbono_${number}`,
    // Codes of other prefixes have numbers of their own, which only the projects export names.
    registryIdOf: (number, serials) =>
      /^(?!CDC_|IC_)[A-Z]+_/i.test(serials) ? number : `CDC-${number}`,
    urlOf: (number) => `https://www.ecoregistry.io/projects/${number}`,
    serials: ["cercarbono"],
  },
  puro: {
    pattern: /^(\d{6,18})$/,
    idOf: (number) => `prj_puro_${number}`,
    registryIdOf: (number) => number,
    urlOf: () => "https://registry.puro.earth",
    serials: ["puro"],
  },
};

/** Formats of the registry's serials. */
export function serialKindsOf(registry: Registry): readonly SerialRange["kind"][] {
  return numberings[registry].serials;
}

interface Source {
  registry: Registry;
  /** Serials of the row. */
  serials?: string;
}

/** The project that the cell of `column` names. The row is malformed if it names none. */
export function projectIdentity(
  row: ExportRow,
  column: string,
  { registry, serials = "" }: Source,
): Identity {
  const { pattern, idOf, registryIdOf, urlOf } = numberings[registry];
  const number = pattern.exec(row.required(column, pattern))?.[1] ?? "";
  return {
    id: idOf(number),
    registry_name: registryLabelOf(registry),
    registry_id: registryIdOf(number, serials),
    registry_url: urlOf(number),
  };
}

const lotPrefixes: Partial<Record<Registry, string>> = { "gold-standard": "gs" };

/** Id of a lot, equal in every export that has these serials. */
export function lotIdOf(registry: Registry, { range, kind }: SerialRange): string {
  // Batch, first and last serial; the rest of Verra's range follows from the batch.
  const text = kind === "verra" ? range.split("-").slice(0, 3).join("-") : range;
  // An id is one word.
  const word = text.replace(/\s+[-–]\s+/, "_").replace(/\s+to\s+/i, "-");
  return `lot_${lotPrefixes[registry] ?? registry}_${word.replace(/[\s,]+/g, "_")}`;
}

/** Project number and vintage that a registry's serials contain; null where they do not. */
interface SerialFacts {
  project: string | null;
  /** A year, or two dates as Verra writes them: `01072019 to 30062020`. */
  vintage: string | null;
}

/** ACR-US-555-2019-119-1 to 1000, CAR-1-US-1335-31-983-KS-2025-9205-1 to 5000. */
function factsOfApx(range: string): SerialFacts {
  const block = range.replace(/-\s*\d+(?:\s+to\s+|\s*[-–]\s*)\d+$/i, "");
  const parts = block.split("-").map((part) => part.trim());
  const vintage = parts.at(-2) ?? null;
  // The project follows the country; CAR's serials have other numbers before and behind.
  const country = parts.findIndex((part) => /^[A-Z]{2}$/i.test(part));
  const numbers = parts.slice(country + 1, -2).filter((part) => /^\d+$/.test(part));
  return { project: country < 0 ? null : (numbers[0] ?? "another"), vintage };
}

function factsOf({ kind, range }: SerialRange): SerialFacts {
  const parts = range.split("-");
  switch (kind) {
    case "verra":
      return { project: parts.at(-4) ?? "", vintage: `${parts.at(-3)} to ${parts.at(-2)}` };
    case "gold-standard":
      return { project: parts.at(-6)?.slice(2) ?? "", vintage: parts.at(-4) ?? "" };
    case "apx":
      return factsOfApx(range);
    case "cercarbono":
      return {
        project: /^[A-Z]+_(?:R_)?(\d+)_/i.exec(range)?.[1] ?? null,
        vintage: /_((?:19|20)\d{2}),? /.exec(range)?.[1] ?? null,
      };
    case "puro":
      return { project: /_[A-Z]{2}_(\d+)_/.exec(range)?.[1] ?? null, vintage: null };
    default:
      return { project: null, vintage: null };
  }
}

const inSerial = (date: string) => date.split("-").reverse().join("");

interface Claimed {
  /** As in the registry's files, such as `VCS1340`. */
  projectId: string;
  /** A year, or the first and last day. */
  vintage: number | { start: string; end: string };
}

/** Returns why the serials are not of this project and vintage, or null. */
export function serialFault(serials: SerialRange, { projectId, vintage }: Claimed): string | null {
  const number = projectId.replace(/\D/g, "");
  const facts = factsOf(serials);
  if (facts.project !== null && facts.project !== number) {
    return `"${serials.range}" is of project ${facts.project}, not of ${projectId}`;
  }
  if (facts.vintage === null) return null;
  const isYear = typeof vintage === "number";
  const stated = isYear ? `${vintage}` : `${inSerial(vintage.start)} to ${inSerial(vintage.end)}`;
  // A vintage across years counts as its first year.
  const vintageOfSerials = isYear
    ? facts.vintage.replace(/^\d{4}(\d{4}) to .*$/, "$1")
    : facts.vintage;
  if (vintageOfSerials === stated) return null;
  return `"${serials.range}" is of the vintage ${vintageOfSerials}, not of ${stated}`;
}
