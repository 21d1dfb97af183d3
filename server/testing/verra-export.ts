// A made-up export of Verra's, as large as its registry.

const HEADER = [
  "Issuance Date",
  "Sustainable Development Goals",
  "Vintage Start",
  "Vintage End",
  "ID",
  "Name",
  "Country/Area",
  "Project Type",
  "Methodology",
  "Total Vintage Quantity",
  "Quantity Issued",
  "Serial Number",
  "Additional Certifications",
  "Retirement/Cancellation Date",
  "Retirement Beneficiary",
  "Retirement Reason",
  "Retirement Details",
];

const ROWS_PER_PROJECT = 200;
const SERIALS_PER_ROW = 500;
/** Verra's serial numbers are unique across projects. */
const SERIALS_PER_PROJECT = ROWS_PER_PROJECT * SERIALS_PER_ROW;
/** Every fourth row is retired, as in a list of all transactions. */
const RETIRED_EVERY = 4;

interface VerraExport {
  rows: number;
  /** Number of the first project, which no other export of the test may use. */
  firstProject?: number;
}

function rowOf(index: number, firstProject: number): string {
  const project = firstProject + Math.floor(index / ROWS_PER_PROJECT);
  const year = 2015 + (index % 8);
  const count = 1 + ((index * 7919) % 400);
  const first = firstProject * SERIALS_PER_PROJECT + index * SERIALS_PER_ROW + 1;
  const parts = ["9", first, first + count - 1, "VCS-VCU-1507-VER-IN-1", project];
  const serials = [...parts, `0101${year}`, `3112${year}`, 0].join("-");
  const isRetired = index % RETIRED_EVERY === RETIRED_EVERY - 1;
  const retirement = isRetired
    ? ["2024-05-17", `Beneficiary ${index}`, "Environmental Benefit", `Retired for ${index}`]
    : ["", "", "", ""];
  return [
    `${year + 1}-04-03`,
    "",
    `${year}-01-01`,
    `${year}-12-31`,
    project,
    `Wind power ${project}`,
    "India",
    "Energy industries (renewable/non-renewable sources)",
    "ACM0002",
    400_000,
    count,
    serials,
    "",
    ...retirement,
  ].join(",");
}

/** The file's text. Equal for equal input. */
export function verraExport({ rows, firstProject = 100_000 }: VerraExport): string {
  const lines = Array.from({ length: rows }, (_, index) => rowOf(index, firstProject));
  return `${[HEADER.join(","), ...lines].join("\n")}\n`;
}
