import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { CertificateProject, SignedCertificate } from "#domain/certificates";

export const CERTIFICATE_URL =
  "https://till.example.com/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e";

export function projectOf(index: number, retirements = 1): CertificateProject {
  return {
    id: `prj_${index}`,
    name: `Highland Reforestation ${index}`,
    type: "Reforestation",
    location_name: "Huila, Colombia",
    developer: "Oromia Forest and Wildlife Enterprise",
    methodology: "VM0047 v1.1",
    registry_name: "Verra",
    registry_id: `VCS${1340 + index}`,
    registry_url: "https://registry.example.org/projects/1340",
    un_sdg_goals: [
      { number: 13, name: "Climate action" },
      { number: 15, name: "Life on land" },
    ],
    amount_kg: 12_345 * retirements,
    retirements: Array.from({ length: retirements }, (_, retirement) => ({
      vintage_year: 2020 + (retirement % 3),
      serial_number_range: `${19385 + index}-${941467007 + retirement}-941467431-VCS-VCU-1507-VER-ET-14-1340-01012020-31122020-1`,
      amount_kg: 12_345,
      url: "https://registry.example.org/retirements/1",
      labels: [],
      corresponding_adjustment: null,
      registry_status: "retired" as const,
      registry_retired_kg: 12_345,
      registry_disputed_kg: 0,
      registry_retired_on: "2026-11-23",
      registry_reference: "RET-4711",
      registry_beneficiary: null,
      replaced_kg: 0,
      replaced_on: null,
      replaced_as: null,
      substituted_on: null,
      registry_records: [
        {
          kind: "retired" as const,
          id: `rrt_${retirement}`,
          amount_kg: 12_345,
          retired_on: "2026-11-23",
          reference: "RET-4711",
          beneficiary: "Northwind Coffee Roasters",
          is_shared: false,
          url: "https://registry.example.org/retirements/1",
        },
      ],
    })),
  };
}

export function recordOf(projects: CertificateProject[], change: Partial<SignedCertificate> = {}) {
  const record: SignedCertificate = {
    order_id: "ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    order_number: "019f-47b3-341a-7a73-b250-4c44-8a53-9d2e",
    state: "fulfilled",
    mode: "live",
    statement: "The carbon credits listed here are retired.",
    registry_status: "retired",
    registry_retired_on: "2026-11-23",
    matchable_from: null,
    credits_expected_by: null,
    revision: 2,
    status_as_of: "2026-11-23T08:30:00.000Z",
    beneficiary: { name: "Northwind Coffee Roasters", message: null, url: null },
    seller: { name: "Harbour & Pine Logistics" },
    amount_kg: projects.reduce((kg, project) => kg + project.amount_kg, 0),
    description: "Deliveries of the third quarter",
    created_on: "2026-11-20T09:08:07.000Z",
    retired_on: "2026-11-21T14:03:11.310Z",
    projects,
    certificate_public_url: CERTIFICATE_URL,
    certificate_download_public_url: `${CERTIFICATE_URL}/pdf`,
    certificate_json_url: `${CERTIFICATE_URL}/json`,
    signature: "header..signature",
    ...change,
  };
  return record;
}

export function makeProjects(count: number, retirements = 1): CertificateProject[] {
  return Array.from({ length: count }, (_, index) => projectOf(index, retirements));
}

/**
 * Removes white space: lines wrap where they must and the renderer splits words, so only letters
 * count.
 */
export function unspaced(text: string): string {
  return text.replace(/[\s\u200c\u200e\u200f]|\u200d|\ufe0f/g, "");
}

/** Text, links and metadata of a PDF. */
export async function readPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)),
  );
  const lines: string[][] = [];
  const runs: { text: string; y: number }[] = [];
  let [left, right] = [Infinity, 0];
  for (const page of pages) {
    const { items } = await page.getTextContent({ disableNormalization: true });
    const drawn = items.filter((item) => "str" in item);
    lines.push(drawn.map(({ str }) => str));
    runs.push(...drawn.map(({ str, transform }) => ({ text: str, y: transform[5] })));
    left = Math.min(left, ...drawn.map(({ transform }) => transform[4]));
    right = Math.max(right, ...drawn.map(({ transform, width }) => transform[4] + width));
  }
  const { info } = await pdf.getMetadata();
  return {
    pages: pages.length,
    /** Lines of text per page. */
    lines,
    /** Texts with the height of their baseline, in points. */
    runs,
    /** Leftmost and rightmost position of text, in points. */
    left,
    right,
    text: unspaced(lines.flat().join(" ")),
    info: info as Record<string, unknown>,
    links: (await Promise.all(pages.map((page) => page.getAnnotations()))).flat(),
  };
}
