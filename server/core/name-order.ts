// The order of names that people expect: "Shop 10" after "Shop 2", in any case.

const collator = new Intl.Collator("en", { numeric: true });

/** For complete lists. */
export function byName(one: { name: string }, other: { name: string }): number {
  return collator.compare(one.name, other.name);
}

/** Longer numbers are sorted as text. */
const DIGITS = 20;

/**
 * SQL that sorts like `byName`, for lists in pages: the first number in a name gets leading zeros.
 * ICU's collations would do without, but not every PostgreSQL has them. `column` is inserted as is.
 */
export function nameKey(column: string): string {
  const parts = [
    `substring(${column} FROM '^[^0-9]*')`,
    `lpad(substring(${column} FROM '[0-9]+'), ${DIGITS}, '0')`,
    `substring(${column} FROM '[0-9]+(.*)')`,
  ];
  return `lower(coalesce(${parts.join(" || ")}, ${column}))`;
}
