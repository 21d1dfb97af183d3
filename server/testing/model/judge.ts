// The judge at the end of any run, of this or another torture: what `till check` would say.
import { checkPayments } from "#domain/checkout";
import { checkLedger } from "#domain/diagnostics";
import { systemContext } from "#testing/factories";

/** Everything that is wrong in the books; empty where all is well. */
export async function judge(): Promise<string[]> {
  const ledger = await checkLedger(systemContext());
  const { faults: payments } = await checkPayments(systemContext());
  return [...ledger, ...payments].map(({ check, row }) => `${check}: ${JSON.stringify(row)}`);
}
