import { headers } from "next/headers";
import { currentCaller } from "#core/caller";
import { Problem } from "#core/errors";

interface Visitor {
  network: string;
  userAgent: string | null;
}

/** Opens a link from a mail; returns the problem of a visitor who tried too many tokens. */
export async function openMailLink<Opened>(
  find: (visitor: Visitor) => Promise<Opened>,
): Promise<Opened | Problem> {
  try {
    return await find({ network: currentCaller(), userAgent: (await headers()).get("user-agent") });
  } catch (error) {
    if (error instanceof Problem && error.code === "rate-limited") return error;
    throw error;
  }
}
