import type { CertificateCopy } from "./certificate-copy-en";

export const de: CertificateCopy = {
  of: "",
  lead: {
    placed: "zu reservieren für",
    retired: "stillgelegt im Namen von",
    setAside: "reserviert für",
    allocated: "zugeteilt an",
  },
  kind: {
    order: "Bestellung wartet auf Zuteilung",
    retired: "Zertifikat über die Stilllegung von CO₂-Gutschriften",
    other: (status) => `Zertifikat über CO₂-Gutschriften · ${status}`,
  },
  notYet: "Noch nicht",
  replaced: "Ersetzt",
  waits: { withdrawal: "Widerruf möglich bis", expected: "Gutschriften erwartet bis" },
  record: {
    labels: (list) => `Kennzeichnungen: ${list}`,
    granted: (scheme, day) => `${scheme} (seit ${day})`,
    adjustment: {
      none: "Keine entsprechende Anpassung (Artikel 6, Pariser Übereinkommen)",
      authorized:
        "Vom Gastland für eine entsprechende Anpassung autorisiert (Artikel 6, Pariser Übereinkommen)",
      applied:
        "Entsprechende Anpassung durch das Gastland vorgenommen (Artikel 6, Pariser Übereinkommen)",
    },
    cancelled: (day) => `Gelöscht am ${day}, nicht stillgelegt`,
    retired: (day) => `Stillgelegt am ${day}`,
    retiredInTest: (day) => `In der Sandbox stillgelegt am ${day}`,
    reference: (reference) => `, Referenz ${reference}`,
    wording: (text) => `Wortlaut im Register: „${text}“`,
    replaced: {
      disputed: (day) =>
        `Am ${day} ersetzt, weil sie laut Register für jemand anderen stillgelegt sind`,
      cancelled: (day) => `Am ${day} ersetzt, weil das Register sie gelöscht hat`,
    },
    substituted: (day) => `Am ${day} anstelle anderer Gutschriften zugeteilt`,
    part: (mass, note) => `${mass}: ${note}`,
  },
  testNotice: "Testzertifikat: Sandbox-Gutschriften, es wurden keine echten stillgelegt",
  sharedTonnes:
    "Jede Seriennummer steht für eine Tonne (1.000 kg) CO₂e. Enthält dieses Zertifikat weniger als " +
    "eine ganze Tonne, gehört der Rest anderen. Kein Kilogramm steht auf zwei Zertifikaten.",
  test: (title) => `Test: ${title}`,
  cancelled: {
    head: "Stornierte Bestellung",
    title: "Diese Bestellung wurde storniert",
    text: "Es wurden keine CO₂-Gutschriften stillgelegt, daher gibt es kein Zertifikat.",
    order: (number) => `Bestellnummer ${number}`,
  },
  unavailable: {
    head: "Vorübergehend nicht verfügbar",
    title: "Dieses Zertifikat ist gerade nicht verfügbar",
    text: "Das Zertifikat ist sicher gespeichert, lässt sich aber im Moment nicht laden. Versuchen Sie es in einer Minute erneut.",
  },
  missing:
    "Prüfen Sie die Adresse. Der Link zu einem Zertifikat endet mit der ID der Bestellung, die mit ord_ beginnt.",
  outdated: (copy, revision, moment) =>
    `Ihr Exemplar hat die Revision ${copy} und ist veraltet. Diese Seite zeigt Revision ${revision}, Stand ${moment}.`,
  neverIssued: (copy, revision) =>
    `Ihr Exemplar nennt Revision ${copy}, die nie ausgestellt wurde. Diese Seite zeigt Revision ${revision}.`,
  facts: {
    order: "Bestellung",
    reference: "Kurzreferenz",
    number: "Bestellnummer",
    amount: "Menge",
    ordered: "Bestellt",
    allocated: "Zugeteilt",
    retired: "Im Register stillgelegt",
    retiredInTest: "In der Sandbox stillgelegt",
    issuedBy: "Ausgestellt von",
    soldBy: "Verkauft von",
    revision: "Revision",
    statusAsOf: "Stand",
    note: "Anmerkung",
  },
  qrCode: (url) => `QR-Code von ${url}`,
  scan: "Zum Prüfen scannen",
  actions: {
    certificate: "Zertifikat als PDF",
    order: "Bestellung als PDF",
    json: "Daten als JSON",
  },
  projects: {
    count: (count) => (count === 1 ? "1 Projekt" : `${count} Projekte`),
    details: "Seriennummern und Registereinträge",
    caption: "Projekte dieses Zertifikats",
    project: "Projekt",
    picture: "Bild",
    amountOfTonnes: "Menge und die Tonnen, zu denen sie gehört",
    tonnes: (kg, count, tonnes) => `${kg} von ${count === 1 ? "1 Tonne" : `${tonnes} Tonnen`}`,
    vintages: (years) => `Jahrgang ${years}`,
    creditsOf: (project) => `Gutschriften aus ${project}`,
    vintage: "Jahrgang",
    serials: "Seriennummern und Registereintrag",
    amount: "Menge",
    ofKg: (kg) => `von ${kg}`,
    inRegistry: "Im Register ansehen",
    registry: "Register",
    methodology: "Methodik",
    developer: "Projektentwickler",
  },
  verification: {
    title: "So prüfen Sie dieses Zertifikat",
    test: "Dies ist ein Test. Die Projekte und Seriennummern sind erfunden und stehen in keinem Register.",
    retired:
      "Öffnen Sie das Projekt in seinem Register und suchen Sie die Seriennummern unter den stillgelegten Gutschriften.",
    open:
      "Öffnen Sie das Projekt in seinem Register und suchen Sie die Seriennummern. Das Register führt " +
      "noch nicht alle als für dieses Zertifikat stillgelegt. Diese Seite zeigt immer den neuesten Stand.",
    link: "Diese Bestellung oder eine Seriennummer prüfen",
    permanent: "Dauerhafter Link",
    signature: "Digitale Signatur",
    signatureText:
      "Die JSON-Fassung dieses Zertifikats ist signiert. Sie können [jedes Exemplar mit wenigen " +
      "Zeilen Code](guide) und unseren [öffentlichen Schlüsseln](keys) prüfen, ohne uns zu fragen.",
  },
  pdf: {
    certificate: (what) => `Zertifikat: ${what}`,
    order: (what) => `Bestellung: ${what}`,
    subject: (number, day) => `Bestellung ${number}, ${day}`,
    keyword: "CO₂-Gutschriften",
    page: (page, pages) => `Seite ${page} von ${pages}`,
    powered: "Powered by Carbon Till",
    revision: (revision, moment) => `Revision ${revision}, Stand ${moment}`,
    notCertificate: "Kein Zertifikat",
    vintage: (year) => `Jahrgang ${year}`,
    ranges: (count) =>
      `${count} Seriennummernbereiche, aufgeführt auf der Webseite des Zertifikats`,
    original: (name) => `Originalname: ${name}`,
    methodology: (name) => `Methodik ${name}`,
    goals: (names) => `UN-Ziele: ${names}`,
    check:
      "Öffnen Sie dieses Zertifikat zum Prüfen mit dem QR-Code im Internet. Die angehängte Datei " +
      "certificate.json enthält dieselben Angaben für Programme (auf Englisch) mit digitaler Signatur: ",
    checkLink: "so prüfen Sie die Signatur",
  },
};
