import type { VerifyCopy } from "./en";

const of = (isOne: boolean) => (isOne ? "dieser Tonne" : "dieser Seriennummern");
const where = (isTest: boolean) => (isTest ? "im Sandbox-Register" : "im Register");

export const de: VerifyCopy = {
  title: "Zertifikat prüfen",
  lead: "Sehen Sie, für wen CO₂-Gutschriften reserviert wurden und ob und wann das Register sie stillgelegt hat.",
  description:
    "Geben Sie eine Seriennummer, eine Bestellnummer oder den Link zu einem Zertifikat ein und sehen " +
    "Sie, für wen die CO₂-Gutschriften reserviert wurden und ob das Register sie stillgelegt hat.",
  field: "Seriennummer, Bestellnummer oder Link zum Zertifikat",
  submit: "Prüfen",
  hints: {
    title: "Das können Sie eingeben",
    serial: {
      title: "Seriennummer",
      text: "Eine einzelne Nummer oder ein Bereich im Format des Registers, wie auf dem Zertifikat.",
    },
    order: {
      title: "Bestellnummer",
      text: "Die 32 Zeichen auf dem Zertifikat (Ziffern und die Buchstaben a bis f), mit oder ohne Bindestriche.",
    },
    link: {
      title: "Link zum Zertifikat",
      text: "Die Adresse der Zertifikatsseite, ihres PDFs oder ihres QR-Codes.",
    },
    more:
      "Jede Seriennummer steht für eine Tonne. Mehrere Zertifikate können sich eine Tonne teilen; die " +
      "Prüfung einer Seriennummer findet sie alle. Sie zeigt nur, was auch auf den Zertifikaten steht, " +
      "und braucht kein Konto. Programme können [die API](api) nutzen.",
  },
  results: "Ergebnisse",
  testResults: "Testergebnisse",
  inTest: (title) => `${title} (Test)`,
  statuses: {
    disputed: "Zugeteilt, aber das Register weist etwas anderes aus",
    cancelled: "Zugeteilt, aber im Register gelöscht",
    unreported: "Zugeteilt, ohne Nachweis des Registers",
    pending: "Reserviert, Stilllegung ausstehend",
    requested: "Reserviert, Stilllegung beantragt",
    retired: "Stillgelegt",
  },
  placed: "Noch nicht stillgelegt",
  cancelled: "Storniert. Es wurden keine Gutschriften stillgelegt.",
  links: {
    fulfilled: "Zertifikat ansehen",
    placed: "Bestellung ansehen",
    cancelled: "Bestellung ansehen",
  },
  serials: {
    outside: {
      title: "Außerhalb dieses Dienstes stillgelegt",
      text: (isOne) =>
        isOne
          ? "Das Register führt diese Seriennummer als stillgelegt, aber kein Zertifikat dieses Dienstes " +
            "enthält sie. Die öffentlichen Einträge des Registers nennen möglicherweise die Begünstigten."
          : "Das Register führt einige oder alle dieser Seriennummern als stillgelegt, aber kein Zertifikat " +
            "dieses Dienstes enthält sie. Die öffentlichen Einträge des Registers nennen möglicherweise " +
            "die Begünstigten.",
    },
    someoneElse: {
      title: "Für jemand anderen stillgelegt",
      text: ({ isOne, kg }) =>
        `Das Register weist ${isOne ? "diese Tonne" : "diese Seriennummern"} als für jemand anderen ` +
        `stillgelegt aus. Den Zertifikaten unten waren ${kg} davon zugeteilt; sie haben dafür andere ` +
        "Gutschriften erhalten.",
    },
    titles: {
      retired: "Stillgelegt",
      setAside: "Reserviert, nicht vollständig stillgelegt",
      partlyRetired: "Teilweise stillgelegt",
      partlySetAside: "Teilweise reserviert",
      atLeastRetired: "Mindestens teilweise stillgelegt",
      atLeastSetAside: "Mindestens teilweise reserviert",
    },
    all: ({ isOne, kg }) => `Alle ${kg} ${of(isOne)} gehören zu den Zertifikaten unten.`,
    part: ({ isOne, kg, ofKg, hasMore }) =>
      `${hasMore ? "Mindestens " : ""}${kg} von ${ofKg} ${of(isOne)} gehören zu den Zertifikaten unten.`,
    retired: (isTest) => `Sie sind ${where(isTest)} stillgelegt.`,
    notOnFile: (isTest) => `Für ihre Stilllegung ${where(isTest)} liegt hier kein Nachweis vor.`,
    partOnFile: (kg, openKg, isTest) =>
      `Davon sind ${kg} ${where(isTest)} stillgelegt; für ${openKg} liegt hier kein Nachweis vor.`,
    listed:
      "Die zuletzt importierte Stilllegungsliste des Registers enthält einige dieser Seriennummern.",
    replaced: (kg) =>
      `${kg} wurden durch andere Gutschriften ersetzt, weil sie laut Register für jemand anderen stillgelegt sind.`,
    elsewhere: (kg) => `Die übrigen ${kg} stehen auf keinem Zertifikat dieses Dienstes.`,
    onlyFirst: (count) =>
      `Nur die ersten ${count} sind aufgeführt. Geben Sie weniger Seriennummern ein, um alle zu sehen.`,
  },
  certificate: {
    current: (revision) => `Ihr Exemplar ist die aktuelle Revision ${revision}.`,
    outdated: (revision, moment) =>
      `Ihr Exemplar ist nicht die aktuelle Revision. Aktuell ist Revision ${revision}, Stand ${moment}.`,
    held: "auf einem Zertifikat",
    replaced: "auf einem Zertifikat, dann ersetzt",
    entry: (kg) =>
      `Dieser Eintrag des Zertifikats umfasst ${kg}, mehr als die eingegebenen Seriennummern:`,
    unnamed:
      "Andere Inhaber werden hier nicht genannt. Geben Sie die Nummer einer Bestellung ein, um ihr Zertifikat zu sehen.",
    vintage: (year) => `Jahrgang ${year}`,
  },
  checks: "Das können Sie prüfen",
  noOrder: {
    title: "Keine Bestellung gefunden",
    text: "Dieser Dienst hat keine Bestellung mit dieser Nummer und hat dafür kein Zertifikat ausgestellt.",
    checks: [
      "Vergleichen Sie die Nummer mit dem Zertifikat. Eine Bestellnummer hat 32 Ziffern und Buchstaben.",
      "Öffnen Sie den Link auf dem Zertifikat. Hat ein anderer Dienst es ausgestellt, prüfen Sie es dort.",
    ],
  },
  noLink: {
    title: "Das ist kein Link zu einem Zertifikat",
    text: "Der Link zu einem Zertifikat enthält die ID einer Bestellung, die mit ord_ beginnt. Dieser nicht.",
    checks: [
      "Kopieren Sie den vollständigen Link oder geben Sie stattdessen die Bestellnummer ein.",
    ],
  },
  shortReference: {
    title: "Bitte geben Sie die Bestellnummer ein",
    text: "Die Kurzreferenz hilft am Telefon und in Nachrichten, ist aber zu kurz, um eine Bestellung sicher zu erkennen.",
    checks: [
      "Die Bestellnummer steht neben der Kurzreferenz auf dem Zertifikat und in E-Mails: 32 Zeichen.",
      "Sie können auch den QR-Code des Zertifikats scannen oder seinen Link eingeben.",
    ],
  },
  notFound: {
    title: "Nicht gefunden",
    text:
      "Keine Bestellung hier hat Gutschriften mit dieser Nummer. Vielleicht wurden sie anderswo oder " +
      "noch gar nicht stillgelegt. Auskunft gibt das Register.",
    checks: [
      "Kopieren Sie die Nummer mit allen Bindestrichen vom Zertifikat. Ein Bereich beginnt und endet mit einer Seriennummer.",
      "Suchen Sie die Nummer in den öffentlichen Einträgen des Registers. Verra, Gold Standard und andere Register führen jede stillgelegte Seriennummer auf.",
      "Wenn Sie ein Zertifikat mit dieser Nummer haben, öffnen Sie dessen Link. Dort sehen Sie, wer es ausgestellt hat.",
    ],
  },
  tooLong: {
    title: "Die Eingabe ist zu lang",
    text: "Geben Sie eine einzelne Seriennummer, einen Bereich, eine Bestellnummer oder den Link zu einem Zertifikat ein.",
  },
  tooFast: {
    title: "Zu viele Anfragen",
    text: "Aus Ihrem Netzwerk kamen innerhalb einer Sekunde zu viele Anfragen. Wählen Sie gleich noch einmal „Prüfen“.",
  },
};
