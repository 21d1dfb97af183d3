/** Codes are stable; messages are for people. */
export interface Finding {
  code: string;
  message: string;
  /** Index in the log, or name of a certificate. */
  at: number | string | null;
}

export type Report = (code: string, message: string, at?: number | string) => void;

/** A forged log may have millions; the report counts all and lists some. */
const MAX_LISTED = 1000;

export class Findings {
  readonly listed: Finding[] = [];
  count = 0;

  readonly report: Report = (code, message, at) => {
    this.count += 1;
    if (this.listed.length < MAX_LISTED) this.listed.push({ code, message, at: at ?? null });
  };
}
