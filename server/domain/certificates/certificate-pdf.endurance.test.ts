import decodeQR from "qr/decode.js";
import { describe, expect, it } from "vitest";
import { formatMoment } from "#core/dates";
import { qrCode } from "#core/qr-code";
import {
  CERTIFICATE_URL,
  makeProjects,
  projectOf,
  readPdf,
  recordOf,
  unspaced,
} from "#testing/certificates";
import { readStructure } from "#testing/pdf-structure";
import { certificateCopy } from "./certificate-copy";
import { renderCertificatePdf } from "./certificate-pdf";
import type { SignedCertificate } from "./get-certificate";
import { formatKg } from "./rules";

async function read(record: SignedCertificate) {
  const bytes = await renderCertificatePdf(record);
  return { bytes, ...(await readPdf(bytes)) };
}

function figuresOf(record: SignedCertificate): string[] {
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
      ...(retirement.registry_records.length > 0
        ? ["Retired on November 23, 2026, reference RET-4711"]
        : []),
      `Vintage ${retirement.vintage_year}`,
      retirement.serial_number_range,
      formatKg(retirement.amount_kg),
    ]),
  ]);
  return [...own, ...projects];
}

describe("renderCertificatePdf", () => {
  it.each([
    [1, 1],
    [10, 2],
    [40, 7],
  ])("shows every figure of %i projects on at most %i pages", async (count, most) => {
    const record = recordOf(makeProjects(count));
    const { text, pages, bytes } = await read(record);
    for (const figure of figuresOf(record)) expect(text).toContain(unspaced(figure));
    expect(text).toContain(unspaced(`Page ${pages} of ${pages}`));
    expect(pages).toBeLessThanOrEqual(most);
    expect(bytes.length).toBeLessThan(200_000);
  });

  it("prints each amount completely, regardless of previous documents", async () => {
    const record = recordOf(makeProjects(1));
    for (const [kg, printed] of [
      [1, "1kg"],
      [1001, "1.001t"],
      [20_000_000, "20,000t"],
      [27_795, "27.795t"],
    ] as const) {
      const { text } = await read({ ...record, amount_kg: kg });
      expect(text).toContain(`retirement${printed}of`);
    }
  });

  it("prints texts of 512 characters completely, with spaces or without", async () => {
    const name = "An International Cooperative of Many Members, ".repeat(12).slice(0, 511);
    const record = recordOf(makeProjects(2), {
      beneficiary: { name: "W".repeat(512), message: null, url: null },
      seller: { name: `${name}.` },
      description: "é".repeat(512),
    });
    const { text } = await read(record);
    for (const figure of figuresOf(record)) expect(text).toContain(unspaced(figure));
  });

  it("breaks serial numbers only after their hyphens and adds none", async () => {
    const project = projectOf(0);
    const serials = `19385-${"941467007-".repeat(12)}1`;
    const [retirement] = project.retirements;
    if (!retirement) throw new Error("the project has no retirement");
    retirement.serial_number_range = serials;
    const { lines: pages } = await read(recordOf([project]));
    const lines = (pages[0] ?? []).filter((line) => line.trim() !== "");
    const first = lines.findIndex((line) => line.startsWith("19385-"));
    expect(lines[first]).toMatch(/-$/);
    const whole = lines.slice(first).join("").replace(/ /g, "");
    expect(whole).toContain(serials);
  });

  it("renders the same bytes for the same record", async () => {
    const [first, second] = [recordOf(makeProjects(3)), recordOf(makeProjects(3))];
    const bytes = [await renderCertificatePdf(first), await renderCertificatePdf(second)];
    expect(Buffer.from(bytes[0] ?? []).equals(Buffer.from(bytes[1] ?? []))).toBe(true);
  });

  it("has title, author, date and language in its metadata", async () => {
    const { info } = await read(recordOf(makeProjects(1)));
    expect(info).toMatchObject({
      Title: "Certificate: 12.345 t of CO₂e retired on behalf of Northwind Coffee Roasters",
      Author: "Harbour & Pine Logistics",
      Subject: "Order 019f-47b3-341a-7a73-b250-4c44-8a53-9d2e, November 21, 2026",
      CreationDate: "D:20261121140311Z",
      Keywords: "carbon credits, Verra",
      Language: "en",
    });
  });

  it("states that nothing is retired yet for a placed order", async () => {
    const change = {
      state: "placed" as const,
      statement: "Nothing is retired for it yet, and this is not a certificate.",
      ...{ registry_status: null, registry_retired_on: null, retired_on: null },
    };
    const { text, info } = await read(recordOf([], { ...change, amount_kg: 25 }));
    expect(text).toContain(unspaced(change.statement));
    expect(text).not.toContain("retirement");
    expect(info["Title"]).toMatch(/^Order: 25 kg of CO₂e to be set aside for/);
  });

  it("marks test certificates as tests", async () => {
    const { text, info } = await read(recordOf(makeProjects(1), { mode: "test" }));
    expect(text).toContain(unspaced(certificateCopy.en.testNotice));
    expect(info["Title"]).toMatch(/^Test: /);
  });

  it("draws boxes for characters that its fonts lack, explains them, and keeps the name in the title", async () => {
    const name = "ꦗꦮ ᠮᠣ Ωmega Жук\u0007\u202e <b>";
    const { text, info } = await read(
      recordOf(makeProjects(1), { beneficiary: { name, message: null, url: null } }),
    );
    expect(text).toContain("□□□□");
    expect(text).toContain("ΩmegaЖук<b>");
    expect(text).toContain(unspaced("□ replaces a character that the fonts of this document lack"));
    expect(info["Title"]).toContain("ꦗꦮ ᠮᠣ Ωmega Жук");
  });

  it("does not break pages within a project or after the heading", async () => {
    const record = recordOf(makeProjects(40));
    const { lines } = await read(record);
    const pages = lines.map((page) => unspaced(page.join("")));
    const pageOf = (text: string) => pages.findIndex((page) => page.includes(unspaced(text)));
    expect(pageOf("40 projects")).toBe(pageOf("Highland Reforestation 0"));
    for (const project of record.projects) {
      const page = pageOf(`${project.name}3%${formatKg(project.amount_kg)}`);
      expect(page).toBeGreaterThanOrEqual(0);
      expect(pageOf(`${project.registry_name} ${project.registry_id}`)).toBe(page);
      expect(pageOf(project.retirements[0]?.serial_number_range ?? "")).toBe(page);
    }
    expect(pageOf("Each serial number represents one tonne")).toBe(pages.length - 1);
  });

  it("shows the beneficiary's message and links their website if it is a web address", async () => {
    const message = "For everyone who drank coffee with us";
    const url = "https://northwind.example/thanks?of=2026";
    const beneficiary = { name: "Northwind", message, url };
    const { text, links } = await read(recordOf(makeProjects(1), { beneficiary }));
    expect(text).toContain(unspaced(message));
    expect(text).toContain("northwind.example/thanks?of=2026");
    expect(links.map((link) => link.url)).toContain(url);
    for (const other of ["javascript:alert(1)", "northwind.example", "file:///etc/x"]) {
      const hostile = recordOf(makeProjects(1), { beneficiary: { ...beneficiary, url: other } });
      const printed = await read(hostile);
      expect(printed.text).not.toContain(other);
      // The project, its retirement, and the guide.
      expect(printed.links).toHaveLength(3);
    }
  });

  it("sums hundreds of retirements by vintage", async () => {
    const record = recordOf([projectOf(0, 400)]);
    const { text, pages } = await read(record);
    expect(pages).toBe(1);
    expect(text).toContain(unspaced("Vintage 2020 134 serial number ranges"));
    expect(text).toContain(unspaced(formatKg(record.amount_kg)));
  });
});

describe("qrCode", () => {
  it("decodes to its text", () => {
    const { path, size } = qrCode(CERTIFICATE_URL);
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
    expect(decodeQR({ width: side, height: side, data })).toBe(CERTIFICATE_URL);
  });
});

describe("the certificate's PDF for screen readers and programs", () => {
  it.each([1, 10, 40])("has %i projects in one outline, without text outside", async (count) => {
    const record = recordOf(makeProjects(count));
    const { roles, spoken, untagged } = await readStructure(await renderCertificatePdf(record));
    expect(untagged).toEqual([]);
    expect(roles.filter((role) => /^H\d$/.test(role))).toEqual([
      "H1",
      "H2",
      ...record.projects.map(() => "H3"),
    ]);
    expect(roles.filter((role) => role === "LI")).toHaveLength(count);
    expect(roles.filter((role) => role === "Link")).toHaveLength(2 * count + 1);
    // The footer is an artifact, so no page interrupts the text.
    expect(unspaced(spoken.join(""))).not.toContain("Page1of");
    for (const { name } of record.projects) expect(spoken.join(" ")).toContain(name);
  });

  it("describes its QR code, and declares PDF/UA", async () => {
    const record = recordOf(makeProjects(1));
    const bytes = await renderCertificatePdf(record);
    const { alternatives } = await readStructure(bytes);
    expect(alternatives).toEqual([`QR code of ${CERTIFICATE_URL}?revision=2`]);
    const source = Buffer.from(bytes).toString("latin1");
    expect(source).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(source).toContain("/Marked true");
  });

  it("names translated projects as registries do, and quotes their wording in English", async () => {
    const [project] = makeProjects(1);
    if (!project?.retirements[0]) throw new Error("the project has no retirement");
    const wording = "customers of Northly";
    for (const record of project.retirements[0].registry_records) {
      Object.assign(record, { is_shared: true, beneficiary: wording });
    }
    const record = recordOf([project]);
    const projects = [{ ...project, name: "Aufforstung im Hochland" }];
    const translated = { ...record, projects };
    const bytes = await renderCertificatePdf(record, { owner: null, language: "de", translated });
    const spoken = (await readStructure(bytes)).spoken.join(" ").replace(/\s+/g, " ");
    expect(spoken).toContain("Aufforstung im Hochland");
    expect(spoken).toContain(`Originalname: ${project.name}`);
    expect(spoken).toContain(`Wortlaut im Register: „${wording}“`);
    const inEnglish = /\/Lang \(en\)/g;
    expect(Buffer.from(bytes).toString("latin1").match(inEnglish)).toHaveLength(2);
    const original = await renderCertificatePdf(record);
    // The language of the document.
    expect(Buffer.from(original).toString("latin1").match(inEnglish)).toHaveLength(1);
  });

  it("has the signed certificate inside, unless it is not final", async () => {
    const record = recordOf(makeProjects(2));
    const { attached } = await readStructure(await renderCertificatePdf(record));
    expect(JSON.parse(attached["certificate.json"] ?? "")).toEqual(record);
    const placed = recordOf([], { state: "placed", retired_on: null, signature: null });
    expect((await readStructure(await renderCertificatePdf(placed))).attached).toEqual({});
  });
});
