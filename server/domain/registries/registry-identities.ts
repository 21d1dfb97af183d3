import { registryLabelOf, type SerialRange } from "#domain/inventory";
import type { ExportRow } from "./export-row";
import type { ImportedProject } from "./imported-project";
import type { Registry } from "./registry-keys";

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
