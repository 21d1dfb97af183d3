import { beforePeriod } from "#core/sentence";
import type { saleEn } from "./sale-en";

export const saleFr: typeof saleEn = {
  country: "Pays",
  chooseCountry: "Choisissez votre pays",
  buyer: "Vous achetez",
  consumer: "en tant que consommateur",
  business: "pour une entreprise",
  onlyBusinesses: (shop) => `J’achète pour une entreprise. ${shop} ne vend pas aux consommateurs.`,
  consent: "Droit de rétractation",
  consentHint: (moment) =>
    `Facultatif. Sans votre accord, nous gardons les crédits pour vous et les mettons de côté après le ${moment}. D’ici là, vous pouvez vous rétracter sans donner de motif.`,
  tax: (rate, name, amount) => `Dont ${rate} de ${name} (${amount}).`,
  storedEmail: (email) =>
    `Nous envoyons le reçu et le certificat à ${email}. Saisissez une autre adresse pour en changer.`,
  soldBy: (seller) => `Vendu par ${seller}`,
  taxId: "Numéro fiscal",
  contact: "Contact",
  terms: "Conditions",
  privacy: "Confidentialité",
  refunds: "Remboursements",
  accept: (seller) => `En payant, vous acceptez les conditions de ${beforePeriod(seller)}.`,
  questions: (contact) => `Des questions\u00a0? Écrivez à ${contact}.`,
  expected: (day) => `Le vendeur attend des crédits d’ici le ${day}.`,
  coolingOff: (moment) =>
    `Votre paiement est arrivé. Nous gardons vos crédits jusqu’au ${moment}. D’ici là, vous pouvez vous rétracter sans donner de motif. Ils seront ensuite mis de côté pour vous et vous recevrez le certificat.`,
  withdraw: "Renoncer au contrat ici",
  withdrawByMail: "Pour vous rétracter, utilisez le lien dans votre reçu.",
  consented: (moment) => `Vous avez donné votre accord le ${moment}\u00a0:`,
  withdrawal: {
    title: "Se rétracter du contrat",
    text: (shop) =>
      `Vous vous rétractez de votre contrat avec ${beforePeriod(shop)}. Vous n’avez pas à donner de motif. Votre commande sera annulée et vous serez remboursé.`,
    mail: (email) => `Nous confirmons la rétractation par e-mail à ${email}.`,
    confirm: "Confirmer la rétractation",
    sending: "Envoi…",
    keep: "Garder la commande",
    until: "Rétractation possible jusqu’au",
    amount: "Achat",
    price: "Prix",
    refundedBefore: "Déjà remboursé",
    refund: "Remboursement",
    notPaid:
      "Votre paiement n’est pas encore arrivé. S’il nous parvient malgré tout, nous le rembourserons intégralement.",
    bought: "Acheté le",
    withdrawn: {
      title: "Votre rétractation est enregistrée",
      text: (moment) =>
        `Nous avons reçu votre rétractation le ${moment}. Votre commande est annulée.`,
    },
    cancelled: {
      title: "Cette commande est déjà annulée",
      text: "Il n’y a plus de contrat dont se rétracter.",
    },
    performed: {
      title: "Vous ne pouvez plus vous rétracter",
      text: "Les crédits sont mis de côté pour vous\u00a0: le droit de rétractation a pris fin.",
    },
    late: {
      title: "Vous ne pouvez plus vous rétracter",
      text: "Le délai de rétractation est terminé.",
    },
    wait: "Trop de tentatives. Patientez une minute, puis réessayez.",
    view: "Voir votre achat",
    unknown: {
      title: "Page introuvable",
      text: "Vérifiez s’il manque des caractères dans l’adresse, ou ouvrez à nouveau le lien dans votre reçu.",
    },
  },
};
