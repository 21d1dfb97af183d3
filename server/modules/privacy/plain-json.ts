/** An export as plain JSON: BigInts are amounts below 2^53, and bytes are digests. */
export function plainJson(value: unknown): unknown {
  const text = JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === "bigint") return Number(item);
    return item instanceof Uint8Array ? Buffer.from(item).toString("hex") : item;
  });
  return JSON.parse(text);
}
