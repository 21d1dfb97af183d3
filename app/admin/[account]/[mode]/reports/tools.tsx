import type { ReactNode } from "react";
import { useAccount } from "#ui/admin/account";
import { Downloads, SubaccountPicker } from "#ui/admin/picker";

interface Props {
  /** Controls that choose the period. */
  children: ReactNode;
  /** Name of the report's PDF, and of its export in server/trpc. */
  pdf: string;
  csv: string;
  query: URLSearchParams;
  /** Text of the choice of no subaccount. */
  none?: string;
}

/** Period and subaccount of a report, and its files. */
export function ReportTools({ children, pdf, csv, query, none }: Props) {
  const { base } = useAccount();
  const files = [
    { text: "PDF", href: `${base}/reports/${pdf}.pdf?${query}` },
    { text: "CSV", href: `${base}/export/${csv}.csv?${query}` },
  ];
  return (
    <div className="mb-6 flex flex-wrap items-center gap-2">
      <SubaccountPicker all={none} />
      {children}
      <span className="flex gap-2 sm:ml-auto">
        <Downloads files={files} />
      </span>
    </div>
  );
}
