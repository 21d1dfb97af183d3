/** The report of a program that cannot start: our own errors say what to do, others need a stack. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

/** Loads a program's modules, which read the settings, and ends with a report if they cannot. */
export function loadProgram<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => {
    process.stderr.write(`\n${failureText(error)}\n`);
    process.exit(1);
  });
}
