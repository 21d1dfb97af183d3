// Bugs in certificates, their signatures, verification, and public impact pages.
import type { PlantedBug } from "./bug";

const room = "server/domain/certificates";
const signTest = `${room}/sign-certificate.test.ts`;

export const certificateBugs: readonly PlantedBug[] = [
  {
    name: "signature-over-other-bytes",
    description:
      "A certificate's signature is over its JSON as written, not over its canonical form.",
    file: `${room}/sign-certificate.ts`,
    target: "signatureOf",
    find: "canonicalize(certificate)",
    replacement: "JSON.stringify(certificate) as string | undefined",
    caughtBy: [signTest],
  },
  {
    name: "withdrawn-key-published",
    description: "A signing key that was withdrawn is still published.",
    file: `${room}/signing-keys.ts`,
    target: "listSigningKeys",
    find: "where: { withdrawnAt: null },",
    replacement: "",
    caughtBy: [signTest],
  },
  {
    name: "placed-certificate-kept",
    description:
      "The record of an order that is only placed is kept, and shown after it is fulfilled.",
    file: `${room}/get-certificate.ts`,
    target: "getFacts",
    find: 'order.state !== "fulfilled"',
    replacement: 'order.state === "cancelled"',
    caughtBy: [`${room}/get-certificate.test.ts`],
  },
  {
    name: "share-rounded-to-the-whole",
    description: "A share of 99.6 % is shown as 100 %.",
    file: `${room}/rules.ts`,
    target: "formatShare",
    find: "Math.min(99, Math.round(percent))",
    replacement: "Math.round(percent)",
    caughtBy: [`${room}/rules.unit.test.ts`],
  },
  {
    name: "cancelled-beneficiary-shown",
    description: "Verification names the beneficiary of an order that was cancelled.",
    file: `${room}/verification-resource.ts`,
    target: "toMatch",
    find: "isCancelled ? null : { name: certificate.beneficiary.name }",
    replacement: "{ name: certificate.beneficiary.name }",
    caughtBy: [`${room}/find-verification.test.ts`],
  },
  {
    name: "period-without-its-end",
    description: "A period's impact leaves out the orders of its last millisecond.",
    file: "server/domain/impact/impact.ts",
    target: "getImpact",
    find: "to && new Date(to.getTime() + 1)",
    replacement: "to && new Date(to.getTime())",
    caughtBy: ["server/rest/impact-periods.test.ts"],
  },
  {
    name: "hidden-page-shown",
    description: "An impact page is public although its account disabled it.",
    file: "server/domain/impact/impact.ts",
    target: "findImpactSummary",
    find: "summary?.page.isEnabled ? summary : null",
    replacement: "summary",
    caughtBy: ["server/domain/impact/find-impact-page.test.ts"],
  },
  {
    name: "tonnes-of-subaccounts-are-own",
    description: "An account's own tonnes include those of its subaccounts.",
    file: "server/domain/inventory/totals.ts",
    target: "totalsOf",
    find: "scope.subaccount_id = coalesce(part.subaccount_id, '')",
    replacement: "true",
    caughtBy: ["server/domain/impact/whose-tonnes.test.ts"],
  },
  {
    name: "serials-name-their-holders",
    description: "A query by serial numbers returns the certificates of their holders.",
    file: `${room}/verification-resource.ts`,
    target: "toVerificationResource",
    find: "isOfSerials ? [] : verification.certificates.map(toMatch)",
    replacement: "verification.certificates.map(toMatch)",
    caughtBy: [`${room}/find-verification.test.ts`],
  },
];
