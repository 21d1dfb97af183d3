import { beforePeriod } from "#core/sentence";
import { certificateCopy } from "#domain/certificates";
import type { MailCopy } from "./copy";

export const french: MailCopy = {
  receipt: {
    subject: ({ mass, shop }) => `Reçu\u00a0: ${mass} chez ${shop}`,
    heading: "Merci pour votre achat",
    opening: ({ money, mass, shop }) =>
      `${shop} a bien reçu votre paiement de ${money} pour ${mass} de crédits carbone.`,
    closing: ["Ce reçu confirme votre paiement. Il ne tient pas lieu de facture."],
  },
  certificate: {
    subject: ({ mass, shop }) => `Votre certificat\u00a0: ${mass} chez ${shop}`,
    heading: "Votre certificat est prêt",
    opening: ({ statement }) => statement,
    closing: [
      "Le certificat indique tous les projets et numéros de série, et toujours l’état actuel. Toute personne disposant du " +
        "lien peut le consulter.",
    ],
  },
  retired: {
    subject: ({ mass, shop }) => `${certificateCopy.fr.kind.retired}\u00a0: ${mass} chez ${shop}`,
    heading: certificateCopy.fr.kind.retired,
    opening: ({ statement }) => statement,
    closing: [
      "Le certificat est joint à cet e-mail. Le lien indique toujours son état actuel. Toute personne disposant du lien peut le consulter.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Votre paiement à ${shop} a échoué. Aucun montant n’a été débité.`,
    heading: "Votre paiement a échoué",
    opening: ({ money, mass, shop }) =>
      `Votre paiement de ${money} à ${shop} pour ${mass} de crédits carbone a échoué. ` +
      "Aucun montant n’a été débité et votre commande est annulée.",
    closing: ["Pour acheter ces crédits, recommencez dans la boutique."],
  },
  "transfer-failed": {
    subject: ({ shop }) =>
      `Votre commande chez ${shop} est annulée\u00a0: votre virement n’est pas arrivé en entier`,
    heading: "Votre virement n’est pas arrivé en entier",
    opening: ({ statement }) => statement,
    closing: ["Pour acheter ces crédits, recommencez dans la boutique."],
  },
  refund: {
    subject: ({ money, shop }) => `Remboursement\u00a0: ${money} de ${shop}`,
    heading: "Votre remboursement",
    opening: ({ money, shop }) => `${shop} vous a remboursé ${money}.`,
    closing: ["Le remboursement peut mettre quelques jours à apparaître sur votre relevé."],
  },
  "refund-failed": {
    subject: ({ money, shop }) => `Échec du remboursement\u00a0: ${money} de ${shop}`,
    heading: "Votre remboursement a échoué",
    opening: ({ money, shop }) =>
      `Un remboursement de ${money} par ${shop} a échoué. Vous n’avez donc pas reçu cet argent.`,
    closing: [
      "Le vendeur en est informé et peut rembourser à nouveau. Pour toute question, contactez le vendeur.",
    ],
  },
  withdrawal: {
    subject: ({ shop }) => `Rétractation confirmée\u00a0: votre contrat avec ${shop}`,
    heading: "Votre rétractation est confirmée",
    opening: ({ shop, moment }) =>
      `Nous avons reçu votre rétractation du contrat avec ${shop} le ${moment}. Votre commande est annulée.`,
    closing: [],
  },
  invoice: {
    subject: ({ mass, shop }) => `Facture\u00a0: ${mass} chez ${shop}`,
    heading: "Votre facture",
    opening: ({ mass, shop }) => `Voici la facture de ${shop} pour ${mass} de crédits carbone.`,
    closing: [],
  },
  "credit-note": {
    subject: ({ money, shop }) => `Avoir\u00a0: ${money} de ${shop}`,
    heading: "Votre avoir",
    opening: ({ money, shop }) => `Voici l’avoir de ${shop} pour votre remboursement de ${money}.`,
    closing: [],
  },
  finalFollows:
    "Nous vous enverrons le certificat définitif par e-mail dès que tous les crédits seront retirés dans leurs registres.",
  certificateFollows:
    "Nous vous enverrons le certificat par e-mail dès que les crédits seront mis de côté pour vous.",
  backOrdered: (day) =>
    `Vos crédits sont en cours de réapprovisionnement. Vous les recevrez au plus tard le ${day}.`,
  orderCancelled: "Votre commande est annulée.",
  coolingOff: (until) =>
    `Vous pouvez vous rétracter de ce contrat jusqu’au ${until} sans donner de motif. Nous gardons vos crédits jusque-là ; ils sont ensuite mis de côté pour vous et vous recevez le certificat par e-mail.`,
  mayWithdraw: (until) =>
    `Tant que les crédits ne sont pas mis de côté pour vous, et au plus tard jusqu’au ${until}, vous pouvez vous rétracter de ce contrat sans donner de motif.`,
  consented: (moment, text) =>
    `Vous avez donné votre accord le ${moment}\u00a0: «\u00a0${text}\u00a0»`,
  otherMeans: "Le vendeur l’a versé par un autre moyen que celui du paiement.",
  orderStays: "Les crédits carbone restent attribués à votre commande après le remboursement.",
  refundFollows:
    "Nous vous remboursons par le moyen de paiement que vous avez utilisé, sous 14 jours au plus tard. Vous recevrez un e-mail dès que le remboursement sera effectué.",
  refundHeld:
    "Votre banque n’a pas encore statué sur ce paiement. Si elle ne vous le restitue pas, nous le remboursons.",
  notPaid:
    "Votre paiement n’est pas encore arrivé. S’il nous parvient malgré tout, nous le rembourserons intégralement.",
  testNotice: "Ceci est un test. Aucun montant n’a été débité et aucun crédit réel n’a été retiré.",
  footer: ({ shop }) =>
    "Vous recevez cet e-mail car votre adresse a été saisie lors d’un paiement chez " +
    `${beforePeriod(shop)}. Il a été envoyé automatiquement.`,
  labels: {
    amount: "Quantité",
    portfolio: "Portefeuille",
    pricePerTonne: "Prix par tonne",
    paid: "Payé",
    failed: "Non débité",
    refunded: "Remboursé",
    notRefunded: "Non remboursé",
    seller: "Vendu par",
    legalSeller: "Vendeur",
    tax: "Taxe comprise",
    toRefund: "Remboursement",
    refundedBefore: "Déjà remboursé",
    beneficiary: "Au nom de",
    reference: "Référence",
    order: "Numéro de commande",
    date: "Date",
  },
  links: {
    checkout: "Voir votre achat",
    certificate: "Voir le certificat",
    pdf: "Télécharger le PDF",
    withdraw: "Renoncer au contrat ici",
    terms: "Conditions",
    refunds: "Remboursements",
    shop: "Retour à la boutique",
  },
};
