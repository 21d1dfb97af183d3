import { beforePeriod } from "#core/sentence";
import type { Copy } from "./en";
import type { FailureMessages, FaultMessages } from "./faults";
import { saleDe } from "./sale-de";

const failures: FailureMessages = {
  declined:
    "Ihre Bank hat diese Karte abgelehnt. Verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.",
  insufficient_funds:
    "Diese Karte ist nicht ausreichend gedeckt. Bitte verwenden Sie eine andere Karte.",
  expired_card: "Diese Karte ist abgelaufen. Bitte verwenden Sie eine andere Karte.",
  incorrect_cvc:
    "Der Sicherheitscode ist falsch. Prüfen Sie die Ziffern auf Ihrer Karte und versuchen Sie es erneut.",
  incorrect_number: "Die Kartennummer ist falsch. Prüfen Sie sie und versuchen Sie es erneut.",
  not_confirmed:
    "Die Zahlung wurde nicht bestätigt. Versuchen Sie es erneut oder verwenden Sie eine andere Karte.",
  not_a_test_card:
    "Im Testmodus funktionieren nur Testkarten. Sie sind unter dem Formular aufgeführt.",
  interrupted: "Die Zahlung wurde unterbrochen. Bitte versuchen Sie es erneut.",
  refused:
    "Diese Zahlung ist derzeit nicht möglich. Versuchen Sie es später erneut oder wenden Sie sich an den Shop.",
  sold_out: "Diese CO₂-Gutschriften sind soeben ausverkauft. Ihnen wurde nichts berechnet.",
  not_received: "Ihre Überweisung ist nicht rechtzeitig eingegangen.",
};

const faults: FaultMessages = {
  "email.missing":
    "Geben Sie Ihre E-Mail-Adresse ein, damit wir Ihnen den Zahlungsbeleg senden können.",
  "email.invalid": "Geben Sie eine vollständige E-Mail-Adresse ein, z. B. name@example.com.",
  "country.missing": "Wählen Sie Ihr Land aus.",
  "country.refused":
    "Der Shop verkauft nicht an Verbraucher in diesem Land. Es wurde nichts abgebucht.",
  "buyer.missing": "Bestätigen Sie, dass Sie für ein Unternehmen kaufen.",
  "company.missing": "Geben Sie den Namen Ihres Unternehmens ein.",
  "company.long": "Geben Sie den Namen in einer Zeile mit höchstens 200 Zeichen ein.",
  "address.missing": "Geben Sie die Anschrift Ihres Unternehmens ein.",
  "address.long": "Kürzen Sie die Anschrift auf höchstens 500 Zeichen.",
  "vat_id.invalid":
    "Geben Sie die USt-IdNr. so ein, wie Ihr Land sie schreibt, zum Beispiel DE123456789, oder lassen Sie das Feld leer.",
  "tax.changed":
    "Der Preis zeigt jetzt die Steuer für Ihr Land. Bitte prüfen Sie ihn und bezahlen Sie dann.",
  "beneficiary.missing": "Geben Sie einen Namen ein, um eine Nachricht oder Website hinzuzufügen.",
  "beneficiary.long": "Kürzen Sie den Namen auf höchstens 512 Zeichen.",
  "message.long": "Kürzen Sie die Nachricht auf höchstens 512 Zeichen.",
  "message.claim":
    "Entfernen Sie Wörter wie „klimaneutral“ oder „kompensiert“: Ihre Zahlung fördert Klimaprojekte, die Emissionen bleiben.",
  "url.invalid": "Geben Sie eine vollständige Webadresse ein, z. B. www.example.com.",
  "url.long": "Kürzen Sie die Webadresse auf höchstens 512 Zeichen.",
  "number.missing": "Geben Sie Ihre Kartennummer ein.",
  "number.invalid": "Prüfen Sie die Kartennummer. Eine Ziffer ist falsch oder fehlt.",
  "expiry.missing": "Geben Sie das Ablaufdatum Ihrer Karte ein.",
  "expiry.invalid": "Geben Sie Monat und Jahr wie auf Ihrer Karte ein, z. B. 04 / 30.",
  "expiry.past": "Diese Karte ist abgelaufen. Bitte verwenden Sie eine andere Karte.",
  "cvc.missing": "Geben Sie den Sicherheitscode Ihrer Karte ein.",
  "cvc.invalid": "Geben Sie die 3 oder 4 Ziffern des Sicherheitscodes ein.",
  "token.missing": "Geben Sie Ihre Kartendaten ein.",
  "attempts.wait": "Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
  "attempts.over": "Zu viele Versuche. Über diesen Checkout können Sie nicht mehr bezahlen.",
  "attempts.busy":
    "Ihr vorheriger Zahlungsversuch wird noch abgebrochen. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
};

export const de: Copy = {
  summary: {
    label: "Bestellübersicht",
    of: "",
    perTonne: (price) => `${price} pro Tonne`,
    shares: "Wohin Ihr Geld fließt",
    projects: (count) => (count === 1 ? "Projekt ansehen" : `${count} Projekte ansehen`),
    picture: (portfolio) => `Bild des Portfolios ${portfolio}`,
    description: (shop) =>
      `Kaufen Sie CO₂-Gutschriften bei ${beforePeriod(shop)}. Sie werden für Sie reserviert und anschließend in ihrem Register stillgelegt. Sie erhalten ein Zertifikat.`,
  },
  sale: saleDe,
  testNotice: "Testmodus: Ihnen wird nichts berechnet",
  back: (shop) => `Zurück zu ${shop}`,
  form: {
    label: "Zahlung",
    email: "E-Mail-Adresse",
    emailHint: "An diese Adresse senden wir Zahlungsbeleg und Zertifikat.",
    beneficiary: "Name auf dem Zertifikat",
    optional: "optional",
    beneficiaryHint: (shop) =>
      `Für alle sichtbar. Wenn Sie das Feld leer lassen, nennt das Zertifikat ${beforePeriod(shop)}.`,
    beneficiaryMore: "Nachricht oder Website hinzufügen",
    message: "Nachricht",
    messageHint: "Wird unter dem Namen angezeigt und ist für alle sichtbar.",
    url: "Website",
    card: "Karte",
    number: "Kartennummer",
    expiry: "Ablaufdatum",
    expiryForm: "MM / JJ",
    cvc: "Sicherheitscode",
    cvcHint: "3 oder 4 Ziffern auf Ihrer Karte",
    pay: "Zahlungspflichtig bestellen",
    due: "Zu zahlen",
    paying: "Wird verarbeitet …",
    next: "Nach der Zahlung werden die CO₂-Gutschriften fest für Sie reserviert und anschließend in ihrem Register stillgelegt. Das Zertifikat senden wir Ihnen per E-Mail. Es zeigt stets den aktuellen Stand.",
    until: (moment) => `Sie können bis zum ${moment} bezahlen.`,
    loading: "Kartenformular wird geladen …",
    notLoaded:
      "Das Kartenformular konnte nicht geladen werden. Ihnen wurde nichts berechnet. Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.",
    needsScript:
      "Zum Bezahlen ist JavaScript erforderlich. Aktivieren Sie es für diese Seite und laden Sie sie neu, oder kehren Sie zum Shop zurück.",
    lost: "Die Verbindung wurde unterbrochen, bevor Ihre Zahlung begonnen hat. Bitte versuchen Sie es erneut. Ihnen wird nichts doppelt berechnet.",
    lostWaiting:
      "Die Verbindung wurde unterbrochen. Wir prüfen, ob Ihre Zahlung angekommen ist. Bitte bezahlen Sie nicht noch einmal.",
  },
  faultsTitle: (count) =>
    count === 1 ? "Bitte prüfen Sie ein Feld" : `Bitte prüfen Sie ${count} Felder`,
  failureTitle: "Ihnen wurde nichts berechnet",
  failures,
  faults,
  confirm: {
    title: "Bestätigen Sie Ihre Zahlung",
    text: (amount, shop) =>
      `Ihre Bank bittet Sie, die Zahlung von ${amount} an ${shop} zu bestätigen.`,
    approve: "Zahlung bestätigen",
    refuse: "Zahlung ablehnen",
    sending: "Wird gesendet …",
    open: "Fenster meiner Bank öffnen",
    again: "Erneut prüfen",
  },
  checking: {
    title: "Wir prüfen Ihre Zahlung",
    text: "Das dauert einige Sekunden. Bitte bezahlen Sie nicht noch einmal. Diese Seite wird automatisch aktualisiert.",
  },
  processing: {
    title: "Ihre Zahlung wird verarbeitet",
    text: "Ihre Bank hat die Zahlung angenommen und benötigt noch etwas Zeit. Bitte bezahlen Sie nicht noch einmal. Diese Seite wird automatisch aktualisiert.",
    mail: (email) =>
      `Sie können diese Seite schließen. Wir benachrichtigen Sie unter ${email}, sobald die Zahlung abgeschlossen ist.`,
  },
  paid: {
    title: "Vielen Dank für Ihre Zahlung",
    allocated:
      "Ihre CO₂-Gutschriften sind Ihnen fest zugeteilt. Ihr Zertifikat zeigt, wann sie im Register stillgelegt sind.",
    allocating:
      "Ihre CO₂-Gutschriften werden gerade reserviert. Ihr Zertifikat ist in Kürze verfügbar.",
    waiting: (shop) =>
      `Ihre Zahlung ist eingegangen, und Ihre Bestellung ist gesichert. Sie wartet auf CO₂-Gutschriften, da ${shop} derzeit nicht genügend vorrätig hat.`,
    backOrdered: (day) =>
      `Ihre CO₂-Gutschriften sind nachbestellt. Sie erhalten sie bis zum ${day}.`,
    waitingNext:
      "Sobald CO₂-Gutschriften verfügbar sind, werden sie für Sie reserviert, und Sie erhalten das Zertifikat per E-Mail. Sie müssen nichts weiter tun.",
    receipt: (email) => `Wir senden den Zahlungsbeleg an ${email}.`,
    certificate: "Zertifikat ansehen",
    order: "Bestellung ansehen",
    number: "Bestellnummer",
    onward: (host) => `Weiter zu ${host}`,
    leaving: (host) => `Sie werden in {seconds}\u00a0s zu ${host} weitergeleitet.`,
    stay: "Hier bleiben",
  },
  backOrder: (shop, day) =>
    `${shop} hat derzeit nicht genügend CO₂-Gutschriften vorrätig. Wenn Sie jetzt bezahlen, erhalten Sie sie bis zum ${day}.`,
  blockers: {
    no_provider: {
      title: "Zahlung derzeit nicht möglich",
      text: (shop) =>
        `${shop} kann derzeit keine Zahlungen annehmen. Ihnen wurde nichts berechnet.`,
    },
    no_stock: {
      title: "Nicht genügend CO₂-Gutschriften vorrätig",
      text: (shop) =>
        `${shop} hat für diesen Kauf derzeit nicht genügend CO₂-Gutschriften. Ihnen wurde nichts berechnet.`,
    },
    until: (moment) =>
      `Diese Seite bleibt bis zum ${moment} geöffnet. Versuchen Sie es später erneut.`,
    again: "Erneut versuchen",
  },
  failed: {
    title: "Ihre Zahlung ist fehlgeschlagen",
    text: "Ihre Bank hat die Zahlung abgelehnt. Ihnen wurde nichts berechnet, und Ihre Bestellung ist storniert.",
  },
  cancelled: {
    title: "Diese Bestellung wurde storniert",
    text: "Ihnen wird nichts berechnet. Sollte noch eine Zahlung eingehen, erstatten wir sie umgehend.",
  },
  expired: {
    title: "Dieser Checkout ist abgelaufen",
    text: "Sie können hier nicht mehr bezahlen, und Ihnen wurde nichts berechnet.",
  },
  refund: {
    done: (amount) =>
      `Wir haben ${amount} auf Ihre Karte erstattet. Es kann bis zu 10 Tage dauern, bis der Betrag auf Ihrer Abrechnung erscheint.`,
    underWay: (amount) => `Wir erstatten ${amount} auf Ihre Karte.`,
    otherMeans: (amount) => `Wir haben Ihnen ${amount} auf anderem Weg zurückgezahlt.`,
    failed: (amount, shop) =>
      `Eine Erstattung von ${amount} ist fehlgeschlagen, Sie haben das Geld also nicht erhalten. ${shop} weiß davon und kann den Betrag erneut erstatten.`,
    expired: "Ihre Zahlung ist eingegangen, nachdem dieser Checkout abgelaufen war.",
  },
  again: (shop) => `Um neu zu beginnen, kehren Sie zu ${shop} zurück.`,
  unknown: {
    title: "Checkout nicht gefunden",
    text: "Prüfen Sie, ob in der Adresse Zeichen fehlen, oder kehren Sie zum Shop zurück, von dem Sie kommen.",
  },
  unavailable: {
    title: "Diese Seite ist derzeit nicht verfügbar",
    text: "Auf unserer Seite ist ein Fehler aufgetreten. Durch das Öffnen dieser Seite wurde Ihnen nichts berechnet. Wenn Sie gerade bezahlt haben, bezahlen Sie bitte nicht noch einmal.",
    again: "Erneut versuchen",
  },
};
