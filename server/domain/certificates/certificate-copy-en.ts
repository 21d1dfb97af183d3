// The English copy. Its type is the one that every other language must satisfy.
export const en = {
  /** Between an amount and "CO₂e"; empty where the language has no word for it. */
  of: "of",
  /** Before the beneficiary's name: "25 kg of CO₂e ... Harbor Street Bakery". */
  lead: {
    placed: "to be set aside for",
    retired: "retired on behalf of",
    setAside: "set aside for",
    allocated: "allocated to",
  },
  kind: {
    order: "Order waiting to be matched",
    retired: "Certificate of carbon credit retirement",
    other: (status: string) => `Carbon credit certificate · ${status}`,
  },
  notYet: "Not yet",
  replaced: "Replaced",
  waits: { withdrawal: "Can be withdrawn until", expected: "Credits expected by" },
  record: {
    labels: (list: string) => `Labels: ${list}`,
    granted: (scheme: string, day: string) => `${scheme} (since ${day})`,
    adjustment: {
      none: "No corresponding adjustment (Article 6, Paris Agreement)",
      authorized:
        "Authorized by the host country for a corresponding adjustment (Article 6, Paris Agreement)",
      applied: "Corresponding adjustment applied by the host country (Article 6, Paris Agreement)",
    },
    cancelled: (day: string) => `Cancelled on ${day}, not retired`,
    retired: (day: string) => `Retired on ${day}`,
    retiredInTest: (day: string) => `Retired in the sandbox on ${day}`,
    reference: (reference: string) => `, reference ${reference}`,
    /** Quotes the registry, in its language. */
    wording: (text: string) => `Wording in the registry: “${text}”`,
    replaced: {
      disputed: (day: string) =>
        `Replaced on ${day}, because the registry shows them as retired for someone else`,
      cancelled: (day: string) => `Replaced on ${day}, because the registry has cancelled them`,
    },
    substituted: (day: string) => `Allocated on ${day} in place of other credits`,
    /** A note on a part of the credits. */
    part: (mass: string, note: string) =>
      `${mass}: ${note.charAt(0).toLowerCase()}${note.slice(1)}`,
  },
  testNotice: "Test certificate: sandbox credits, no real credits were retired",
  sharedTonnes:
    "Each serial number represents one tonne (1,000 kg) of CO₂e. Where this certificate has less " +
    "than a whole tonne, the rest belongs to others. No kilogram appears on two certificates.",
  test: (title: string) => `Test: ${title}`,
  cancelled: {
    head: "Cancelled order",
    title: "This order was cancelled",
    text: "No carbon credits were retired, so there is no certificate.",
    order: (number: string) => `Order number ${number}`,
  },
  unavailable: {
    head: "Temporarily unavailable",
    title: "This certificate is not available right now",
    text: "The certificate is safe, but we cannot load it at the moment. Try again in a minute.",
  },
  missing:
    "Check the address. The link to a certificate ends with the order’s ID, which starts with ord_.",
  outdated: (copy: number, revision: number, moment: string) =>
    `Your copy is revision ${copy} and is out of date. This page is revision ${revision}, as of ${moment}.`,
  neverIssued: (copy: number, revision: number) =>
    `Your copy names revision ${copy}, which was never issued. This page is revision ${revision}.`,
  facts: {
    order: "Order",
    reference: "Reference",
    number: "Order number",
    amount: "Amount",
    ordered: "Ordered",
    allocated: "Allocated",
    retired: "Retired at registry",
    retiredInTest: "Retired in the sandbox",
    issuedBy: "Issued by",
    soldBy: "Sold by",
    revision: "Revision",
    /** "2, status as of November 3, 2026": the moment follows. */
    statusAsOf: "status as of",
    note: "Note",
  },
  qrCode: (url: string) => `QR code of ${url}`,
  scan: "Scan to verify",
  actions: {
    certificate: "View certificate PDF",
    order: "View order PDF",
    json: "View JSON data",
  },
  projects: {
    count: (count: number) => (count === 1 ? "1 project" : `${count} projects`),
    details: "Serial numbers and registry records",
    caption: "Projects of this certificate",
    project: "Project",
    picture: "Picture",
    amountOfTonnes: "Amount, and tonnes that it is part of",
    tonnes: (kg: string, count: number, tonnes: string) =>
      `${kg} of ${count === 1 ? "1 tonne" : `${tonnes} tonnes`}`,
    vintages: (years: string) => `vintage ${years}`,
    creditsOf: (project: string) => `Credits of ${project}`,
    vintage: "Vintage",
    serials: "Serial numbers and registry record",
    amount: "Amount",
    ofKg: (kg: string) => `of ${kg}`,
    inRegistry: "View in registry",
    registry: "Registry",
    methodology: "Methodology",
    developer: "Developer",
  },
  verification: {
    title: "How to verify this certificate",
    test: "This is a test. Its projects and serial numbers are fictional and appear in no registry.",
    retired:
      "Open the project in its registry and look up the serial numbers among the retired credits.",
    open:
      "Open the project in its registry and look up the serial numbers. The registry does not list " +
      "all of them as retired for this certificate yet. This page always shows the latest status.",
    link: "Verify this order or a serial number",
    permanent: "Permanent link",
    signature: "Digital signature",
    signatureText:
      "The JSON version of this certificate is signed. You can [verify any copy with a few lines " +
      "of code](guide) and our [public keys](keys), without contacting us.",
  },
  pdf: {
    certificate: (what: string) => `Certificate: ${what}`,
    order: (what: string) => `Order: ${what}`,
    subject: (number: string, day: string) => `Order ${number}, ${day}`,
    keyword: "carbon credits",
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
    powered: "Powered by Carbon Till",
    revision: (revision: number, moment: string) => `Revision ${revision}, status as of ${moment}`,
    notCertificate: "Not a certificate",
    vintage: (year: number) => `Vintage ${year}`,
    ranges: (count: number) =>
      `${count} serial number ranges, listed on the certificate’s web page`,
    /** Name by which registries list a project, beside its translation. */
    original: (name: string) => `Original name: ${name}`,
    methodology: (name: string) => `Methodology ${name}`,
    goals: (names: string) => `UN goals: ${names}`,
    check:
      "To check this certificate, open it online with the QR code. The attached file " +
      "certificate.json has the same facts for programs, with a digital signature: ",
    checkLink: "how to verify the signature",
  },
};

export type CertificateCopy = typeof en;
