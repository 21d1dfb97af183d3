import type { ReactNode } from "react";
import { SubaccountPicker } from "#ui/admin/picker";
import { DownloadLink } from "#ui/admin/screen-link";

interface Props {
  children: ReactNode;
  /** Name of the report's PDF, and of its export in server/trpc. */
  pdf: string;
  csv: string;
  query: URLSearchParams;
  /** Text of the choice of no subaccount. */
  none?: string;
}

export function ReportTools({ children, pdf, csv, query, none }: Props) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <SubaccountPicker all={none} />
      {children}
      <span className="flex gap-2 sm:ml-auto">
        <DownloadLink to={`/reports/${pdf}.pdf?${query}`}>PDF</DownloadLink>
        <DownloadLink to={`/export/${csv}.csv?${query}`} />
      </span>
    </div>
  );
}
