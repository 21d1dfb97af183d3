import type { AdapterName, RequestState } from "./schema";

const DAY_MS = 86_400_000;

/** A request made by hand that no export has confirmed for this long needs a person. */
export const UNCONFIRMED_MS = 14 * DAY_MS;

/**
 * `refused`: the registry did not carry it out. `unknown`: it was sent, and the response was lost.
 * `failing`: the last attempt to send or find it failed. `unconfirmed`: made by hand, and no export
 * has it.
 */
export const requestProblems = ["refused", "unknown", "failing", "unconfirmed"] as const;
export type RequestProblem = (typeof requestProblems)[number];

interface RequestFacts {
  adapter: AdapterName;
  state: RequestState;
  error: string | null;
  sentAt: Date | null;
}

/** The reason why a person should look at a request; null if there is none. */
export function problemOf(request: RequestFacts, now: Date): RequestProblem | null {
  const { adapter, state, error, sentAt } = request;
  if (adapter === "manual") {
    const isOld = sentAt !== null && now.getTime() - sentAt.getTime() > UNCONFIRMED_MS;
    return state === "sent" && isOld ? "unconfirmed" : null;
  }
  if (state === "refused" || state === "unknown") return state;
  return state !== "confirmed" && error !== null ? "failing" : null;
}
