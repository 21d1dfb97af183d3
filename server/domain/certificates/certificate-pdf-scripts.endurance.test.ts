// Names in any script, however long or hostile, are drawn in its font, and keep to their place.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "#pdf";
import { makeProjects, projectOf, readPdf, recordOf, unspaced } from "#testing/certificates";
import { renderCertificatePdf } from "./certificate-pdf";
import type { SignedCertificate } from "./get-certificate";

const LARGEST = 200_000;

async function read(record: SignedCertificate) {
  const bytes = await renderCertificatePdf(record);
  return { bytes, ...(await readPdf(bytes)) };
}

/** Repeats `text` up to 512 UTF-16 units. */
function long(text: string): string {
  return text.repeat(Math.floor(512 / text.length));
}

/** Returns the names of the fonts in the document, without subset tags. */
function fontsIn(bytes: Uint8Array): string[] {
  const document = Buffer.from(bytes).toString("latin1");
  const names = document.matchAll(/FontName \/\w+\+([\w-]+)/g);
  return Array.from(names, ([, name = ""]) => name).toSorted();
}

interface Sample {
  name: string;
  message: string;
  seller: string;
}

const scripts: Record<string, Sample> = {
  Greek: { name: "Ένωση Καφέ Αθηνών", message: "Ευχαριστούμε όλους", seller: "Λιμάνι Α.Ε." },
  Cyrillic: { name: "Северный ветер", message: "Дякуємо всім, хто з нами", seller: "Пристань" },
  Vietnamese: { name: "Nguyễn Thị Ánh", message: "Cảm ơn tất cả mọi người", seller: "Bến cảng" },
  Arabic: {
    name: "شركة النور للتجارة والخدمات اللوجستية",
    message: "شُكْرًا لِكُلِّ مَنْ سَاهَمَ مَعَنَا — thank you all, نحن نهتم بالبيئة",
    seller: "متجر الميناء ٢٠٢٦",
  },
  Persian: { name: "شرکت قهوهٔ باد شمال", message: "می‌خواهیم سپاسگزاری کنیم", seller: "بندر" },
  Hebrew: {
    name: "חברת האור בע״מ 2026",
    message: "תודה לכל מי שהשתתף — Northwind עבור 25% פחות פליטות",
    seller: "חנות הנמל",
  },
  Japanese: {
    name: "株式会社ノースウィンド・コーヒー",
    message: "この夏、「ありがとう」の気持ちを込めて。",
    seller: "港と松の物流株式会社",
  },
  Chinese: {
    name: "北风咖啡烘焙有限公司",
    message: "感谢每一个人。臺灣環境",
    seller: "港口与松树物流",
  },
  Korean: {
    name: "주식회사 노스윈드 커피",
    message: "감사드립니다. 韓國語",
    seller: "항구와 소나무",
  },
  Hindi: { name: "नॉर्थविंड कॉफ़ी प्राइवेट लिमिटेड", message: "क्षत्रिय श्रृंखला हिन्दी", seller: "शक्ति" },
  Bengali: { name: "বাংলা কফি প্রতিষ্ঠান", message: "সবাইকে ধন্যবাদ", seller: "কার্বন কোম্পানি" },
  Tamil: { name: "தமிழ் காபி நிறுவனம்", message: "அனைவருக்கும் நன்றி", seller: "துறைமுகம்" },
  Thai: { name: "บริษัท นอร์ทวินด์ จำกัด", message: "น้ำปู่ญี่ปุ่นก๊าซ", seller: "ร้านค้าท่าเรือ" },
  emoji: { name: "Café 🌱🌍", message: "👨‍👩‍👧 🇩🇪🇯🇵 👍🏽 ❤️ 1️⃣ 🏳️‍🌈 ☕", seller: "🧑🏿‍🚀 ★ ✓ → © ™" },
};

function named({ name, message, seller }: Sample, change: Partial<SignedCertificate> = {}) {
  const beneficiary = { name, message, url: "https://northwind.example/thanks?of=2026" };
  return { beneficiary, seller: { name: seller }, ...change };
}

/** Fonts of each script. Inter covers Greek, Cyrillic and Vietnamese. */
const fonts: Record<string, string> = {
  Arabic: "arabic",
  Persian: "arabic",
  Hebrew: "hebrew",
  Japanese: "jp",
  Chinese: "sc",
  Korean: "kr",
  Hindi: "devanagari",
  Bengali: "bengali",
  Tamil: "tamil",
  Thai: "thai",
  emoji: "emoji",
};
const inOrder = ["Greek", "Cyrillic", "Vietnamese", "Japanese", "Chinese", "Korean"];
const fromTheRight = ["Arabic", "Hebrew"];
/** Arabic letters with a separate glyph part, each at the start of a word and line. */
const DOTTED = ["بندر", "شركة", "تجارة", "ينابيع", "جمال"];
const reordered = ["Hindi", "Bengali", "Tamil", "Thai"];

function sampleOf(script: string): Sample {
  const sample = scripts[script];
  if (!sample) throw new Error(`no sample in ${script}`);
  return sample;
}

describe("the certificate's PDF in any script", () => {
  it.each(Object.entries(scripts))(
    "draws texts in %s with a font for them",
    async (script, sample) => {
      const { text, bytes, pages, info } = await read(recordOf(makeProjects(1), named(sample)));
      expect(text).not.toContain("□");
      const drawnIn = fontsIn(bytes).filter((name) => !name.startsWith("Inter-"));
      const font = fonts[script];
      if (font) {
        expect(drawnIn).toContainEqual(expect.stringMatching(`^\\w+-${font}-\\w+-600$`));
        expect(drawnIn).toContainEqual(expect.stringMatching(`^\\w+-${font}-\\w+-400$`));
      } else expect(drawnIn).toEqual([]);
      expect(info["Title"]).toContain(plain(sample.name));
      expect(pages).toBe(1);
      expect(bytes.length).toBeLessThan(LARGEST / 2);
    },
  );

  it.each(inOrder)("extracts text in %s unchanged", async (script) => {
    const sample = sampleOf(script);
    const { text } = await read(recordOf(makeProjects(1), named(sample)));
    for (const given of Object.values(sample)) expect(text).toContain(unspaced(plain(given)));
  });

  it.each(fromTheRight)(
    "gives each word of a name in %s back, the last word first",
    async (script) => {
      const { name } = sampleOf(script);
      const { text } = await read(recordOf(makeProjects(1), named(sampleOf(script))));
      // A ligature is one character, which means its letters.
      expect(text.normalize("NFKC")).toContain(name.split(" ").toReversed().join(""));
    },
  );

  it.each(DOTTED)("draws the first letter of %s completely", async (name) => {
    const beneficiary = { name, message: name, url: null };
    const { text } = await read(recordOf(makeProjects(1), { beneficiary }));
    expect(text.normalize("NFKC")).toContain(name + name);
  });

  it("draws the ring of a Thai vowel under its tone mark", async () => {
    const beneficiary = { name: "น้ำ", message: null, url: null };
    const { text } = await read(recordOf(makeProjects(1), { beneficiary }));
    expect(text).toContain("\u0e19\u0e4d\u0e49\u0e32");
  });

  it.each(reordered)(
    "gives each letter of a name in %s back, vowels as they stand",
    async (script) => {
      const { name } = sampleOf(script);
      const { text } = await read(recordOf(makeProjects(1), named(sampleOf(script))));
      for (const letter of unspaced(name.normalize("NFKD"))) {
        expect(text.normalize("NFKD")).toContain(letter);
      }
    },
  );

  it.each(Object.entries(scripts))(
    "holds 10 projects and texts of 512 characters in %s on at most three pages of under 200 kB",
    async (_, sample) => {
      const [name, message, seller] = [sample.name, sample.message, sample.seller].map(long);
      const url = `https://northwind.example/${"a".repeat(486)}`;
      const record = recordOf(makeProjects(10), {
        beneficiary: { name: name ?? "", message: message ?? "", url },
        seller: { name: seller ?? "" },
        description: long(sample.message),
      });
      const { text, bytes, pages, left, right } = await read(record);
      expect(pages).toBeLessThanOrEqual(3);
      expect(bytes.length).toBeLessThan(LARGEST);
      for (const project of record.projects) expect(text).toContain(unspaced(project.name));
      expect(text).not.toContain("□");
      expect(left).toBeGreaterThan(45);
      expect(right).toBeLessThan(555);
    },
  );

  it("stays within its size without repeated characters, with boxes for the excess", async () => {
    const ideographs = (from: number) =>
      Array.from({ length: 512 }, (_, index) => String.fromCodePoint(from + index * 3)).join("");
    const [name, message, description] = [0x4e00, 0x5600, 0x5e00].map(ideographs);
    const beneficiary = { name: name ?? "", message: message ?? "", url: null };
    const record = recordOf(makeProjects(10), { beneficiary, description: description ?? "" });
    const { text, bytes, pages } = await read(record);
    expect(text).toContain("□");
    expect(bytes.length).toBeLessThan(LARGEST);
    expect(pages).toBeLessThanOrEqual(3);
  });

  it("renders the same bytes regardless of previous documents", async () => {
    const records = ["Arabic", "emoji", "Hindi", "Arabic"].map((script) =>
      recordOf(makeProjects(2), named(sampleOf(script))),
    );
    const drawn: Uint8Array[] = [];
    for (const record of records) drawn.push(await renderCertificatePdf(record));
    expect(Buffer.from(drawn[0] ?? []).equals(Buffer.from(drawn[3] ?? []))).toBe(true);
  });
});

describe("the certificate's PDF of a hostile text", () => {
  it.each([
    ["turned around", `\u202e${"Roasters ".repeat(9)}\u2066\u2067 end`],
    ["of a letter under 512 marks", `a${"\u0301\u0323\u0307\u0489".repeat(128)}`],
    ["of broken surrogates", "\ud800 x \udfff\ud83d"],
    [
      "of control characters",
      Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join("a"),
    ],
    ["of what joins nothing", "\u200d\u200c\u2060\ufeff\u00ad".repeat(60)],
    ["of nothing", ""],
    ["of spaces", " \u00a0\u3000\u2003".repeat(100)],
    ["of markup", "<b>&amp;</b> ]]> --> <?xml?> ) Tj ET endobj %PDF \\"],
    ["of a word that fits no line", "\u0e01".repeat(512)],
    [
      "of lone marks and joints of scripts",
      "\u0651\u064e\u0e31\u093f\u094d\u20e3\u{1f3fd}".repeat(40),
    ],
  ])("keeps a text %s to its place", async (_, hostile) => {
    const sample = { name: hostile, message: hostile, seller: hostile };
    const project = {
      ...projectOf(0),
      name: hostile,
      location_name: hostile,
      methodology: hostile,
    };
    const record = recordOf([project], named(sample, { description: hostile }));
    const { text, left, right, pages } = await read(record);
    expect(text).toContain(unspaced(record.statement));
    expect(text).toContain(unspaced(record.order_number));
    expect(text).toContain(project.retirements[0]?.serial_number_range);
    expect(left).toBeGreaterThan(20);
    expect(right).toBeLessThan(575);
    expect(pages).toBeLessThanOrEqual(2);
  });

  it("renders any text within its limits", async () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xffff }),
      fc.integer({ min: 0x590, max: 0xe7f }),
      fc.integer({ min: 0x3000, max: 0xd7a3 }),
      fc.integer({ min: 0x1f000, max: 0x1faff }),
      fc.constantFrom(0x20, 0x200d, 0xfe0f, 0x202e, 0x1f3fd, 0x94d, 0x640, 0x1f1e9),
    );
    const text = fc
      .array(unit, { maxLength: 300 })
      .map((codes) => String.fromCodePoint(...codes).slice(0, 512));
    await fc.assert(
      fc.asyncProperty(text, text, text, async (name, message, description) => {
        const beneficiary = { name, message, url: message };
        const change = { beneficiary, description, seller: { name: description } };
        const { bytes, pages, text: drawn } = await read(recordOf(makeProjects(3), change));
        expect(bytes.length).toBeLessThan(LARGEST);
        expect(pages).toBeLessThanOrEqual(2);
        expect(drawn).toContain("HighlandReforestation2");
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});
