export { getBacklog, queueNames } from "./backlogs";
export { listIrreplaceableFiles } from "./bucket-files";
export { checkLedger, ledgerInvariants } from "./check-ledger";
export { type ProbeResult, probeInstallation } from "./probe-installation";
export { fillsOfTotals, rebuildTotals, type TotalsReport } from "./totals";
