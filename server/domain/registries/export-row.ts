import { parseSerialRange, type SerialRange, SerialRangeError } from "#domain/inventory";

type SerialKind = SerialRange["kind"];

/** A malformed cell; `column` is null for a whole row. */
interface RowProblem {
  column: string | null;
  message: string;
}

/** Removes invisible characters and extra white space. */
export function cleanText(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\u200b]/gu, "")
    .trim();
}

const wholeNumber = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0+)?$/;
const decimalNumber = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const isoDate =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** As APX's exports write it: `4/13/2026 7:17:56 PM`, `08/20/2025`. */
const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i;
/** Dates with dots begin with the day. */
const dottedDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: \d{1,2}:\d{2}(?::\d{2})?)?$/;

function isCalendarDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** `day-first`: 13/4/2026; `month-first`: 4/13/2026. */
export type DateOrder = "day-first" | "month-first";

function parseSlashDate(text: string, order: DateOrder): string | null {
  const [, one = "", other = "", year = ""] = slashDate.exec(text) ?? [];
  const [day, month] = order === "day-first" ? [one, other] : [other, one];
  return dateOf(year, month, day);
}

function dateOf(year = "", month = "", day = ""): string | null {
  if (!isCalendarDate(Number(year), Number(month), Number(day))) return null;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The date as YYYY-MM-DD; null if the text is none. ISO dates fit every order. */
function parseDate(text: string, order: DateOrder | null): string | null {
  const [, year, month, day] = isoDate.exec(text) ?? [];
  if (year !== undefined) return dateOf(year, month, day);
  const dotted = dottedDate.exec(text);
  if (dotted !== null) return dateOf(dotted[3], dotted[2], dotted[1]);
  return order === null ? null : parseSlashDate(text, order);
}

/** Thrown for dates whose order is unclear; operators read the message. */
export class DateOrderError extends Error {}

/**
 * The order that all dates of a file fit; null if it has none with slashes. Dates such as 3/4/2026
 * tell nothing, so a file of them alone is refused.
 * @throws DateOrderError
 */
export function dateOrderOf(cells: Iterable<string>): DateOrder | null {
  const fits = { "day-first": "", "month-first": "", both: "" };
  for (const text of cells) {
    const isDayFirst = parseSlashDate(text, "day-first") !== null;
    const isMonthFirst = parseSlashDate(text, "month-first") !== null;
    if (isDayFirst && isMonthFirst) fits.both ||= text;
    else if (isDayFirst) fits["day-first"] ||= text;
    else if (isMonthFirst) fits["month-first"] ||= text;
  }
  const { "day-first": dayFirst, "month-first": monthFirst, both } = fits;
  if (dayFirst !== "" && monthFirst !== "") {
    const dates = `day/month/year ("${dayFirst}") and month/day/year ("${monthFirst}")`;
    throw new DateOrderError(`has dates of two forms, ${dates}: write them as YYYY-MM-DD`);
  }
  if (dayFirst !== "") return "day-first";
  if (monthFirst !== "") return "month-first";
  if (both === "") return null;
  const doubt = `has dates such as "${both}", which may be day/month/year or month/day/year`;
  throw new DateOrderError(
    `${doubt}: write them as YYYY-MM-DD, or import with --dates day-first or --dates month-first ` +
      '("dates" of a mapping)',
  );
}

const dateForms = {
  "day-first": "day/month/year",
  "month-first": "month/day/year",
};

/**
 * Reads cells by column name. A malformed cell is recorded as a problem and read as a blank value
 * ("", 0 or null), so only rows that are `isValid` may be used.
 */
export class ExportRow {
  readonly line: number;
  readonly #cells: ReadonlyMap<string, string>;
  readonly #dates: DateOrder | null;
  readonly #problems: RowProblem[] = [];

  constructor(line: number, cells: ReadonlyMap<string, string>, dates: DateOrder | null) {
    this.line = line;
    this.#cells = cells;
    this.#dates = dates;
  }

  get isValid(): boolean {
    return this.#problems.length === 0;
  }

  /** The problems as one text. */
  get reason(): string {
    return this.#problems
      .map(({ column, message }) => (column === null ? message : `${column}: ${message}`))
      .join("; ");
  }

  problem(column: string | null, message: string): void {
    this.#problems.push({ column, message });
  }

  /** True if the file has the column. */
  has(column: string): boolean {
    return this.#cells.has(column);
  }

  /** True if a cell matches the pattern. */
  hasText(pattern: RegExp): boolean {
    return [...this.#cells.values()].some((cell) => pattern.test(cleanText(cell)));
  }

  /** The cell's text; null if it is empty or the file has no such column. */
  text(column: string): string | null {
    return cleanText(this.#cells.get(column) ?? "") || null;
  }

  /** As `text`, but keeps line breaks between paragraphs. */
  paragraphs(column: string): string | null {
    const lines = (this.#cells.get(column) ?? "").split("\n").map(cleanText);
    return lines.filter((line) => line !== "").join("\n") || null;
  }

  /** The items of a cell such as `REDD; WRC`. */
  list(column: string): string[] {
    const items = this.text(column)?.split(";").map(cleanText) ?? [];
    return items.filter((item) => item !== "");
  }

  /** The items of a cell such as `Reduction/Removal`. */
  items(column: string): string[] {
    const items = (this.text(column) ?? "").split(/[;,/&]|\band\b/).map(cleanText);
    return items.filter((item) => item !== "");
  }

  /** The text of a cell that must not be empty and must match the pattern. */
  required(column: string, pattern?: RegExp): string {
    const text = this.text(column);
    if (text === null) this.problem(column, "must not be empty");
    else if (pattern?.test(text) === false) this.problem(column, `"${text}" is not a ${column}`);
    else return text;
    return "";
  }

  /** A positive whole number, such as `19149`, `1,454,054` or `19149.0`. */
  count(column: string): number {
    const text = this.required(column);
    if (text === "") return 0;
    const value = wholeNumber.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
    // Kg must be exact too.
    if (Number.isSafeInteger(value * 1000) && value > 0) return value;
    this.problem(column, `"${text}" is not a positive whole number`);
    return 0;
  }

  /** A number within the bounds; null if the cell is empty. */
  decimal(column: string, min: number, max: number): number | null {
    const text = this.text(column);
    if (text === null) return null;
    const value = decimalNumber.test(text) ? Number(text.replaceAll(",", "")) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.problem(column, `"${text}" is not a number from ${min} to ${max}`);
    return null;
  }

  /** A date as `YYYY-MM-DD`; null if the cell is empty. */
  date(column: string): string | null {
    const text = this.text(column);
    const date = this.dateIfReadable(column);
    if (text !== null && date === null) {
      const form = this.#dates === null ? "YYYY-MM-DD" : dateForms[this.#dates];
      this.problem(column, `"${text}" is not a date (${form})`);
    }
    return date;
  }

  /** As `date`, but an unreadable cell is no problem. */
  dateIfReadable(column: string): string | null {
    const text = this.text(column);
    return text === null ? null : parseDate(text, this.#dates);
  }

  /** As `date`, for a cell that must not be empty. */
  requiredDate(column: string): string {
    if (this.text(column) === null) this.problem(column, "must not be empty");
    return this.date(column) ?? "";
  }

  /** Serial number range of a lot of `quantityKg`, in one of the registry's formats. */
  serialRange(
    column: string,
    quantityKg: number,
    kinds: readonly SerialKind[],
  ): SerialRange | null {
    const text = this.required(column);
    return text === "" ? null : this.parseRange(column, { text, quantityKg, kinds });
  }

  /** As `serialRange`, for a text made of several columns; problems name `column`. */
  parseRange(
    column: string,
    { text, quantityKg, kinds }: { text: string; quantityKg: number; kinds: readonly SerialKind[] },
  ): SerialRange | null {
    if (quantityKg === 0) return null;
    try {
      const range = parseSerialRange(text, quantityKg);
      if (kinds.includes(range.kind)) return range;
      this.problem(column, `"${text}" is not a serial number range of this registry`);
    } catch (error) {
      if (!(error instanceof SerialRangeError)) throw error;
      this.problem(column, error.message);
    }
    return null;
  }

  /** The period between two dates; the end may be open. */
  period(startColumn: string, endColumn: string): { start: string; end: string | null } | null {
    const start = this.date(startColumn);
    const end = this.date(endColumn);
    return start === null ? null : { start, end };
  }

  /** First and last year of the period between two dates; null if one is missing. */
  years(startColumn: string, endColumn: string): { start_year: number; end_year: number } | null {
    const start = this.date(startColumn);
    const end = this.date(endColumn);
    if (start === null || end === null) return null;
    if (end < start) this.problem(endColumn, `${end} comes before ${startColumn}, ${start}`);
    return { start_year: Number(start.slice(0, 4)), end_year: Number(end.slice(0, 4)) };
  }

  /** As `sustainableDevelopmentGoals`, in any notation; other items are left out. */
  goalsIn(column: string): number[] {
    const goals = this.list(column).flatMap((item) => {
      const goal = Number(/^(\d{1,2})\s*(?:[:.]|$)/.exec(item)?.[1]);
      return goal >= 1 && goal <= 17 ? [goal] : [];
    });
    return [...new Set(goals)].sort((a, b) => a - b);
  }

  /** Goal numbers, from `4,13,6` or `01: No Poverty; 03: Good Health and Well-being`. */
  sustainableDevelopmentGoals(column: string): number[] {
    const text = this.text(column);
    if (text === null) return [];
    const goals = new Set<number>();
    // Names of goals may contain commas, so a list with names is split at semicolons only.
    for (const item of text.split(text.includes(":") ? /;/ : /[;,]/)) {
      const goal = Number(/^\s*(\d{1,2})\s*(?::.*)?$/.exec(item)?.[1]);
      if (goal >= 1 && goal <= 17) goals.add(goal);
      else this.problem(column, `"${item.trim()}" is not one of the 17 goals`);
    }
    return [...goals].sort((a, b) => a - b);
  }
}
