// Whether the installation is sound: its books, its sums, and the outside parts that it uses.

export { checkLedger, ledgerInvariants } from "./check-ledger";
export { type ProbeResult, probeInstallation } from "./probe-installation";
export { rebuildTotals, type TotalsReport } from "./totals";
