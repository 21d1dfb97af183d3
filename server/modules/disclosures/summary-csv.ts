import type { Cell, Columns, CsvPage } from "#core/csv";
import { exactTonnes } from "#core/mass";
import type { DisclosureSummary } from "./summary";
import { groupTitle, shareTitles } from "./summary-copy";
import { NOT_STATED, yearGroups } from "./summary-rules";

interface Line {
  table: string;
  item: string;
  kg: number;
  permille?: number;
  project?: DisclosureSummary["projects"][number];
}

const project =
  (cell: (project: NonNullable<Line["project"]>) => Cell) =>
  ({ project: of }: Line): Cell =>
    of ? (cell(of) ?? NOT_STATED) : null;

function columnsOf({ holder, seller, year }: DisclosureSummary): Columns<Line> {
  return {
    year: () => year,
    holder: () => holder,
    table: ({ table }) => table,
    item: ({ item }) => item,
    kg: ({ kg }) => kg,
    tonnes: ({ kg }) => exactTonnes(kg),
    share_percent: ({ permille }) => (permille === undefined ? null : permille / 10),
    seller: project(() => seller),
    registry: project(({ registry }) => registry),
    registry_project_id: project(({ registryProjectId }) => registryProjectId),
    project_name: project(({ name }) => name),
    project_type: project(({ type }) => type),
    mechanism: project(({ mechanism }) => mechanism),
    site: project(({ site }) => site),
    protocol: project(({ protocol }) => protocol),
    verification: project(({ verification }) => verification),
  };
}

function linesOf({ year, kg, tables, projects }: DisclosureSummary): Line[] {
  return [
    ...yearGroups.map((group) => ({
      table: "Total",
      item: groupTitle(group, year),
      kg: kg[group],
    })),
    ...tables.flatMap(({ id, shares }) =>
      shares.map((share) => ({
        table: `ESRS E1-7: ${shareTitles[id]}`,
        item: share.label,
        kg: share.kg,
        permille: share.permille,
      })),
    ),
    ...projects.flatMap((line) =>
      yearGroups
        .filter((group) => line.kg[group] > 0)
        .map((group) => ({
          table: "California AB 1305",
          item: groupTitle(group, year),
          kg: line.kg[group],
          project: line,
        })),
    ),
  ];
}

/** The summary as one CSV page. */
export function summaryCsv(summary: DisclosureSummary): CsvPage {
  const columns = columnsOf(summary);
  const cells = Object.values(columns);
  return {
    head: Object.keys(columns),
    rows: linesOf(summary).map((line) => cells.map((cell) => cell(line))),
    next: null,
  };
}
