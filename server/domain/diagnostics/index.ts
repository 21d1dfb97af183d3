export { getBacklog, queueNames } from "./backlogs";
export { checkLedger, ledgerInvariants } from "./check-ledger";
export { type ProbeResult, probeInstallation } from "./probe-installation";
export { rebuildTotals, type TotalsReport } from "./totals";
