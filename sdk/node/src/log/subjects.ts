// Follows the entries of each subject: links, revisions, days, kilograms and totals.
import { EntryError, type LogEntry, parseEntry } from "./entry.js";
import type { Report } from "./findings.js";
import { Kilograms } from "./kilograms.js";

const DAY_MS = 86_400_000;

export interface Total {
  registry: string;
  project: string;
  allocated_kg: number;
  remedied_kg: number;
  retired_kg: number;
  cancelled_kg: number;
  /** In corrections, which restate evidence. */
  corrected_kg: number;
}

/** A subject's last entry. */
interface Subject extends Pick<LogEntry, "type" | "seq" | "i" | "n" | "day"> {
  number: number;
  index: number;
  link: string;
}

export class Subjects {
  readonly #report: Report;
  readonly #kilograms: Kilograms;
  readonly #subjects = new Map<string, Subject>();
  readonly #totals = new Map<string, Total>();
  readonly #today: string;
  #latestDay = "";
  backfilled = 0;

  constructor(report: Report, now: Date) {
    this.#report = report;
    this.#kilograms = new Kilograms(report);
    // Clocks differ, and midnight is near for some.
    this.#today = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10);
  }

  get count(): number {
    return this.#subjects.size;
  }

  totals(): Total[] {
    return [...this.#totals.values()];
  }

  add(index: number, leaf: Uint8Array, bytes: Uint8Array): void {
    try {
      this.#addEntry(index, leaf, parseEntry(bytes));
    } catch (error) {
      if (!(error instanceof EntryError)) throw error;
      this.#report("malformed-entry", `Not an entry: ${error.message}.`, index);
    }
  }

  finish(): void {
    for (const { i, n, index } of this.#subjects.values()) {
      if (i < n)
        this.#report("incomplete", `The subject's next entry is missing: ${i} of ${n}.`, index);
    }
    this.#kilograms.finish();
  }

  #addEntry(index: number, leaf: Uint8Array, entry: LogEntry): void {
    const last = this.#subjects.get(entry.subject);
    this.#checkLink(index, entry, last);
    this.#checkDay(index, entry);
    if (entry.backfilled) this.backfilled += 1;
    const { type, seq, i, n, day } = entry;
    const number = last?.number ?? this.#subjects.size;
    const link = Buffer.from(leaf).toString("base64");
    this.#subjects.set(entry.subject, { number, index, link, type, seq, i, n, day });
    for (const part of entry.parts) {
      const column = type === "evidence" || type === "corrected" ? type : "allocated";
      this.#kilograms.add(column, part, [number, index]);
      const kind = type === "evidence" ? part.kind : type;
      this.#addTotal(part, `${kind}_kg`);
    }
  }

  #checkLink(index: number, entry: LogEntry, last: Subject | undefined): void {
    const { type, seq, i, n, previous, day } = entry;
    if (previous !== (last?.link ?? null)) {
      const expected = last ? `entry ${last.index}` : "null";
      this.#report("wrong-link", `previous is not ${expected}, the subject's last.`, index);
    }
    const isNext = i === 1 && seq === (last?.seq ?? 0) + 1 && last?.i === last?.n;
    const isSame = last?.seq === seq && last.type === type && last.day === day && last.n === n;
    const isFurther = isSame && i === last.i + 1;
    if (!isNext && !isFurther) {
      this.#report("wrong-revision", `seq ${seq}, ${i} of ${n} does not follow the last.`, index);
    }
    if ((type === "allocated") !== (seq === 1)) {
      this.#report("wrong-type", "Only the first revision of a subject is allocated.", index);
    }
  }

  /** Entries are written soon, so days hardly go back, except for those from before the log. */
  #checkDay(index: number, { day, backfilled }: LogEntry): void {
    if (day > this.#today) this.#report("future-day", `${day} has not come yet.`, index);
    if (backfilled) return;
    if (day >= this.#latestDay) this.#latestDay = day;
    else if (Date.parse(this.#latestDay) - Date.parse(day) > DAY_MS) {
      this.#report("late-entry", `${day} is after entries of ${this.#latestDay}.`, index);
    }
  }

  #addTotal({ registry, project, from_kg, to_kg }: LogEntry["parts"][number], field: string): void {
    const key = `${registry}\n${project}`;
    const sums = { allocated_kg: 0, remedied_kg: 0, retired_kg: 0, cancelled_kg: 0 };
    const total = this.#totals.get(key) ?? { registry, project, ...sums, corrected_kg: 0 };
    total[field as keyof typeof sums] += to_kg - from_kg;
    this.#totals.set(key, total);
  }
}
