import type { VerifyCopy } from "./en";

const of = (isOne: boolean) => (isOne ? "de cette tonne" : "de ces numéros de série");
const where = (isTest: boolean) => (isTest ? "dans le registre de test" : "auprès du registre");

export const fr: VerifyCopy = {
  title: "Vérifier un certificat",
  lead: "Voyez pour qui des crédits carbone ont été mis de côté, et si et quand le registre les a retirés.",
  description:
    "Saisissez un numéro de série, un numéro de commande ou le lien d’un certificat pour voir pour qui " +
    "les crédits carbone ont été mis de côté et si le registre les a retirés.",
  field: "Numéro de série, numéro de commande ou lien d’un certificat",
  submit: "Vérifier",
  hints: {
    title: "Ce que vous pouvez saisir",
    serial: {
      title: "Numéro de série",
      text: "Un numéro ou une plage, au format du registre, tel qu’indiqué sur le certificat.",
    },
    order: {
      title: "Numéro de commande",
      text: "Les 32 caractères indiqués sur le certificat (chiffres et lettres de a à f), avec ou sans traits d’union.",
    },
    link: {
      title: "Lien d’un certificat",
      text: "L’adresse de la page du certificat, de son PDF ou de son code QR.",
    },
    more:
      "Chaque numéro de série représente une tonne. Plusieurs certificats peuvent se partager une tonne\u00a0; " +
      "la vérification d’un numéro de série les trouve tous. Elle ne montre que ce qui figure sur les " +
      "certificats et ne nécessite aucun compte. Les programmes peuvent utiliser [l’API](api).",
  },
  results: "Résultats",
  testResults: "Résultats de test",
  inTest: (title) => `${title} (test)`,
  statuses: {
    disputed: "Attribués, mais le registre indique autre chose",
    cancelled: "Attribués, mais annulés au registre",
    unreported: "Attribués, sans justificatif du registre",
    pending: "Mis de côté, retrait en attente",
    requested: "Mis de côté, retrait demandé",
    retired: "Retirés",
  },
  placed: "Pas encore retirés",
  cancelled: "Commande annulée. Aucun crédit n’a été retiré.",
  links: {
    fulfilled: "Voir le certificat",
    placed: "Voir la commande",
    cancelled: "Voir la commande",
  },
  serials: {
    outside: {
      title: "Retirés en dehors de ce service",
      text: (isOne) =>
        isOne
          ? "Le registre indique ce numéro de série comme retiré, mais aucun certificat de ce service ne le " +
            "comprend. Les inscriptions publiques du registre mentionnent peut-être le bénéficiaire."
          : "Le registre indique tout ou partie de ces numéros de série comme retirés, mais aucun certificat " +
            "de ce service ne les comprend. Les inscriptions publiques du registre mentionnent peut-être " +
            "le bénéficiaire.",
    },
    someoneElse: {
      title: "Retirés pour quelqu’un d’autre",
      text: ({ isOne, kg }) =>
        `Le registre indique ${isOne ? "cette tonne comme retirée" : "ces numéros de série comme retirés"} ` +
        `pour quelqu’un d’autre. Les certificats ci-dessous en avaient ${kg} et ont reçu d’autres crédits ` +
        "à la place.",
    },
    titles: {
      retired: "Retirés",
      setAside: "Mis de côté, pas tous retirés",
      partlyRetired: "Partiellement retirés",
      partlySetAside: "Partiellement mis de côté",
      atLeastRetired: "Au moins partiellement retirés",
      atLeastSetAside: "Au moins partiellement mis de côté",
    },
    all: ({ isOne, kg }) =>
      `La totalité ${of(isOne)}, soit ${kg}, appartient aux certificats ci-dessous.`,
    part: ({ isOne, kg, ofKg, hasMore }) =>
      `${hasMore ? "Au moins " : ""}${kg} sur les ${ofKg} ${of(isOne)} appartiennent aux certificats ci-dessous.`,
    retired: (isTest) => `Ils sont retirés ${where(isTest)}.`,
    notOnFile: (isTest) =>
      `Aucun justificatif de leur retrait ${where(isTest)} n’est disponible ici.`,
    partOnFile: (kg, openKg, isTest) =>
      `Parmi eux, ${kg} sont retirés ${where(isTest)}\u00a0; pour ${openKg}, aucun justificatif n’est disponible ici.`,
    listed:
      "La dernière liste de retraits importée du registre contient certains de ces numéros de série.",
    replaced: (kg) =>
      `${kg} ont été remplacés par d’autres crédits, car le registre les indique comme retirés pour quelqu’un d’autre.`,
    elsewhere: (kg) => `Les ${kg} restants ne figurent sur aucun certificat de ce service.`,
    onlyFirst: (count) =>
      `Seuls les ${count} premiers sont affichés. Saisissez moins de numéros de série pour les voir tous.`,
  },
  certificate: {
    current: (revision) => `Votre exemplaire correspond à la révision actuelle, ${revision}.`,
    outdated: (revision, moment) =>
      `Votre exemplaire ne correspond pas à la révision actuelle, ${revision}, état au ${moment}.`,
    held: "sur un certificat",
    replaced: "sur un certificat, puis remplacés",
    entry: (kg) =>
      `Cette ligne du certificat porte sur ${kg}, plus que les numéros de série saisis :`,
    unnamed:
      "Les autres titulaires ne sont pas nommés ici. Saisissez le numéro d’une commande pour voir son certificat.",
    vintage: (year) => `millésime ${year}`,
  },
  checks: "Points à vérifier",
  noOrder: {
    title: "Aucune commande trouvée",
    text: "Ce service n’a aucune commande portant ce numéro et n’a émis aucun certificat pour elle.",
    checks: [
      "Comparez le numéro avec celui du certificat. Un numéro de commande comporte 32 chiffres et lettres.",
      "Ouvrez le lien qui figure sur le certificat. Si un autre service l’a émis, vérifiez-le auprès de ce service.",
    ],
  },
  noLink: {
    title: "Ce n’est pas le lien d’un certificat",
    text: "Le lien d’un certificat contient l’identifiant d’une commande, qui commence par ord_. Ce n’est pas le cas de celui-ci.",
    checks: ["Copiez le lien complet, ou saisissez plutôt le numéro de commande."],
  },
  shortReference: {
    title: "Saisissez plutôt le numéro de commande",
    text: "La référence courte aide au téléphone et dans les messages, mais elle est trop courte pour identifier une commande avec certitude.",
    checks: [
      "Le numéro de commande, de 32 caractères, figure à côté de la référence sur le certificat et dans les e-mails.",
      "Vous pouvez aussi scanner le code QR du certificat ou saisir son lien.",
    ],
  },
  notFound: {
    title: "Introuvable",
    text:
      "Aucune commande ici ne comporte de crédits portant ce numéro. Ils ont peut-être été retirés " +
      "ailleurs, ou pas du tout. Le registre peut vous renseigner.",
    checks: [
      "Copiez le numéro depuis le certificat, avec tous les traits d’union. Une plage commence et se termine par un numéro de série.",
      "Recherchez le numéro dans les inscriptions publiques du registre. Verra, Gold Standard et d’autres registres publient chaque numéro de série retiré.",
      "Si vous avez un certificat portant ce numéro, ouvrez son lien pour voir qui l’a émis.",
    ],
  },
  tooLong: {
    title: "La saisie est trop longue",
    text: "Saisissez un seul numéro de série ou une seule plage, un numéro de commande ou le lien d’un certificat.",
  },
  tooFast: {
    title: "Trop de requêtes",
    text: "Votre réseau a envoyé trop de requêtes en une seconde. Sélectionnez de nouveau « Vérifier » dans un instant.",
  },
};
