// Decides, to the kilogram, that nothing was allocated twice, and that evidence is within allocations.
import type { EntryPart } from "./entry.js";
import type { Report } from "./findings.js";

/** Numbers in columns: a log has millions of ranges. */
class Ranges {
  readonly from: number[] = [];
  readonly to: number[] = [];
  readonly subject: number[] = [];
  readonly entry: number[] = [];

  add(from: number, to: number, subject: number, entry: number): void {
    this.from.push(from);
    this.to.push(to);
    this.subject.push(subject);
    this.entry.push(entry);
  }

  /** Positions of the ranges by their first kilogram. */
  order(): Uint32Array {
    const { from } = this;
    const at = (position: number | undefined) => from[position ?? 0] ?? 0;
    const order = Uint32Array.from(from, (_, position) => position);
    const isSorted = order.every((position) => position === 0 || at(position - 1) <= at(position));
    return isSorted ? order : order.sort((a, b) => at(a) - at(b));
  }
}

interface Block {
  unitKg: number;
  /** Positions count from here, because serials may be larger than exact numbers. */
  firstSerial: bigint;
  name: string;
  allocated: Ranges;
  evidence: Ranges;
  corrected: Ranges;
}

/** Reports each range that begins before the end of another one. */
function reportOverlaps(ranges: Ranges, onOverlap: (entry: number, other: number) => void): void {
  let last = -1;
  for (const position of ranges.order()) {
    const isAfter = last < 0 || (ranges.from[position] ?? 0) >= (ranges.to[last] ?? 0);
    if (!isAfter) onOverlap(position, last);
    if (last < 0 || (ranges.to[position] ?? 0) > (ranges.to[last] ?? 0)) last = position;
  }
}

/** Evidence may be entered again after a correction of the kilograms. */
function isCorrected(corrected: Ranges, evidence: Ranges, [one, other]: readonly [number, number]) {
  const [from, to] = [
    evidence.from[one] ?? 0,
    Math.min(evidence.to[one] ?? 0, evidence.to[other] ?? 0),
  ];
  const entries = [evidence.entry[one] ?? 0, evidence.entry[other] ?? 0];
  return corrected.entry.some((entry, at) => {
    const isBetween = entry > Math.min(...entries) && entry < Math.max(...entries);
    return isBetween && (corrected.from[at] ?? 0) <= from && (corrected.to[at] ?? 0) >= to;
  });
}

/** Reports each range that the same subject's earlier allocations don't cover. */
function reportUncovered(allocated: Ranges, ranges: Ranges, onUncovered: (entry: number) => void) {
  const order = allocated.order();
  let first = 0;
  for (const position of ranges.order()) {
    const [from = 0, to = 0] = [ranges.from[position], ranges.to[position]];
    const endOf = (at: number) => allocated.to[order[at] ?? 0] ?? 0;
    while (first < order.length && endOf(first) <= from) first += 1;
    let covered = from;
    for (let at = first; at < order.length && covered < to; at++) {
      const other = order[at] ?? 0;
      if ((allocated.from[other] ?? 0) > covered) break;
      const isOwn = allocated.subject[other] === ranges.subject[position];
      const isEarlier = (allocated.entry[other] ?? 0) < (ranges.entry[position] ?? 0);
      if (isOwn && isEarlier) covered = Math.max(covered, allocated.to[other] ?? 0);
    }
    if (covered < to) onUncovered(ranges.entry[position] ?? 0);
  }
}

/** Other letters or spaces don't make other serials. */
const folded = (text: string) => text.toUpperCase().replace(/\s/g, "");

export class Kilograms {
  readonly #report: Report;
  readonly #blocks = new Map<string, Block>();
  /** By the names as written, to fold each once. */
  readonly #names = new Map<string, Block>();

  constructor(report: Report) {
    this.#report = report;
  }

  #blockOf({ registry, block, unit_kg, first }: EntryPart): Block {
    const written = `${registry}\n${block}`;
    const name = `${folded(registry)}\n${folded(block)}`;
    const ranges = () => ({ allocated: new Ranges(), evidence: new Ranges() });
    const existing = this.#names.get(written) ?? this.#blocks.get(name);
    const created = existing ?? {
      ...{ unitKg: unit_kg, firstSerial: BigInt(first), name: block, ...ranges() },
      corrected: new Ranges(),
    };
    this.#names.set(written, created);
    if (!existing) this.#blocks.set(name, created);
    return created;
  }

  add(column: "allocated" | "evidence" | "corrected", part: EntryPart, owner: readonly number[]) {
    const [subject = 0, entry = 0] = owner;
    const block = this.#names.get(`${part.registry}\n${part.block}`) ?? this.#blockOf(part);
    if (part.unit_kg !== block.unitKg) {
      const message = `Block ${block.name} has units of ${part.unit_kg} and ${block.unitKg} kg.`;
      this.#report("unit-differs", message, entry);
    }
    const start = Number(BigInt(part.first) - block.firstSerial) * block.unitKg;
    const [from, to] = [start + part.from_kg, start + part.to_kg];
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) {
      this.#report("position-too-far", `Serial ${part.first} is too far from the others.`, entry);
    } else block[column].add(from, to, subject, entry);
  }

  finish(): void {
    for (const { name, allocated, evidence, corrected } of this.#blocks.values()) {
      reportOverlaps(allocated, (one, other) => {
        const entries = [allocated.entry[one] ?? 0, allocated.entry[other] ?? 0];
        const message = `Entry ${Math.min(...entries)} allocated kilograms of block ${name} already.`;
        this.#report("kilogram-twice", message, Math.max(...entries));
      });
      reportOverlaps(evidence, (one, other) => {
        if (isCorrected(corrected, evidence, [one, other])) return;
        const entries = [evidence.entry[one] ?? 0, evidence.entry[other] ?? 0];
        const message = `Entry ${Math.min(...entries)} has evidence for kilograms of block ${name}.`;
        this.#report("evidence-twice", message, Math.max(...entries));
      });
      for (const ranges of [evidence, corrected]) {
        reportUncovered(allocated, ranges, (entry) => {
          const message = `Its kilograms of block ${name} were not allocated to the subject before.`;
          this.#report("evidence-outside", message, entry);
        });
      }
    }
  }
}
