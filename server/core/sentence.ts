/**
 * Returns a name for the end of a sentence. The period that follows also ends a name such as
 * "Acme Inc."
 */
export function beforePeriod(name: string): string {
  return name.endsWith(".") ? name.slice(0, -1) : name;
}
