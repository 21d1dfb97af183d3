// The checkout page in German.

import type { Texts } from "./en";
import type { FailureTexts, FaultTexts } from "./texts";

const failures: FailureTexts = {
  declined:
    "Ihre Bank hat diese Karte abgelehnt. Versuchen Sie es mit einer anderen oder fragen Sie Ihre Bank.",
  insufficient_funds:
    "Auf dieser Karte ist nicht genug Guthaben. Bitte nehmen Sie eine andere Karte.",
  expired_card: "Diese Karte ist abgelaufen. Bitte nehmen Sie eine andere Karte.",
  incorrect_cvc:
    "Der Sicherheitscode stimmt nicht. Prüfen Sie die Ziffern auf Ihrer Karte und versuchen Sie es noch einmal.",
  incorrect_number:
    "Die Kartennummer stimmt nicht. Prüfen Sie sie und versuchen Sie es noch einmal.",
  not_confirmed:
    "Die Zahlung wurde nicht bestätigt. Versuchen Sie es noch einmal oder nehmen Sie eine andere Karte.",
  not_a_test_card: "Im Testbetrieb gelten nur Testkarten. Sie finden sie unter dem Formular.",
  interrupted: "Die Zahlung wurde unterbrochen. Bitte versuchen Sie es noch einmal.",
  refused:
    "Diese Zahlung ist hier im Moment nicht möglich. Versuchen Sie es später noch einmal oder fragen Sie den Shop.",
  not_received: "Die Überweisung ist nicht rechtzeitig eingegangen.",
};

const faults: FaultTexts = {
  "email.missing": "Geben Sie Ihre E-Mail-Adresse an: Dorthin geht der Beleg.",
  "email.invalid": "Geben Sie die ganze E-Mail-Adresse an, zum Beispiel name@example.com.",
  "beneficiary.missing": "Geben Sie auch einen Namen an: Mitteilung und Website stehen darunter.",
  "beneficiary.long": "Kürzen Sie den Namen auf höchstens 512 Zeichen.",
  "message.long": "Kürzen Sie die Mitteilung auf höchstens 512 Zeichen.",
  "url.invalid": "Geben Sie eine ganze Webadresse an, zum Beispiel www.example.com.",
  "url.long": "Kürzen Sie die Webadresse auf höchstens 512 Zeichen.",
  "number.missing": "Geben Sie die Nummer Ihrer Karte an.",
  "number.invalid": "Prüfen Sie die Kartennummer: Eine Ziffer fehlt oder ist falsch.",
  "expiry.missing": "Geben Sie an, bis wann Ihre Karte gültig ist.",
  "expiry.invalid": "Geben Sie Monat und Jahr so an wie auf der Karte, zum Beispiel 04 / 30.",
  "expiry.past": "Diese Karte ist abgelaufen. Bitte nehmen Sie eine andere Karte.",
  "cvc.missing": "Geben Sie den Sicherheitscode Ihrer Karte an.",
  "cvc.invalid": "Geben Sie die 3 oder 4 Ziffern des Sicherheitscodes an.",
  "token.missing": "Bitte füllen Sie das Kartenformular aus.",
  "attempts.wait":
    "Das waren zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.",
  "attempts.over": "Das waren zu viele Versuche. Mit diesem Bezahlvorgang ist keiner mehr möglich.",
  "attempts.busy":
    "Ihr früherer Zahlungsversuch wird noch beendet. Warten Sie eine Minute und versuchen Sie es dann noch einmal.",
};

export const de: Texts = {
  name: "Deutsch",
  languages: "Sprache",
  summary: {
    label: "Was Sie bezahlen",
    of: "",
    perKg: (price) => `${price} pro kg`,
    currency: "US-Dollar",
    shares: "Wohin es fließt",
    projects: (count) => (count === 1 ? "Das Projekt ansehen" : `Die ${count} Projekte ansehen`),
    picture: (portfolio) => `Bild des Portfolios ${portfolio}`,
    description: (shop) =>
      `Bezahlen Sie ${shop} für CO₂-Zertifikate. Sie werden für Sie stillgelegt, und Sie erhalten eine Urkunde.`,
  },
  testNotice: "Testbetrieb: Es fließt kein Geld",
  back: (shop) => `Zurück zu ${shop}`,
  form: {
    label: "Zahlung",
    email: "E-Mail",
    emailHint: "Für den Beleg und die Urkunde.",
    beneficiary: "Name auf der Urkunde",
    optional: "freiwillig",
    beneficiaryHint: (shop) =>
      `Er ist dort für alle sichtbar. Bleibt das Feld leer, nennt die Urkunde ${shop}.`,
    beneficiaryMore: "Mitteilung oder Website hinzufügen",
    message: "Mitteilung",
    messageHint: "Steht unter dem Namen, für alle sichtbar.",
    url: "Website",
    card: "Karte",
    number: "Kartennummer",
    expiry: "Gültig bis",
    expiryForm: "MM / JJ",
    cvc: "Sicherheitscode",
    cvcHint: "3 oder 4 Ziffern auf der Karte",
    pay: (amount) => `${amount} bezahlen`,
    paying: "Zahlung läuft …",
    next: "Sobald Sie bezahlt haben, werden die CO₂-Zertifikate für Sie stillgelegt: Niemand kann sie noch einmal verwenden. Die Urkunde erhalten Sie per E-Mail.",
    until: (moment) => `Bezahlen können Sie hier bis ${moment}.`,
    loading: "Das Kartenformular wird geladen …",
    notLoaded:
      "Das Kartenformular konnte nicht geladen werden; Ihnen wurde nichts berechnet. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.",
    needsScript:
      "Zum Bezahlen braucht diese Seite JavaScript. Erlauben Sie es und laden Sie die Seite neu, oder gehen Sie zurück zum Shop.",
    lost: "Die Verbindung ist abgebrochen, und Ihre Zahlung hat nicht begonnen. Bitte versuchen Sie es noch einmal: Doppelt bezahlen können Sie nicht.",
    lostWaiting:
      "Die Verbindung ist abgebrochen. Ob Ihre Zahlung ankam, wissen wir noch nicht und prüfen es gerade. Bitte bezahlen Sie nicht noch einmal.",
  },
  faultsTitle: (count) =>
    count === 1 ? "Bitte prüfen Sie ein Feld" : `Bitte prüfen Sie ${count} Felder`,
  failureTitle: "Ihnen wurde nichts berechnet",
  failures,
  faults,
  confirm: {
    title: "Ihre Bank bittet um Bestätigung",
    text: (amount, shop) => `Möchten Sie ${amount} an ${shop} zahlen?`,
    approve: "Ja, bestätigen",
    refuse: "Nein, ablehnen",
    sending: "Ihre Antwort wird gesendet …",
    open: "Fenster meiner Bank öffnen",
    again: "Noch einmal prüfen",
  },
  checking: {
    title: "Wir prüfen Ihre Zahlung",
    text: "Das dauert einige Sekunden. Bitte bezahlen Sie nicht noch einmal: Diese Seite erneuert sich von selbst.",
  },
  processing: {
    title: "Ihre Zahlung ist unterwegs",
    text: "Ihre Bank hat sie angenommen und braucht noch etwas. Bitte bezahlen Sie nicht noch einmal: Diese Seite erneuert sich von selbst.",
    mail: (email) =>
      `Sie können sie auch schließen. Wir schreiben an ${email}, sobald es so weit ist.`,
  },
  paid: {
    title: "Bezahlt. Vielen Dank.",
    retired: "Ihre CO₂-Zertifikate sind stillgelegt. Niemand kann sie noch einmal verwenden.",
    retiring: "Ihre CO₂-Zertifikate werden gerade stillgelegt. Die Urkunde ist gleich fertig.",
    waiting: (shop) =>
      `Ihre Zahlung ist eingegangen, und Ihre Bestellung ist sicher. Sie wartet noch auf CO₂-Zertifikate: ${shop} hat im Moment nicht genug vorrätig.`,
    waitingNext:
      "Sobald Zertifikate da sind, werden sie für Sie stillgelegt, und Sie erhalten die Urkunde per E-Mail. Sie müssen nichts weiter tun.",
    receipt: (email) => `Der Beleg geht an ${email}.`,
    certificate: "Urkunde ansehen",
    order: "Bestellung verfolgen",
    number: "Bestellnummer",
    onward: (host) => `Weiter zu ${host}`,
    leaving: (host) => `In {seconds}\u00a0s geht es weiter zu ${host}.`,
    stay: "Hier bleiben",
  },
  blockers: {
    no_provider: {
      title: "Bezahlen ist gerade nicht möglich",
      text: (shop) =>
        `${shop} kann hier im Moment keine Zahlungen annehmen. Ihnen wurde nichts berechnet.`,
    },
    no_stock: {
      title: "Zurzeit nicht genug CO₂-Zertifikate",
      text: (shop) =>
        `${shop} hat für diesen Kauf im Moment nicht genug CO₂-Zertifikate. Ihnen wurde nichts berechnet.`,
    },
    until: (moment) =>
      `Diese Seite bleibt bis ${moment} offen: Versuchen Sie es später noch einmal.`,
    again: "Erneut versuchen",
  },
  failed: {
    title: "Die Zahlung ist gescheitert",
    text: "Ihre Bank hat sie am Ende abgelehnt. Ihnen wurde nichts berechnet, und die Bestellung ist storniert.",
  },
  cancelled: {
    title: "Diese Bestellung wurde storniert",
    text: "Sie wird Ihnen nicht berechnet. Sollte noch eine Zahlung eintreffen, wird sie sofort erstattet.",
  },
  expired: {
    title: "Dieser Bezahlvorgang ist abgelaufen",
    text: "Er kann nicht mehr bezahlt werden, und Ihnen wurde nichts berechnet.",
  },
  refund: {
    done: (amount) =>
      `${amount} wurden auf Ihre Karte erstattet. Bis Ihre Bank es zeigt, können 10 Tage vergehen.`,
    underWay: (amount) => `${amount} werden gerade auf Ihre Karte erstattet.`,
    expired: "Ihre Zahlung kam an, als dieser Bezahlvorgang schon abgelaufen war.",
  },
  again: (shop) => `Um neu zu beginnen, gehen Sie zurück zu ${shop}.`,
  unknown: {
    title: "Diesen Bezahlvorgang gibt es nicht",
    text: "Prüfen Sie, ob in der Adresse ein Zeichen fehlt, oder gehen Sie zurück zu dem Shop, von dem Sie kommen.",
  },
  unavailable: {
    title: "Diese Seite lässt sich gerade nicht zeigen",
    text: "Das liegt an uns; das Öffnen hat Sie nichts gekostet. Wenn Sie eben bezahlt haben, bezahlen Sie bitte nicht noch einmal.",
    again: "Noch einmal versuchen",
  },
};
