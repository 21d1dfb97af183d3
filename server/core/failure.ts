/** The report of a program that cannot start: our own errors say what to do, others need a stack. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}
