// Certificates of any length, read back as text by readers of other makers than the renderer's tests.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProjects, recordOf, unspaced } from "#testing/certificates";
import { renderCertificatePdf } from "./certificate-pdf";

const readers: Record<string, (file: string) => string[]> = {
  pdftotext: (file) => ["-enc", "UTF-8", file, "-"],
  mutool: (file) => ["draw", "-q", "-F", "text", "-o", "-", file],
};

/** Names in the ten scripts that certificates are checked in. */
const names: Record<string, string> = {
  Latin: "Northwind Coffee Roasters",
  Greek: "Ένωση Καφέ Αθηνών",
  Cyrillic: "Северный ветер",
  Arabic: "شركة النور للتجارة والخدمات",
  Hebrew: "חברת האור בעמ",
  Devanagari: "नॉर्थविंड कॉफ़ी प्राइवेट लिमिटेड",
  Thai: "บริษัท นอร์ทวินด์ จำกัด",
  Chinese: "北风咖啡烘焙有限公司",
  Japanese: "株式会社ノースウィンド",
  Korean: "주식회사 노스윈드 커피",
};
/** Without ligatures, whose letters readers return as one character. */
const vocalized: Record<string, string> = {
  Arabic: "شُكْرًا مَنْ سَاهَمَ مَعَنَا",
  Hebrew: "תּוֹדָה לְכָל מִי שֶׁהִשְׁתַּתֵּף פחות",
};
/** mutool returns glyphs in the order in which they stand on the page. */
const visual = ["Arabic", "Hebrew", "Devanagari", "Thai"];

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "ct-readers-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function makePdf(script: string, projects: number): Promise<string> {
  const name = names[script] ?? "";
  const message = `${name} `.repeat(Math.floor(512 / (name.length + 1))).trim();
  const beneficiary = { name, message, url: null };
  const bytes = await renderCertificatePdf(recordOf(makeProjects(projects), { beneficiary }));
  const file = path.join(folder, `${script}-${projects}.pdf`);
  await writeFile(file, bytes);
  return file;
}

const isInstalled = (program: string) => spawnSync(program, ["-v"]).error === undefined;

/** The text without spaces and marks of direction, each letter in its usual form. */
const letters = (text: string) => unspaced(text.normalize("NFKC").replace(/\p{Cf}/gu, ""));
const sorted = (text: string) => [...letters(text)].toSorted().join("");

describe.each(Object.keys(readers))("%s", (program) => {
  it.for(Object.keys(names))(
    "reads names in %s on certificates of 1 and 10 projects",
    async (script, { skip }) => {
      if (!isInstalled(program)) skip(`not run: ${program} is not installed`);
      for (const projects of [1, 10]) {
        const file = await makePdf(script, projects);
        const text = execFileSync(program, readers[program]?.(file) ?? []).toString();
        const name = names[script] ?? "";
        if (program === "mutool" && visual.includes(script)) {
          const lines = text.split("\n").map(sorted);
          expect(lines).toContain(sorted(name));
        } else expect(letters(text)).toContain(letters(name));
        expect(text).toContain("Highland Reforestation");
      }
    },
  );

  it("reads letters with vowel signs in their order, without spaces between them", async ({
    skip,
  }) => {
    if (!isInstalled(program)) skip(`not run: ${program} is not installed`);
    for (const [script, sentence] of Object.entries(vocalized)) {
      const beneficiary = { name: sentence, message: null, url: null };
      const bytes = await renderCertificatePdf(recordOf(makeProjects(1), { beneficiary }));
      const file = path.join(folder, `${script}-vocalized.pdf`);
      await writeFile(file, bytes);
      const text = execFileSync(program, readers[program]?.(file) ?? []).toString();
      const parts = text.replace(/\p{Cf}/gu, "").split(/\s+/);
      // mutool returns glyphs from the left.
      const logical = parts.map((word) =>
        program === "mutool" ? [...word].reverse().join("") : word,
      );
      const expected = sentence.normalize("NFKD").split(" ");
      const read = logical.map((word) => word.normalize("NFKD"));
      expect(read).toEqual(expect.arrayContaining(expected));
    }
  });

  it("reads every project of a certificate of 40", async ({ skip }) => {
    if (!isInstalled(program)) skip(`not run: ${program} is not installed`);
    const file = await makePdf("Latin", 40);
    const text = execFileSync(program, readers[program]?.(file) ?? []).toString();
    for (const { name, registry_id } of makeProjects(40)) {
      expect(text).toContain(name);
      expect(text).toContain(registry_id);
    }
  });
});
