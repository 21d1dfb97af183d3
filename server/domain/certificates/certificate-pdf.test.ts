// The PDF says all that the record says, whatever is in it, on as few pages as it needs.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { renderCertificatePdf } from "./certificate-pdf";
import { qrCode } from "./certificate-pdf-qr";
import type { CertificateProject, CertificateResource } from "./resource";
import { formatDay, formatKg, formatMoment, statementOf, TEST_NOTICE } from "./rules";

const URL = "https://till.example.com/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e";

function projectOf(index: number, retirements = 1): CertificateProject {
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
    })),
  };
}

function recordOf(projects: CertificateProject[], change: Partial<CertificateResource> = {}) {
  const record: CertificateResource = {
    order_id: "ord_01kx3v6d0tf9sv4m2c8j5a7b9e",
    order_number: "019f-47b3-341a-7a73-b250-4c44-8a53-9d2e",
    state: "fulfilled",
    mode: "live",
    statement: statementOf({ state: "fulfilled", mode: "live" }),
    beneficiary: { name: "Northwind Coffee Roasters", message: null, url: null },
    seller: { name: "Harbour & Pine Logistics" },
    amount_kg: projects.reduce((kg, project) => kg + project.amount_kg, 0),
    description: "Deliveries of the third quarter",
    created_on: "2026-11-20T09:08:07.000Z",
    retired_on: "2026-11-21T14:03:11.310Z",
    projects,
    certificate_public_url: URL,
    certificate_download_public_url: `${URL}/pdf`,
    certificate_json_url: `${URL}/json`,
    signature: null,
    ...change,
  };
  return record;
}

async function read(record: CertificateResource) {
  const bytes = await renderCertificatePdf(record);
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  let text = "";
  for (let page = 1; page <= pdf.numPages; page += 1) {
    const content = await (await pdf.getPage(page)).getTextContent();
    text += content.items.map((item) => ("str" in item ? item.str : "")).join(" ");
  }
  const { info } = await pdf.getMetadata();
  return {
    bytes,
    pages: pdf.numPages,
    text: unspaced(text),
    info: info as Record<string, unknown>,
  };
}

/** Lines are broken where they must: only the characters count. */
function unspaced(text: string): string {
  return text.replace(/\s+/g, "");
}

function figuresOf(record: CertificateResource): string[] {
  const own = [
    record.order_number,
    record.beneficiary.name,
    record.seller.name,
    record.statement,
    record.certificate_public_url,
    record.description ?? "",
    formatKg(record.amount_kg),
    formatMoment(record.created_on),
    record.retired_on === null ? "" : formatMoment(record.retired_on),
  ];
  const projects = record.projects.flatMap((project) => [
    project.name,
    project.type,
    project.location_name,
    project.developer,
    project.methodology ?? "",
    `${project.registry_name} ${project.registry_id}`,
    ...project.un_sdg_goals.map((goal) => `${goal.number} ${goal.name}`),
    formatKg(project.amount_kg),
    ...project.retirements.flatMap((retirement) => [
      `Vintage ${retirement.vintage_year}`,
      retirement.serial_number_range,
      formatKg(retirement.amount_kg),
    ]),
  ]);
  return [...own, ...projects];
}

const many = (count: number, retirements = 1) =>
  Array.from({ length: count }, (_, index) => projectOf(index, retirements));

describe("renderCertificatePdf", () => {
  it.each([
    [1, 1],
    [10, 2],
    [40, 7],
  ])("shows every figure of %i projects on at most %i pages", async (count, most) => {
    const record = recordOf(many(count));
    const { text, pages, bytes } = await read(record);
    for (const figure of figuresOf(record)) expect(text).toContain(unspaced(figure));
    expect(text).toContain(unspaced(`Page ${pages} of ${pages}`));
    expect(pages).toBeLessThanOrEqual(most);
    expect(bytes.length).toBeLessThan(200_000);
  });

  it("loses no letter of texts of 512 characters, with spaces or without", async () => {
    const words = "An International Cooperative of Many Members, ".repeat(12).slice(0, 511);
    const record = recordOf(many(2), {
      beneficiary: { name: "W".repeat(512), message: null, url: null },
      seller: { name: `${words}.` },
      description: "é".repeat(512),
    });
    const { text } = await read(record);
    for (const figure of figuresOf(record)) expect(text).toContain(unspaced(figure));
  });

  it("breaks a serial number only after its hyphens, and adds none", async () => {
    const { bytes } = await read(recordOf(many(1)));
    const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const lines = items.flatMap((item) => ("str" in item ? [item.str] : []));
    const first = lines.findIndex((line) => line.startsWith("19385-"));
    expect(lines[first]).toMatch(/-$/);
    const whole = lines.slice(first).join("").replace(/ /g, "");
    expect(whole).toContain(projectOf(0).retirements[0]?.serial_number_range);
  });

  it("gives the same bytes for the same record", async () => {
    const [first, second] = [recordOf(many(3)), recordOf(many(3))];
    const bytes = [await renderCertificatePdf(first), await renderCertificatePdf(second)];
    expect(Buffer.from(bytes[0] ?? []).equals(Buffer.from(bytes[1] ?? []))).toBe(true);
  });

  it("names in its metadata what it is, whose, when, and its language", async () => {
    const { info } = await read(recordOf(many(1)));
    expect(info).toMatchObject({
      Title: "Certificate: 12.345 t of CO₂e retired on behalf of Northwind Coffee Roasters",
      Author: "Harbour & Pine Logistics",
      Subject: "Order 019f-47b3-341a-7a73-b250-4c44-8a53-9d2e, 21 November 2026",
      CreationDate: "D:20261121140311Z",
      Language: "en",
    });
    expect(formatDay("2026-11-21T23:59:59.999Z")).toBe("21 November 2026");
  });

  it("says of a placed order that nothing is retired yet", async () => {
    const stated = { state: "placed", mode: "live" } as const;
    const change = { ...stated, statement: statementOf(stated), retired_on: null };
    const { text, info } = await read(recordOf([], { ...change, amount_kg: 25 }));
    expect(text).toContain(unspaced(change.statement));
    expect(text).not.toContain("Certificateofcarboncreditretirement");
    expect(info["Title"]).toMatch(/^Not yet retired/);
  });

  it("says of a test certificate that it is a test", async () => {
    const { text, info } = await read(recordOf(many(1), { mode: "test" }));
    expect(text).toContain(unspaced(TEST_NOTICE));
    expect(info["Title"]).toMatch(/^Test: /);
  });

  it("draws boxes for letters that its fonts lack, says so, and keeps the name in the title", async () => {
    const name = "株式会社 🌱 شركة Ωmega Жук\u0007\u202e <b>";
    const { text, info } = await read(
      recordOf(many(1), { beneficiary: { name, message: null, url: null } }),
    );
    expect(text).toContain("□□□□");
    expect(text).toContain("ΩmegaЖук<b>");
    expect(text).toContain(unspaced("□ stands for a character that this document's font lacks"));
    expect(info["Title"]).toContain("株式会社 🌱 شركة Ωmega Жук");
  });

  it("sums up by vintage what would take hundreds of lines", async () => {
    const record = recordOf([projectOf(0, 400)]);
    const { text, pages } = await read(record);
    expect(pages).toBe(1);
    expect(text).toContain(unspaced("Vintage 2020 134 serial number ranges"));
    expect(text).toContain(unspaced(formatKg(record.amount_kg)));
  });
});

describe("qrCode", () => {
  it("is read as the text that it was made of", () => {
    const { path, size } = qrCode(URL);
    const [scale, margin] = [4, 4];
    const side = (size + 2 * margin) * scale;
    const data = new Uint8Array(side * side * 4).fill(255);
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      for (let row = 0; row < scale; row += 1) {
        const start = ((Number(y) + margin) * scale + row) * side + (Number(x) + margin) * scale;
        for (let pixel = start; pixel < start + Number(width) * scale; pixel += 1) {
          data.fill(0, pixel * 4, pixel * 4 + 3);
        }
      }
    }
    expect(decodeQR({ width: side, height: side, data })).toBe(URL);
  });
});
