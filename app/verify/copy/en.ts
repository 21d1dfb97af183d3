// The English copy. Its type is the one that every other language must satisfy.
import type { CertificateResource } from "#domain/certificates";

type Status = NonNullable<CertificateResource["registry_status"]>;
type State = CertificateResource["state"];

/** Facts of a sentence about queried serial numbers. */
export interface SerialFacts {
  /** True for the serial number of a single tonne. */
  isOne: boolean;
  /** "400 kg" that count. */
  kg: string;
  /** Kg that were queried. */
  ofKg: string;
  hasMore: boolean;
}

const statuses: Record<Status, string> = {
  disputed: "Set aside, but the registry’s records differ",
  cancelled: "Set aside, but cancelled at the registry",
  unreported: "Allocated, without a registry record",
  pending: "Set aside, retirement pending",
  requested: "Set aside, retirement requested",
  retired: "Retired",
};

const links: Record<State, string> = {
  fulfilled: "View certificate",
  placed: "View order",
  cancelled: "View order",
};

const of = (isOne: boolean) => (isOne ? "this tonne" : "these serial numbers");
const it = (isOne: boolean) => (isOne ? "it" : "them");
const where = (isTest: boolean) => (isTest ? "in the sandbox registry" : "at the registry");

export const en = {
  title: "Verify a certificate",
  lead: "See for whom carbon credits were set aside, and whether and when the registry retired them.",
  description:
    "Enter a serial number, an order number, or a certificate link to see for whom the carbon " +
    "credits were set aside, and whether the registry retired them.",
  field: "Serial number, order number, or certificate link",
  submit: "Verify",
  hints: {
    title: "What you can enter",
    serial: {
      title: "Serial number",
      text: "A single number or a range, in the registry’s format, as shown on the certificate.",
    },
    order: {
      title: "Order number",
      text: "The 32 characters shown on the certificate (digits and the letters a to f), with or without hyphens.",
    },
    link: {
      title: "Certificate link",
      text: "The address of the certificate’s page, of its PDF, or of its QR code.",
    },
    more:
      "Each serial number represents one tonne. Several certificates can share a tonne, and " +
      "verifying a serial number finds all of them. Verification shows only what the certificates " +
      "show and needs no account. Programs can use [the API](api).",
  },
  results: "Results",
  testResults: "Test results",
  inTest: (title: string) => `${title} (test)`,
  statuses,
  placed: "Not retired yet",
  cancelled: "Cancelled. No credits were retired.",
  links,
  serials: {
    outside: {
      title: "Retired outside this service",
      text: (isOne: boolean) =>
        `The registry lists ${isOne ? "this serial number" : "some or all of these serial numbers"} ` +
        `as retired, but no certificate of this service includes ${it(isOne)}. The registry’s public ` +
        "records may name the beneficiary.",
    },
    someoneElse: {
      title: "Retired for someone else",
      text: ({ isOne, kg }: SerialFacts) =>
        `The registry shows ${of(isOne)} as retired for someone else. The certificates below had ${kg} of ` +
        `${it(isOne)} and got other credits in place.`,
    },
    titles: {
      retired: "Retired",
      setAside: "Set aside, not all retired",
      partlyRetired: "Partly retired",
      partlySetAside: "Partly set aside",
      atLeastRetired: "At least partly retired",
      atLeastSetAside: "At least partly set aside",
    },
    all: ({ isOne, kg }: SerialFacts) =>
      `All ${kg} of ${of(isOne)} belong to the certificates below.`,
    part: ({ isOne, kg, ofKg, hasMore }: SerialFacts) =>
      `${hasMore ? "At least " : ""}${kg} of the ${ofKg} of ${of(isOne)} belong to the certificates below.`,
    retired: (isTest: boolean) => `They are retired ${where(isTest)}.`,
    notOnFile: (isTest: boolean) => `Their retirement ${where(isTest)} is not on file here.`,
    partOnFile: (kg: string, openKg: string, isTest: boolean) =>
      `Of these, ${kg} are retired ${where(isTest)}; the retirement of ${openKg} is not on file here.`,
    listed:
      "The registry’s list of retirements, as last imported, has some of these serial numbers.",
    replaced: (kg: string) =>
      `${kg} were replaced by other credits, because the registry shows them as retired for someone else.`,
    elsewhere: (kg: string) => `The remaining ${kg} are on no certificate of this service.`,
    onlyFirst: (count: number) =>
      `Only the first ${count} are listed. Enter fewer serial numbers to see all of them.`,
  },
  certificate: {
    current: (revision: number) => `Your copy is the current revision, ${revision}.`,
    outdated: (revision: number, moment: string) =>
      `Your copy is not the current revision, which is ${revision} as of ${moment}.`,
    held: "on one certificate",
    replaced: "on one certificate, then replaced",
    /** Above the records of an entry with further serial numbers. */
    entry: (kg: string) =>
      `This entry of the certificate is about ${kg}, more than the serial numbers you entered:`,
    unnamed:
      "Other holders are not named here. Enter the number of an order to see its certificate.",
    vintage: (year: number) => `vintage ${year}`,
  },
  checks: "What to check",
  noOrder: {
    title: "No order found",
    text: "This service has no order with this number and has not issued a certificate for it.",
    checks: [
      "Compare the number with the certificate. An order number has 32 digits and letters.",
      "Open the link on the certificate. If another service issued it, verify it there.",
    ],
  },
  noLink: {
    title: "This is not a certificate link",
    text: "A certificate link contains an order ID, which starts with ord_. This link does not.",
    checks: ["Copy the complete link, or enter the order number instead."],
  },
  shortReference: {
    title: "Enter the order number instead",
    text: "A short reference helps in calls and messages, but is too short to identify an order for certain.",
    checks: [
      "The order number is next to the short reference, on the certificate and in mails: 32 characters.",
      "You can also scan the QR code of the certificate, or enter its link.",
    ],
  },
  notFound: {
    title: "Not found",
    text:
      "No order here has credits with this number. They may have been retired elsewhere or not at " +
      "all. The registry can tell you.",
    checks: [
      "Copy the number from the certificate, including all hyphens. A range starts and ends with a serial number.",
      "Look up the number in the registry’s public records. Verra, Gold Standard, and other registries list every retired serial number.",
      "If you have a certificate with this number, open its link to see who issued it.",
    ],
  },
  tooLong: {
    title: "This is too long",
    text: "Enter a single serial number or range, order number, or certificate link.",
  },
  tooFast: {
    title: "Too many requests",
    text: "Your network sent too many requests within a second. Select “Verify” again in a moment.",
  },
};

export type VerifyCopy = typeof en;
