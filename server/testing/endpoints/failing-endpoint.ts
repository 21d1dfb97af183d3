import { log } from "#core/log";
import type { ApiResponse } from "#testing/api";
import type { Case } from "#testing/endpoints/cases";

/** Lets the operation's own work fail, as a bug in it would. */
export async function whileFailing({ endpoint }: Case, work: () => Promise<ApiResponse>) {
  const usual = { ...endpoint };
  const { level } = log;
  const fail = () => {
    throw new Error("planted by a test");
  };
  Object.assign(endpoint, { run: fail, prepare: undefined });
  if (endpoint.draft) endpoint.draft = fail;
  if (endpoint.prepared) endpoint.prepared = fail;
  log.level = "silent";
  try {
    return await work();
  } finally {
    log.level = level;
    Object.assign(endpoint, usual);
  }
}
