import type { SerialRange } from "#domain/inventory";

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
  const known = isYear ? facts.vintage.replace(/^\d{4}(\d{4}) to .*$/, "$1") : facts.vintage;
  if (known === stated) return null;
  return `"${serials.range}" is of the vintage ${known}, not of ${stated}`;
}
