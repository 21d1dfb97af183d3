// Frauds that the log alone shows.
import { encodeEntry, type LogEntry } from "#sdk/log";
import { type Files, filesOf, keyOf } from "./generated-log";
import {
  allocationOf,
  type Change,
  changed,
  evidenceOf,
  type Fraud,
  first,
  honestBytes,
  honestFiles,
  linked,
} from "./honest-log";

const entries = (name: string, code: string, change: Change): Fraud => ({
  ...{ name, by: "log", code },
  plant: () => ({ files: filesOf(linked(changed(change)).map(encodeEntry)) }),
});

const unlinked = (name: string, code: string, change: Change): Fraud => ({
  ...{ name, by: "log", code },
  plant: () => ({ files: filesOf(changed(change).map(encodeEntry)) }),
});

/** Bytes of one entry, replaced in the text. */
const text = (name: string, from: string | RegExp, to: string): Fraud => ({
  ...{ name, by: "log", code: "malformed-entry" },
  plant: () => {
    const index = allocationOf(100);
    const written = String(honestBytes[index]).replace(from, to);
    return { files: filesOf(honestBytes.with(index, Buffer.from(written))) };
  },
});

const files = (name: string, code: string, change: (files: Files) => void): Fraud => ({
  ...{ name, by: "log", code },
  plant: () => {
    const copy = new Map([...honestFiles].map(([path, content]) => [path, Buffer.from(content)]));
    change(copy);
    return { files: copy };
  },
});

const flip = (path: string, at: number) => (copy: Files) => {
  const content = copy.get(path);
  if (!content) throw new Error(`no file ${path}`);
  content[at] = (content[at] ?? 0) ^ 1;
};

export const fraudsOfEntries: readonly Fraud[] = [
  entries("the same kilograms for two orders", "kilogram-twice", (_, { sold, other }) => {
    other.parts = structuredClone(sold.parts);
  }),
  entries("one kilogram too many", "kilogram-twice", (_, { sold }) => {
    first(sold).to_kg = first(sold).from_kg + 1001;
  }),
  entries("one kilogram too early", "kilogram-twice", (all, { other }) => {
    first(all[allocationOf(199)] as LogEntry).to_kg = first(other).from_kg;
    first(other).from_kg -= 1;
  }),
  entries(
    "the same kilograms counted from another serial",
    "kilogram-twice",
    (_, { sold, other }) => {
      const { from_kg, to_kg, first: serial } = first(sold);
      const shift = {
        first: `${BigInt(serial) - 7n}`,
        from_kg: from_kg + 7000,
        to_kg: to_kg + 7000,
      };
      Object.assign(first(other), shift);
    },
  ),
  entries("the same kilograms under another project", "kilogram-twice", (_, { sold, other }) => {
    Object.assign(first(other), first(sold), { project: "PR-9" });
  }),
  entries("the same kilograms under another vintage", "kilogram-twice", (_, { sold, other }) => {
    Object.assign(first(other), first(sold), { vintage: 2022 });
  }),
  entries("the same block in other letters", "kilogram-twice", (_, { sold, other }) => {
    Object.assign(first(other), first(sold), { block: first(sold).block.toLowerCase() });
  }),
  entries("the same block with spaces", "kilogram-twice", (_, { sold, other }) => {
    Object.assign(first(other), first(sold), { block: first(sold).block.replaceAll("-", "- ") });
  }),
  entries("the same registry in other letters", "kilogram-twice", (_, { sold, other }) => {
    Object.assign(first(other), first(sold), { registry: "Verra" });
  }),
  entries("the same kilograms twice in one order", "kilogram-twice", (_, { sold }) => {
    sold.parts.push({ ...first(sold) });
  }),
  entries(
    "a replacement by kilograms of another order",
    "kilogram-twice",
    (all, { sold, other }) => {
      const remedy = { ...other, type: "remedied" as const, subject: sold.subject, seq: 3 };
      all.push({ ...remedy, day: "2025-11-30" });
    },
  ),
  entries("a unit that hides an overlap", "unit-differs", (_, { other }) => {
    first(other).unit_kg = 1;
  }),
  entries("serials too far away to compare", "position-too-far", (_, { other }) => {
    first(other).first = "9".repeat(40);
  }),
  entries("evidence for more than was allocated", "evidence-outside", (_, { retired }) => {
    first(retired).to_kg += 1;
  }),
  entries("evidence for kilograms of another order", "evidence-outside", (all, { retired }) => {
    const own = first(retired);
    const { from_kg, to_kg } = first(all[allocationOf(101)] as LogEntry);
    Object.assign(own, { from_kg, to_kg });
  }),
  entries("evidence for kilograms that no one bought", "evidence-outside", (_, { retired }) => {
    Object.assign(first(retired), { from_kg: 9_000_000, to_kg: 9_001_000 });
  }),
  entries("evidence for another block", "evidence-outside", (_, { retired }) => {
    first(retired).block = "BLOCK-77";
  }),
  entries(
    "a correction of another order's evidence",
    "evidence-outside",
    (all, { retired, other }) => {
      const parts = other.parts.map((part) => ({ ...part, kind: "none" as const }));
      all.push({ ...retired, type: "corrected", seq: 3, parts, day: "2025-11-30" });
    },
  ),
  entries("the same evidence twice", "evidence-twice", (all, { retired }) => {
    all.push({ ...retired, seq: 3, day: "2025-11-30" });
  }),
  entries("the same evidence twice in one entry", "evidence-twice", (_, { retired }) => {
    retired.parts.push({ ...first(retired) });
  }),
  entries("evidence before the allocation", "wrong-type", (all, { sold, retired }) => {
    const [a, b] = [all.indexOf(sold), all.indexOf(retired)];
    all[a] = { ...retired, seq: 1, day: sold.day };
    all[b] = { ...sold, seq: 2, day: retired.day };
  }),
  entries("a second allocation of an order", "wrong-type", (_, { retired }) => {
    const parts = retired.parts.map(({ kind: _kind, ...part }) => part);
    Object.assign(retired, { type: "allocated", parts: parts.map(shifted) });
  }),
  entries("an order that begins with a replacement", "wrong-type", (_, { other }) => {
    other.type = "remedied";
  }),
  entries("a revision left out", "wrong-revision", (_, { retired }) => {
    retired.seq = 3;
  }),
  entries("a revision repeated", "wrong-revision", (_, { retired }) => {
    retired.seq = 1;
  }),
  entries("an order that begins at its second revision", "wrong-revision", (_, { other }) => {
    other.seq = 2;
  }),
  entries("a removed entry", "wrong-revision", (all, { sold }) => {
    all.splice(all.indexOf(sold), 1);
  }),
  entries("a second entry of two left out", "incomplete", (_, { retired }) => {
    retired.n = 2;
  }),
  entries("a first entry of two left out", "wrong-revision", (_, { retired }) => {
    Object.assign(retired, { i: 2, n: 2 });
  }),
  unlinked("a link to another order's entry", "wrong-link", (all, { retired }) => {
    retired.previous = (all[evidenceOf(101)] as LogEntry).previous;
  }),
  unlinked("a link left out", "wrong-link", (_, { retired }) => {
    retired.previous = null;
  }),
  unlinked("a link to nothing", "wrong-link", (_, { other, retired }) => {
    other.previous = retired.previous;
  }),
  unlinked("an allocation changed behind its link", "wrong-link", (_, { sold }) => {
    first(sold).project = "PR-9";
  }),
  unlinked("an allocation replaced before its evidence", "wrong-link", (_, { sold }) => {
    sold.opened = sold.subject;
  }),
  entries("an old sale entered late", "late-entry", (_, { other }) => {
    other.day = "2024-02-01";
  }),
  entries("a sale of the future", "future-day", (all) => {
    (all.at(-1) as LogEntry).day = "2039-01-01";
  }),
  text("a customer's name", '"day"', '"buyer":"Ada","day"'),
  text("a name in a range", '"first"', '"customer":"Ada","first"'),
  text("a hidden second list of ranges", '"parts":[', '"parts":[],"parts":['),
  text("a range that goes back", /"from_kg":\d+/, '"from_kg":999999999'),
  text("a fraction of a kilogram", /"to_kg":(\d+)/, '"to_kg":$1.5'),
  text("a text that looks the same", '"verra"', '"v\\u0065rra"'),
  files("an entry changed after signing", "wrong-root", (copy) => {
    const path = "tile/entries/000";
    const written = copy.get(path)?.toString("latin1") ?? "";
    copy.set(path, Buffer.from(written.replace('"PR-0"', '"PR-8"'), "latin1"));
  }),
  files("tiles that are not of the entries", "wrong-tile", flip("tile/0/001", 77)),
  files("an upper tile of another tree", "wrong-tile", flip("tile/1/000.p/3", 40)),
  files("withheld entries", "missing-entries", (copy) => copy.delete("tile/entries/001")),
  files("a bundle cut short", "missing-entries", (copy) => {
    copy.set("tile/entries/001", (copy.get("tile/entries/001") ?? Buffer.alloc(0)).subarray(0, -9));
  }),
  files("a checkpoint that claims another size", "wrong-signature", (copy) => {
    copy.set(
      "checkpoint",
      Buffer.from(String(copy.get("checkpoint")).replace("\n800\n", "\n799\n")),
    );
  }),
  files("a checkpoint signed by another key", "another-log", (copy) => {
    const other = filesOf(honestBytes, keyOf("another key"));
    copy.set("checkpoint", other.get("checkpoint") ?? Buffer.alloc(0));
  }),
  files("a checkpoint of another log", "another-log", (copy) => {
    const other = filesOf(honestBytes, keyOf("log", "other.example/log"));
    copy.set("checkpoint", other.get("checkpoint") ?? Buffer.alloc(0));
  }),
];

function shifted(part: LogEntry["parts"][number]): LogEntry["parts"][number] {
  return { ...part, from_kg: part.from_kg + 5_000_000, to_kg: part.to_kg + 5_000_000 };
}
