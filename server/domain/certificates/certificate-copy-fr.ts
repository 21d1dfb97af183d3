import type { CertificateCopy } from "./certificate-copy-en";

export const fr: CertificateCopy = {
  of: "de",
  lead: {
    placed: "à mettre de côté pour",
    retired: "retirés au nom de",
    setAside: "mis de côté pour",
    allocated: "attribués à",
  },
  kind: {
    order: "Commande en attente d’attribution",
    retired: "Certificat de retrait de crédits carbone",
    other: (status) => `Certificat de crédits carbone · ${status}`,
  },
  notYet: "Pas encore",
  replaced: "Remplacé",
  waits: {
    withdrawal: "Rétractation possible jusqu’au",
    expected: "Crédits attendus au plus tard le",
  },
  record: {
    labels: (list) => `Labels\u00a0: ${list}`,
    granted: (scheme, day) => `${scheme} (depuis le ${day})`,
    adjustment: {
      none: "Sans ajustement correspondant (article 6, accord de Paris)",
      authorized:
        "Autorisés par le pays hôte en vue d’un ajustement correspondant (article 6, accord de Paris)",
      applied: "Ajustement correspondant appliqué par le pays hôte (article 6, accord de Paris)",
    },
    cancelled: (day) => `Annulés le ${day}, non retirés`,
    retired: (day) => `Retirés le ${day}`,
    retiredInTest: (day) => `Retirés dans le registre de test le ${day}`,
    reference: (reference) => `, référence ${reference}`,
    wording: (text) => `Libellé au registre\u00a0: «\u00a0${text}\u00a0»`,
    replaced: {
      disputed: (day) =>
        `Remplacés le ${day}, car le registre les indique comme retirés pour quelqu’un d’autre`,
      cancelled: (day) => `Remplacés le ${day}, car le registre les a annulés`,
    },
    substituted: (day) => `Attribués le ${day} à la place d’autres crédits`,
    part: (mass, note) => `${mass}\u00a0: ${note.charAt(0).toLowerCase()}${note.slice(1)}`,
  },
  testNotice: "Certificat de test\u00a0: crédits fictifs, aucun crédit réel n’a été retiré",
  sharedTonnes:
    "Chaque numéro de série représente une tonne (1\u202f000 kg) de CO₂e. Lorsque ce certificat porte " +
    "sur moins d’une tonne entière, le reste appartient à d’autres. Aucun kilogramme ne figure sur " +
    "deux certificats.",
  test: (title) => `Test\u00a0: ${title}`,
  cancelled: {
    head: "Commande annulée",
    title: "Cette commande a été annulée",
    text: "Aucun crédit carbone n’a été retiré\u00a0; il n’y a donc pas de certificat.",
    order: (number) => `Numéro de commande ${number}`,
  },
  unavailable: {
    head: "Temporairement indisponible",
    title: "Ce certificat n’est pas disponible pour le moment",
    text: "Le certificat est conservé en lieu sûr, mais nous ne pouvons pas l’afficher pour l’instant. Réessayez dans une minute.",
  },
  missing:
    "Vérifiez l’adresse. Le lien vers un certificat se termine par l’identifiant de la commande, qui commence par ord_.",
  outdated: (copy, revision, moment) =>
    `Votre exemplaire correspond à la révision ${copy} et n’est plus à jour. Cette page présente la révision ${revision}, état au ${moment}.`,
  neverIssued: (copy, revision) =>
    `Votre exemplaire mentionne la révision ${copy}, qui n’a jamais été émise. Cette page présente la révision ${revision}.`,
  facts: {
    order: "Commande",
    reference: "Référence",
    number: "Numéro de commande",
    amount: "Quantité",
    ordered: "Commandé le",
    allocated: "Attribué le",
    retired: "Retrait au registre",
    retiredInTest: "Retrait dans le registre de test",
    issuedBy: "Émis par",
    soldBy: "Vendu par",
    revision: "Révision",
    statusAsOf: "état au",
    note: "Remarque",
  },
  qrCode: (url) => `Code QR de ${url}`,
  scan: "Scanner pour vérifier",
  actions: {
    certificate: "Certificat en PDF",
    order: "Commande en PDF",
    json: "Données JSON",
  },
  projects: {
    count: (count) => (count === 1 ? "1 projet" : `${count} projets`),
    details: "Numéros de série et inscriptions au registre",
    caption: "Projets de ce certificat",
    project: "Projet",
    picture: "Image",
    amountOfTonnes: "Quantité, et tonnes dont elle fait partie",
    tonnes: (kg, count, tonnes) => `${kg} sur ${count === 1 ? "1 tonne" : `${tonnes} tonnes`}`,
    vintages: (years) => `millésime ${years}`,
    creditsOf: (project) => `Crédits de ${project}`,
    vintage: "Millésime",
    serials: "Numéros de série et inscription au registre",
    amount: "Quantité",
    ofKg: (kg) => `sur ${kg}`,
    inRegistry: "Voir dans le registre",
    registry: "Registre",
    methodology: "Méthodologie",
    developer: "Développeur du projet",
  },
  verification: {
    title: "Comment vérifier ce certificat",
    test: "Ceci est un test. Les projets et les numéros de série sont fictifs et ne figurent dans aucun registre.",
    retired:
      "Ouvrez le projet dans son registre et recherchez les numéros de série parmi les crédits retirés.",
    open:
      "Ouvrez le projet dans son registre et recherchez les numéros de série. Le registre ne les " +
      "indique pas encore tous comme retirés pour ce certificat. Cette page présente toujours l’état le plus récent.",
    link: "Vérifier cette commande ou un numéro de série",
    permanent: "Lien permanent",
    signature: "Signature numérique",
    signatureText:
      "La version JSON de ce certificat est signée. Vous pouvez [vérifier tout exemplaire avec " +
      "quelques lignes de code](guide) et nos [clés publiques](keys), sans passer par nous.",
  },
  pdf: {
    certificate: (what) => `Certificat\u00a0: ${what}`,
    order: (what) => `Commande\u00a0: ${what}`,
    subject: (number, day) => `Commande ${number}, ${day}`,
    keyword: "crédits carbone",
    page: (page, pages) => `Page ${page} sur ${pages}`,
    powered: "Propulsé par Carbon Till",
    revision: (revision, moment) => `Révision ${revision}, état au ${moment}`,
    notCertificate: "Ceci n’est pas un certificat",
    vintage: (year) => `Millésime ${year}`,
    ranges: (count) =>
      `${count} plages de numéros de série, détaillées sur la page web du certificat`,
    original: (name) => `Nom d’origine\u00a0: ${name}`,
    methodology: (name) => `Méthodologie ${name}`,
    goals: (names) => `Objectifs de l’ONU\u00a0: ${names}`,
    check:
      "Pour vérifier ce certificat, ouvrez-le en ligne avec le code QR. Le fichier joint " +
      "certificate.json contient les mêmes informations pour les programmes (en anglais), avec une " +
      "signature numérique : ",
    checkLink: "comment vérifier la signature",
  },
};
