import type { ImpactCopy } from "./en";

const trees = {
  one: "Baumsetzling, der 10 Jahre lang wächst",
  more: "Baumsetzlingen, die 10 Jahre lang wachsen",
};

export const de: ImpactCopy = {
  of: "",
  retired: "stillgelegt",
  setAside: "reserviert",
  title: (name) => `Klimabeitrag von ${name}`,
  titleWith: (name, claim) => `${name}: ${claim}`,
  description: {
    empty: (name) => `Die CO₂-Gutschriften von ${name}, nach Projekt.`,
    text: ({ mass, projects, name, day, split }) =>
      `CO₂-Gutschriften über ${mass} CO₂e aus ${projects === 1 ? "einem Projekt" : `${projects} Projekten`} ` +
      `für ${name} seit ${day}: ${split}. Sehen Sie sich die Projekte an und prüfen Sie sie.`,
    test: (text) => `Testdaten: Es wurden keine echten CO₂-Gutschriften stillgelegt. ${text}`,
  },
  forOthers: {
    claim: "für Kundschaft und Partner",
    name: (name) => `Kundschaft und Partner von ${name}`,
    alongside: (claim, name) => `Dazu ${claim} für Kundschaft und Partner, über ${name}`,
    ownAlongside: (claim, name) => `Dazu ${claim} für ${name} selbst`,
  },
  split: {
    retired: (mass) => `${mass} in Registern stillgelegt`,
    pending: (mass) => `${mass} reserviert, Stilllegung ausstehend`,
    allRetired: "alles in Registern stillgelegt",
    allPending: "alles reserviert, Stilllegung ausstehend",
  },
  hero: {
    testNotice: "Testdaten: Es wurden keine echten Gutschriften stillgelegt",
    nothing: "Noch nichts stillgelegt",
    empty:
      "Sobald der ersten Bestellung CO₂-Gutschriften zugeteilt sind, zeigt diese Seite, wie viel " +
      "reserviert und stillgelegt wurde, aus welchen Projekten und wo sich das prüfen lässt.",
    test: "Dies sind Sandbox-Gutschriften aus erfundenen Projekten.",
    retired:
      "Die Register haben diese CO₂-Gutschriften stillgelegt. Sie sind dauerhaft aus dem Verkehr " +
      "gezogen und können nicht mehr verkauft, übertragen oder genutzt werden.",
    setAside: (mass, name) =>
      `CO₂-Gutschriften über ${mass} CO₂e sind für ${name} reserviert. Als stillgelegt zählen ` +
      "sie hier, sobald ihre Register das verzeichnet haben.",
  },
  start: {
    title: "Was diese Seite zeigen wird",
    steps: [
      {
        title: "Reserviert",
        text: "Gutschriften für jede Bestellung, nach Projekt, mit Bild, Ort, Register und Jahrgang.",
      },
      {
        title: "Stillgelegt",
        text: "Was die Register als stillgelegt verzeichnet haben, getrennt von dem, was noch aussteht.",
      },
      {
        title: "Nachprüfbar",
        text: "Ein Zertifikat für jede Bestellung. Alle können [es oder eine Seriennummer prüfen](verify).",
      },
    ],
  },
  projects: {
    title: "Gutschriften nach Projekt",
    retired: "Im Register stillgelegt",
    retiredInTest: "In der Sandbox stillgelegt",
    pending: "Stilllegung ausstehend",
    part: (retired, pending) => `${retired} stillgelegt, ${pending} ausstehend`,
    location: "Ort",
    mechanism: "Wirkungsweise",
    vintages: "Jahrgänge",
    registry: "Register",
    more: (count) =>
      count === 1 ? "1 weiteres Projekt zeigen" : `${count} weitere Projekte zeigen`,
    moreCaption: "Weitere Projekte",
    project: "Projekt",
    amount: "Menge",
  },
  map: {
    heading: "Wo die Projekte sind",
    title: "Weltkarte der Projekte",
  },
  timeline: {
    titles: { month: "Monat für Monat", quarter: "Quartal für Quartal", year: "Jahr für Jahr" },
    every: { month: "Monat", quarter: "Quartal", year: "Jahr" },
    quarter: (quarter, year) => `${quarter}. Quartal ${year}`,
    legend:
      "Nach dem Datum der Bestellung (UTC). Dunkel: in Registern stillgelegt. Hell: ausstehend.",
    captions: {
      month: "CO₂e nach Monat der Bestellung",
      quarter: "CO₂e nach Quartal der Bestellung",
      year: "CO₂e nach Jahr der Bestellung",
    },
    inYear: (year) => `CO₂e nach Monaten des Jahres ${year}`,
    chart: (label, first, last) =>
      `${label}, von ${first} bis ${last}. Die Tabelle darunter enthält die Daten.`,
    none: "Keine Bestellungen in diesem Jahr.",
    table: "Daten als Tabelle zeigen",
    total: "Gesamt",
    retired: "In Registern stillgelegt",
  },
  equivalents: {
    title: "Das entspricht",
    labels: {
      us: {
        cars: {
          one: "Benzinauto, ein Jahr lang gefahren",
          more: "Benzinautos, ein Jahr lang gefahren",
        },
        homes: {
          one: "US-Haushalt mit seinem Energieverbrauch eines Jahres",
          more: "US-Haushalten mit ihrem Energieverbrauch eines Jahres",
        },
        flights: {
          one: "Fluggast von Los Angeles nach New York",
          more: "Fluggästen von Los Angeles nach New York",
        },
        trees,
      },
      eu: {
        cars: {
          one: "Kilometer mit einem durchschnittlichen Auto",
          more: "Kilometern mit einem durchschnittlichen Auto",
        },
        flights: {
          one: "Fluggast von Frankfurt nach Lissabon",
          more: "Fluggästen von Frankfurt nach Lissabon",
        },
        trees,
      },
    },
    each: "Jeder Vergleich steht für die gesamte Menge.",
    sources: {
      us: "Nach Daten der US-Umweltbehörde EPA.",
      eu:
        "Autos und Flüge: Umrechnungsfaktoren 2025 der britischen Regierung, Flüge mit ihren " +
        "Nicht-CO₂-Effekten. Bäume: US-Umweltbehörde EPA.",
    },
    caveat: "Die Vergleiche veranschaulichen die Menge; sie verringern niemandes Fußabdruck.",
  },
  embed: {
    title: "Auf Ihrer Website einbinden",
    badge: "Plakette",
    badgePreview: "Vorschau der Plakette",
    card: "Karte",
    cardPreview: "Vorschau der Karte",
    text:
      "Beide folgen dem hellen oder dunklen Farbschema der Besucher und sind binnen einer Minute " +
      "aktuell. Um sie zu ändern, ergänzen Sie in der Adresse [?theme=light] oder [dark] und " +
      "[lang=de], [fr] oder [es].",
    copy: "Kopieren",
    copied: "Kopiert",
  },
  foot: {
    live:
      "Zu jeder Bestellung gehört ein Zertifikat mit ihren Seriennummern und dem Eintrag des Registers " +
      "über deren Stilllegung.",
    once: "Kein Kilogramm wird doppelt gezählt.",
    test:
      "Zu jeder Bestellung gehört ein Zertifikat mit ihren Seriennummern. Testzertifikate führen " +
      "Seriennummern der Sandbox auf.",
  },
  preview: "Vorschau",
  moved: "Diese Seite ist umgezogen",
  missing:
    "Prüfen Sie, ob in der Adresse Zeichen fehlen. Vielleicht ist die Seite auch ausgeschaltet.",
};
