"use client";
// How the installation itself fares, in a few lines.
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Fact, Facts } from "#ui/admin/facts";
import { Light } from "#ui/admin/light";
import { useOperator } from "#ui/admin/operator-shell";
import { Loading, Panel } from "#ui/admin/page";
import { ProblemNote } from "#ui/admin/problem";
import { useTRPC } from "#ui/admin/trpc";

const REFRESH_MS = 15_000;
const KB = 1024;
const units = ["kilobyte", "megabyte", "gigabyte", "terabyte"];

/** "12.3 MB". */
function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, KB)) / Math.log(KB)), units.length);
  const unit = units[step - 1] ?? "kilobyte";
  const format = { style: "unit", unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat("en-US", format).format(bytes / KB ** step);
}

export function SystemPanel() {
  const { base } = useOperator();
  const found = useQuery(
    useTRPC().operatorOverview.system.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  if (found.error) return <ProblemNote error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Loading lines={2} />;
  const { light, troubled, workers, version, databaseVersion, ...database } = found.data;
  return (
    <Panel
      title="System"
      acts={
        <Link href={`${base}/queues`} prefetch={false} className="link text-[0.9375rem]">
          All queues
        </Link>
      }
    >
      <Facts>
        <Fact label="Queues">
          <Light light={light} />
          {workers > 0 && troubled.length > 0 && (
            <span className="block text-quiet">{troubled.join(", ")}</span>
          )}
        </Fact>
        <Fact label="Workers">
          {workers === 0 ? "None runs" : `${workers} ${workers === 1 ? "runs" : "run"}`}
        </Fact>
        <Fact label="Carbon Till">{version}</Fact>
        <Fact label="Database">
          PostgreSQL {databaseVersion.split(" ")[0]}, {formatBytes(database.databaseBytes)}
        </Fact>
        <Fact label="Migrations" isWide>
          {database.migrations} applied, the latest <code>{database.latestMigration}</code>
        </Fact>
      </Facts>
    </Panel>
  );
}
