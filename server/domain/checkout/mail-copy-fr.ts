import type { MailTexts } from "./mail-copy";

export const french: MailTexts = {
  receipt: {
    subject: ({ mass, shop }) => `Reçu\u00a0: ${mass} chez ${shop}`,
    heading: "Merci pour votre achat",
    opening: ({ money, mass, shop }) =>
      `${shop} a bien reçu votre paiement de ${money} pour ${mass} de crédits carbone.`,
    closing: ["Ce reçu confirme votre paiement. Il ne tient pas lieu de facture fiscale."],
  },
  certificate: {
    subject: ({ mass }) => `Votre certificat\u00a0: ${mass} retirés`,
    heading: "Votre certificat est prêt",
    opening: ({ mass, beneficiary }) =>
      `Des crédits carbone pour ${mass} sont retirés au nom de ${beneficiary}.`,
    closing: [
      "Le certificat indique chaque projet et chaque numéro de série. Toute personne qui a le " +
        "lien peut le consulter.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Votre paiement à ${shop} a échoué\u00a0; rien n’a été débité`,
    heading: "Votre paiement n’a pas abouti",
    opening: ({ money, mass, shop }) =>
      `Votre paiement de ${money} à ${shop} pour ${mass} de crédits carbone a échoué. ` +
      "Rien n’a été débité et votre commande est annulée.",
    closing: ["Si vous voulez toujours ces crédits, vous pouvez recommencer dans la boutique."],
  },
  refund: {
    subject: ({ money, shop }) => `Remboursement\u00a0: ${money} de ${shop}`,
    heading: "Votre paiement a été remboursé",
    opening: ({ money, shop }) =>
      `Votre paiement à ${shop} a été remboursé en totalité\u00a0: ${money}.`,
    closing: ["Quelques jours peuvent passer avant que votre banque ou votre carte l’indique."],
  },
  retiredForGood:
    "Ils sont définitivement hors circulation et ne peuvent plus être vendus, transférés ni " +
    "utilisés.",
  certificateFollows:
    "Vous recevrez le certificat dans un autre e-mail dès que les crédits seront retirés.",
  orderCancelled: "Votre commande est annulée.",
  testNotice:
    "Ceci est un test\u00a0: aucun argent n’a circulé et rien de réel n’a été acheté ni retiré.",
  footer: ({ shop }) =>
    "Vous recevez cet e-mail parce que votre adresse a été indiquée lors du paiement à " +
    `${shop}. Il a été envoyé automatiquement.`,
  labels: {
    amount: "Quantité",
    portfolio: "Portefeuille",
    pricePerKg: "Prix par kg (USD)",
    paid: "Payé (USD)",
    failed: "Non débité (USD)",
    refunded: "Remboursé (USD)",
    seller: "Vendu par",
    beneficiary: "Retirés au nom de",
    order: "Numéro de commande",
    date: "Date",
  },
  links: {
    checkout: "Voir votre achat",
    certificate: "Voir le certificat",
    pdf: "Télécharger le PDF",
    shop: "Retour à la boutique",
  },
};
