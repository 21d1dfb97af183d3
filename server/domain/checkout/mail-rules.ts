// The kinds of mail that a customer gets. Pure.

export const mailKinds = ["receipt", "certificate", "failure", "refund"] as const;
export type MailKind = (typeof mailKinds)[number];
