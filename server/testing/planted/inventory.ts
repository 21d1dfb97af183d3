// Bugs in serial numbers, shares, imports, withdrawals, and the running totals.
import type { PlantedBug } from "./bug";

const room = "server/domain/inventory";
const serials = `${room}/serial-rules.ts`;
const lots = `${room}/lot-store.ts`;
const withdrawalTest = `${room}/stock-removal-rules.unit.test.ts`;
const stoppedTest = `${room}/stopped-lots.test.ts`;
const slices = "server/domain/registries/import-slices-rules.ts";
const slicesTest = "server/domain/registries/import-in-slices.test.ts";
const turnsTest = "server/domain/matching/match-turns.test.ts";

export const inventoryBugs: readonly PlantedBug[] = [
  {
    name: "turns-share-a-project",
    description: "Two workers match orders of the same project at the same time.",
    file: "server/domain/catalogue/store.ts",
    target: "lockProjects",
    find: "(await takeProjects(db, projects)).length === projects.ids.length",
    replacement: "(await takeProjects(db, projects)).length >= 0",
    caughtBy: [turnsTest],
  },
  {
    name: "import-waits-for-all-turns",
    description: "Turns that begin while an import waits keep it waiting.",
    file: "server/domain/catalogue/store.ts",
    target: "lockMode",
    find: 'inTurn("pg_advisory_xact_lock", lock)',
    replacement: 'sql.ref("mode")',
    caughtBy: [turnsTest],
  },
  {
    name: "turn-waits-for-no-slice",
    description: "Work in slices, which locks the mode again and again, lets no order be matched.",
    file: "server/domain/matching/match-orders.ts",
    target: "runBatch",
    find: "await awaitCatalogue(db, turn.mode);",
    replacement: "",
    caughtBy: [turnsTest],
  },
  {
    name: "turn-of-former-shares",
    description: "A turn goes on with the orders that competed before the catalogue changed.",
    file: "server/domain/matching/match-batch.ts",
    target: "lockStockOf",
    find: 'if (catalogue.stockVersion !== turn.stockVersion) return "outdated";',
    replacement: "",
    caughtBy: [turnsTest],
  },
  {
    name: "import-in-one-slice",
    description: "An import of any size is one transaction, and no order is matched meanwhile.",
    file: slices,
    target: "slicesOf",
    find: "last.length + group.length <= limit",
    replacement: "last.length >= 0",
    caughtBy: ["server/domain/registries/import-slices-rules.unit.test.ts", slicesTest],
  },
  {
    name: "retirement-in-a-later-slice",
    description: "A lot is for sale until the row that names its serials as retired is imported.",
    file: slices,
    target: "groupsOf",
    find: "firstOf(row) > last",
    replacement: "firstOf(row) > Number.NEGATIVE_INFINITY",
    caughtBy: ["server/domain/registries/import-slices-rules.unit.test.ts", slicesTest],
  },
  {
    name: "one-serial-too-many",
    description: "A sub-range that ends on a whole tonne names the next tonne's serial as well.",
    file: serials,
    target: "narrowSerialRange",
    find: "Math.floor((toKg - 1) / kgPerSerial)",
    replacement: "Math.min(Math.floor(toKg / kgPerSerial), tonnes - 1)",
    caughtBy: [`${room}/serial-ranges.unit.test.ts`],
  },
  {
    name: "last-serial-imported-twice",
    description: "An import accepts a range that begins on the last serial of a lot in stock.",
    file: lots,
    target: "holdersOf",
    find: '.whereRef("lot.serialLast", ">=", "range.serialFirst")',
    replacement: '.whereRef("lot.serialLast", ">", "range.serialFirst")',
    caughtBy: ["server/domain/registries/refuse-catalogue-file.test.ts"],
  },
  {
    name: "retired-serial-stays-in-stock",
    description: "The last serial that was retired elsewhere stays in stock.",
    file: `${room}/stock-removal-rules.ts`,
    target: "unsoldStretches",
    find: "(last - range.first + 1) * kgPerSerial",
    replacement: "(last - range.first) * kgPerSerial",
    caughtBy: [withdrawalTest],
  },
  {
    name: "cut-lot-counts-once",
    description: "A piece that was cut off is missing from the number of lots in stock.",
    file: `${room}/cut-lots.ts`,
    target: "countPieces",
    find: 'eb("total.lots", "+", eb.ref("more.lots"))',
    replacement: 'eb.ref("total.lots")',
    caughtBy: [stoppedTest],
  },
  {
    name: "resumed-lot-sells-nothing",
    description: "Orders that wait are not tried again when a stopped lot goes back on sale.",
    file: `${room}/stopped-lots.ts`,
    target: "resumeLot",
    find: "await bumpStockVersion(ctx, mode);",
    replacement: "",
    caughtBy: [stoppedTest],
  },
  {
    name: "stock-total-overwritten",
    description: "A second import of a vintage replaces its total instead of adding to it.",
    file: `${room}/insert-lots.ts`,
    target: "insert",
    find: 'eb("stockTotals.quantityKg", "+", eb.ref("excluded.quantityKg"))',
    replacement: 'eb.ref("excluded.quantityKg")',
    caughtBy: ["server/domain/registries/import-registry-export.test.ts"],
  },
  {
    name: "project-counted-twice",
    description: "The stock of a project in two categories is promised once for each.",
    file: `${room}/allocation-rules.ts`,
    target: "allocate",
    find: "(id) => availableKg(id) - (perProject.get(id) ?? 0)",
    replacement: "availableKg",
    caughtBy: [`${room}/allocation-rules.unit.test.ts`],
  },
  {
    name: "month-in-server-time-zone",
    description: "Retirements are added to the month of the database's time zone, not of UTC.",
    file: "server/domain/inventory/totals.ts",
    target: "totalsOf",
    find: "date_trunc('month', part.starts_at, 'UTC')",
    replacement: "date_trunc('month', part.starts_at)",
    caughtBy: ["server/domain/diagnostics/totals.test.ts"],
  },
  {
    name: "subaccount-counts-the-account",
    description:
      "A subaccount's impact counts the account's other orders at the edges of a period.",
    file: "server/domain/impact/retired-history.ts",
    target: "rests",
    find: 'eb(filter.subaccountId, "=", "")',
    replacement: 'eb(filter.subaccountId, "=", filter.subaccountId)',
    caughtBy: ["server/rest/impact-periods.test.ts"],
  },
];
