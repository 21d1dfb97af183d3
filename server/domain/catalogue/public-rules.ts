// What decides which entry of the catalogue a public address names.

const MAX_ID_LENGTH = 255;

/** Whether an id can be that of anything: what else an address may hold is not looked up. */
export function isPublicId(id: string): boolean {
  return id !== "" && id.length <= MAX_ID_LENGTH && id.isWellFormed() && !id.includes("\0");
}

/** Of the entries of either mode that have one id, the live one, else the test one, else null. */
export function preferLive<Entry extends { mode: string }>(found: readonly Entry[]): Entry | null {
  return found.find(({ mode }) => mode === "live") ?? found[0] ?? null;
}
