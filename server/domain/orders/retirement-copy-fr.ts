import { beforePeriod } from "#core/sentence";
import type { RetirementCopy, SentenceFacts } from "./retirement-copy";

const at = ({ registry }: SentenceFacts) =>
  registry ? `auprès du registre ${registry}` : "dans le registre de test";
const registryIn = ({ registry }: SentenceFacts) =>
  registry ? `le registre ${registry}` : "le registre de test";
const referenceOf = ({ reference }: SentenceFacts) =>
  reference === null ? "" : `, référence ${reference}`;

export const french: RetirementCopy = {
  labels: {
    disputed: "Retrait contesté",
    cancelled: "Annulé au registre",
    unreported: "Aucun justificatif du registre",
    pending: "Retrait en attente",
    requested: "Retrait demandé",
    retired: "Retiré",
  },
  orderCancelled: "Cette commande a été annulée. Aucun crédit carbone n’a été retiré pour elle.",
  waiting:
    "Cette commande attend que des crédits carbone lui soient attribués. " +
    "Rien n’a encore été retiré pour elle, et ceci n’est pas un certificat.",
  setAside: ({ mass, name }) =>
    `${mass} de crédits carbone ont été mis de côté pour ${name} et ne peuvent être vendus à ` +
    "personne d’autre.",
  allocated: ({ mass, name }) =>
    `${mass} de crédits carbone ont été attribués à ${beforePeriod(name)}.`,
  retiredInParts: ({ mass, name }) =>
    `${mass} de crédits carbone sont retirés pour ${beforePeriod(name)}.`,
  retiredByDay: (facts) =>
    `${facts.mass} ont été retirés ${at(facts)}, les derniers le ${facts.day}.`,
  pending: {
    whole: (facts) => `Leur retrait ${at(facts)} est en attente.`,
    part: (facts) => `Le retrait de ${facts.mass} ${at(facts)} est en attente.`,
  },
  requested: {
    whole: (facts) => `Leur retrait ${at(facts)} a été demandé et n’est pas encore confirmé.`,
    part: (facts) =>
      `Le retrait de ${facts.mass} ${at(facts)} a été demandé et n’est pas encore confirmé.`,
  },
  retired: {
    whole: (facts) =>
      `${facts.mass} de crédits carbone ont été retirés ${at(facts)} pour ${facts.name} ` +
      `le ${facts.day}${referenceOf(facts)}.`,
    part: (facts) =>
      `${facts.mass} ont été retirés ${at(facts)} le ${facts.day}${referenceOf(facts)}.`,
  },
  unreported: {
    whole: ({ mass, name, seller, day }) =>
      `${mass} de crédits carbone ont été retirés pour ${name} dans les livres du vendeur ` +
      `(${seller}) le ${day}\u00a0; aucun justificatif du registre n’est disponible.`,
    part: ({ mass, seller, day }) =>
      `${mass} ont été retirés dans les livres du vendeur (${seller}) le ${day}\u00a0; aucun ` +
      "justificatif du registre n’est disponible.",
  },
  disputed: {
    whole: (facts) =>
      `${facts.mass} de crédits carbone ont été attribués à ${facts.name}, mais d’après ` +
      `${registryIn(facts)}, tout ou partie a été retiré pour quelqu’un d’autre. ` +
      `Tant que ${facts.seller} n’a pas réglé ce point, ils ne comptent pas comme retirés.`,
    part: (facts) =>
      `Pour ${facts.mass}, d’après ${registryIn(facts)}, tout ou partie a été retiré pour ` +
      `quelqu’un d’autre. Tant que ${facts.seller} n’a pas réglé ce point, ces crédits ne ` +
      "comptent pas comme retirés.",
  },
  cancelled: {
    whole: (facts) =>
      `${facts.mass} de crédits carbone ont été attribués à ${facts.name}, mais ils ont été ` +
      `annulés ${at(facts)} le ${facts.day}${referenceOf(facts)}, et non retirés. Tant que ` +
      `${facts.seller} ne les a pas remplacés, ils ne comptent pas comme retirés.`,
    part: (facts) =>
      `${facts.mass} ont été annulés ${at(facts)} le ${facts.day}${referenceOf(facts)}, et non ` +
      `retirés. Tant que ${facts.seller} ne les a pas remplacés, ils ne comptent pas comme retirés.`,
  },
  replaced: {
    disputed: (facts) =>
      `D’après ${registryIn(facts)}, ${facts.mass} des crédits attribués au départ ont été retirés ` +
      `pour quelqu’un d’autre. ${facts.seller} les a remplacés par d’autres crédits le ${facts.day}.`,
    cancelled: (facts) =>
      `${facts.mass} des crédits attribués au départ ont été annulés ${at(facts)}. ` +
      `${facts.seller} les a remplacés par d’autres crédits le ${facts.day}.`,
  },
  final:
    "Ils sont définitivement hors circulation et ne peuvent plus être vendus, transférés ni " +
    "réutilisés.",
  unnamed: (facts) =>
    `Aucun bénéficiaire n’est indiqué ${at(facts)}\u00a0: l’attribution à ${facts.name} est ` +
    `une indication de ${facts.seller}, et non du registre.`,
  shared: (pool) =>
    "Une tonne partagée avec d’autres a été retirée pour tous à la fois. Libellé au registre\u00a0: " +
    `«\u00a0${pool}\u00a0».`,
  test: "Ceci est un test avec des crédits fictifs. Aucun crédit réel n’a été retiré.",
};
