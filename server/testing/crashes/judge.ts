// What must hold after any crash, whatever the flow: what `till check` checks, and the torture's own SQL.
import { checkPayments } from "#domain/checkout";
import type { Client } from "#testing/crashes/client";
import type { AnyFlow } from "#testing/crashes/flow";
import { findUnderWay } from "#testing/crashes/recovery";
import type { World } from "#testing/crashes/world";
import { systemContext } from "#testing/factories";
import { auditDatabase } from "#testing/torture/audit";

async function auditPayments(): Promise<string[]> {
  const { faults, books } = await checkPayments(systemContext());
  const unsettled = books.reduce((sum, one) => sum + one.unsettled, 0);
  return [
    ...faults.map((fault) => `checkPayments: ${JSON.stringify(fault)}`),
    ...(unsettled > 0 ? [`${unsettled} charges are not settled`] : []),
  ];
}

/** Everything that is wrong in the whole database, once all has come to its end. */
export async function audit(): Promise<string[]> {
  return [...(await findUnderWay()), ...(await auditDatabase()), ...(await auditPayments())];
}

/** What is wrong with this run. */
export async function judge(
  own: AnyFlow,
  facts: unknown,
  client: Client,
  world: World,
): Promise<string[]> {
  const faults = [...client.faults, ...(await own.judge(facts, client, world))];
  return own.ownDatabase ? faults : [...faults, ...(await findUnderWay())];
}
