import type { RetirementCopy, SentenceFacts } from "./retirement-copy";

const at = ({ registry }: SentenceFacts) => (registry ? `bei ${registry}` : "im Sandbox-Register");
const recordsOf = ({ registry }: SentenceFacts) =>
  registry ? `laut ${registry}` : "laut Sandbox-Register";
const referenceOf = ({ reference }: SentenceFacts) =>
  reference === null ? "" : ` (Referenz ${reference})`;

export const german: RetirementCopy = {
  labels: {
    disputed: "Stilllegung strittig",
    cancelled: "Im Register gelöscht",
    unreported: "Kein Nachweis des Registers",
    pending: "Stilllegung ausstehend",
    requested: "Stilllegung beantragt",
    retired: "Stillgelegt",
  },
  orderCancelled:
    "Diese Bestellung wurde storniert. Für sie wurden keine CO₂-Gutschriften stillgelegt.",
  waiting:
    "Dieser Bestellung sind noch keine CO₂-Gutschriften zugeteilt. " +
    "Für sie ist noch nichts stillgelegt, und dies ist kein Zertifikat.",
  setAside: ({ mass, name }) =>
    `CO₂-Gutschriften über ${mass} sind fest für ${name} reserviert und können an niemand ` +
    "anderen verkauft werden.",
  allocated: ({ mass, name }) => `CO₂-Gutschriften über ${mass} wurden für ${name} zugeteilt.`,
  retiredInParts: ({ mass, name }) => `CO₂-Gutschriften über ${mass} sind für ${name} stillgelegt.`,
  retiredByDay: (facts) =>
    `${facts.mass} wurden ${at(facts)} stillgelegt, zuletzt am ${facts.day}.`,
  pending: {
    whole: (facts) => `Die Stilllegung ${at(facts)} steht noch aus.`,
    part: (facts) => `Für ${facts.mass} steht die Stilllegung ${at(facts)} noch aus.`,
  },
  requested: {
    whole: (facts) => `Die Stilllegung ${at(facts)} ist beantragt, aber noch nicht bestätigt.`,
    part: (facts) =>
      `Für ${facts.mass} ist die Stilllegung ${at(facts)} beantragt, aber noch nicht bestätigt.`,
  },
  retired: {
    whole: (facts) =>
      `CO₂-Gutschriften über ${facts.mass} wurden am ${facts.day} ${at(facts)} für ` +
      `${facts.name} stillgelegt${referenceOf(facts)}.`,
    part: (facts) =>
      `${facts.mass} wurden am ${facts.day} ${at(facts)} stillgelegt${referenceOf(facts)}.`,
  },
  unreported: {
    whole: ({ mass, name, seller, day }) =>
      `CO₂-Gutschriften über ${mass} wurden am ${day} im Bestandsbuch von ${seller} für ${name} ` +
      "stillgelegt; ein Nachweis des Registers liegt nicht vor.",
    part: ({ mass, seller, day }) =>
      `${mass} wurden am ${day} im Bestandsbuch von ${seller} stillgelegt; ein Nachweis des ` +
      "Registers liegt nicht vor.",
  },
  disputed: {
    whole: (facts) =>
      `CO₂-Gutschriften über ${facts.mass} wurden für ${facts.name} zugeteilt, ` +
      `${recordsOf(facts)} sind sie aber ganz oder teilweise für jemand anderen stillgelegt. ` +
      `Bis ${facts.seller} das geklärt hat, gelten sie nicht als stillgelegt.`,
    part: (facts) =>
      `Bei ${facts.mass} sind die Gutschriften ${recordsOf(facts)} ganz oder teilweise für ` +
      `jemand anderen stillgelegt. Bis ${facts.seller} das geklärt hat, gelten sie nicht als ` +
      "stillgelegt.",
  },
  cancelled: {
    whole: (facts) =>
      `CO₂-Gutschriften über ${facts.mass} wurden für ${facts.name} zugeteilt, am ${facts.day} ` +
      `${at(facts)} aber gelöscht und nicht stillgelegt${referenceOf(facts)}. Bis ${facts.seller} ` +
      "sie durch andere Gutschriften ersetzt hat, gelten sie nicht als stillgelegt.",
    part: (facts) =>
      `${facts.mass} wurden am ${facts.day} ${at(facts)} gelöscht und nicht stillgelegt` +
      `${referenceOf(facts)}. Bis ${facts.seller} sie durch andere Gutschriften ersetzt hat, ` +
      "gelten sie nicht als stillgelegt.",
  },
  replaced: {
    disputed: (facts) =>
      `Von den zuerst zugeteilten Gutschriften sind ${facts.mass} ${recordsOf(facts)} für jemand ` +
      `anderen stillgelegt. ${facts.seller} hat sie am ${facts.day} durch andere Gutschriften ersetzt.`,
    cancelled: (facts) =>
      `Von den zuerst zugeteilten Gutschriften wurden ${facts.mass} ${at(facts)} gelöscht. ` +
      `${facts.seller} hat sie am ${facts.day} durch andere Gutschriften ersetzt.`,
  },
  final:
    "Sie sind dauerhaft aus dem Verkehr gezogen und können nicht mehr verkauft, übertragen " +
    "oder genutzt werden.",
  unnamed: (facts) =>
    `Die Stilllegung ${at(facts)} nennt keinen Begünstigten: Die Zuordnung zu ${facts.name} ist ` +
    `eine Angabe von ${facts.seller}, nicht des Registers.`,
  shared: (pool) =>
    "Eine mit anderen geteilte Tonne wurde für alle zusammen stillgelegt. Wortlaut im Register: " +
    `„${pool}“.`,
  test: "Dies ist ein Test mit Sandbox-Gutschriften. Es wurden keine echten stillgelegt.",
};
