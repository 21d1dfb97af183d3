// Over the form: why no money was taken, or which fields to look at again.
import type { ReactNode } from "react";
import { WarningIcon } from "./icons";
import type { Shown } from "./shown";
import type { FaultCode } from "./texts/codes";
import type { Texts } from "./texts/en";

function Box({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-5 flex gap-2.5 rounded-lg border border-danger p-3.5 text-[0.9375rem]/snug">
      <WarningIcon className="size-5 text-danger" />
      <div className="min-w-0">
        <p className="font-semibold text-danger">{title}</p>
        <div className="mt-1">{children}</div>
      </div>
    </div>
  );
}

function labelOf(code: FaultCode, { form }: Texts): string | null {
  const labels: Record<string, string> = {
    email: form.email,
    beneficiary: form.beneficiary,
    message: form.message,
    url: form.url,
    number: form.number,
    expiry: form.expiry,
    cvc: form.cvc,
    token: form.card,
  };
  return labels[code.split(".")[0] ?? ""] ?? null;
}

function noticeOf({ page, faults, t }: Shown): ReactNode {
  const general = faults.find((code) => code.startsWith("attempts."));
  if (general) return <Box title={t.failureTitle}>{t.faults[general]}</Box>;
  if (faults.length > 0) {
    return (
      <Box title={t.faultsTitle(faults.length)}>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {faults.map((code) => (
            <li key={code}>
              <a href={`#${code.split(".")[0]}`} className="link inline-block py-0.5">
                {labelOf(code, t)}
              </a>
            </li>
          ))}
        </ul>
      </Box>
    );
  }
  if (page.failure === null) return null;
  return <Box title={t.failureTitle}>{t.failures[page.failure]}</Box>;
}

/** There even when it says nothing, for the script to put something in. */
export function FormNotice({ shown }: { shown: Shown }) {
  return (
    <div data-part="notice" id="notice" tabIndex={-1}>
      {noticeOf(shown)}
    </div>
  );
}
