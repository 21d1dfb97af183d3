// The checkout page in French.

import type { Texts } from "./en";
import type { FailureTexts, FaultTexts } from "./texts";

const failures: FailureTexts = {
  declined:
    "Votre banque a refusé cette carte. Essayez-en une autre ou renseignez-vous auprès de votre banque.",
  insufficient_funds: "Le solde de cette carte est insuffisant. Veuillez en utiliser une autre.",
  expired_card: "Cette carte a expiré. Veuillez en utiliser une autre.",
  incorrect_cvc:
    "Le code de sécurité est incorrect. Vérifiez les chiffres sur votre carte et réessayez.",
  incorrect_number: "Le numéro de carte est incorrect. Vérifiez-le et réessayez.",
  not_confirmed: "Le paiement n’a pas été confirmé. Réessayez ou utilisez une autre carte.",
  not_a_test_card:
    "En mode test, seules les cartes de test fonctionnent. Vous les trouverez sous le formulaire.",
  interrupted: "Le paiement a été interrompu. Veuillez réessayer.",
  refused:
    "Ce paiement ne peut pas être effectué ici pour le moment. Réessayez plus tard ou contactez la boutique.",
  not_received: "Le virement n’est pas arrivé à temps.",
};

const faults: FaultTexts = {
  "email.missing": "Indiquez votre adresse e-mail : le reçu y sera envoyé.",
  "email.invalid": "Indiquez une adresse e-mail complète, par exemple nom@example.com.",
  "beneficiary.missing": "Indiquez aussi un nom : le message et le site web figurent au-dessous.",
  "beneficiary.long": "Raccourcissez le nom à 512 caractères au plus.",
  "message.long": "Raccourcissez le message à 512 caractères au plus.",
  "url.invalid": "Indiquez une adresse web complète, par exemple www.example.com.",
  "url.long": "Raccourcissez l’adresse web à 512 caractères au plus.",
  "number.missing": "Indiquez le numéro de votre carte.",
  "number.invalid": "Vérifiez le numéro de carte : un chiffre est faux ou manque.",
  "expiry.missing": "Indiquez la date de validité de votre carte.",
  "expiry.invalid": "Indiquez le mois et l’année comme sur la carte, par exemple 04 / 30.",
  "expiry.past": "Cette carte a expiré. Veuillez en utiliser une autre.",
  "cvc.missing": "Indiquez le code de sécurité de votre carte.",
  "cvc.invalid": "Indiquez les 3 ou 4 chiffres du code de sécurité.",
  "token.missing": "Veuillez remplir le formulaire de carte.",
  "attempts.wait": "Il y a eu trop d’essais. Veuillez patienter une minute, puis réessayer.",
  "attempts.over": "Il y a eu trop d’essais : ce paiement n’en accepte plus.",
  "attempts.busy":
    "Votre tentative précédente est encore en cours d’annulation. Patientez une minute, puis réessayez.",
};

export const fr: Texts = {
  name: "Français",
  languages: "Langue",
  summary: {
    label: "Ce que vous payez",
    of: "de",
    perKg: (price) => `${price} le kg`,
    currency: "dollars américains",
    shares: "Où va votre argent",
    projects: (count) => (count === 1 ? "Voir le projet" : `Voir les ${count} projets`),
    picture: (portfolio) => `Image du portefeuille ${portfolio}`,
    description: (shop) =>
      `Payez vos crédits carbone à ${shop}. Ils sont retirés pour vous, et vous recevez un certificat.`,
  },
  testNotice: "Mode test : aucun argent ne circule",
  back: (shop) => `Retour à ${shop}`,
  form: {
    label: "Paiement",
    email: "E-mail",
    emailHint: "Pour le reçu et le certificat.",
    beneficiary: "Nom sur le certificat",
    optional: "facultatif",
    beneficiaryHint: (shop) =>
      `Il y est visible par tous. Si le champ est vide, le certificat nomme ${shop}.`,
    beneficiaryMore: "Ajouter un message ou un site web",
    message: "Message",
    messageHint: "Cité sous le nom, visible par tous.",
    url: "Site web",
    card: "Carte",
    number: "Numéro de carte",
    expiry: "Expire fin",
    expiryForm: "MM / AA",
    cvc: "Code de sécurité",
    cvcHint: "3 ou 4 chiffres sur la carte",
    pay: (amount) => `Payer ${amount}`,
    paying: "Paiement en cours…",
    next: "Une fois le paiement effectué, les crédits sont retirés pour vous : personne ne peut plus les utiliser. Vous recevez le certificat par e-mail.",
    until: (moment) => `Vous pouvez payer ici jusqu’au ${moment}.`,
    loading: "Chargement du formulaire de carte…",
    notLoaded:
      "Le formulaire de carte n’a pas pu être chargé, et rien ne vous a été débité. Vérifiez votre connexion et rechargez la page.",
    needsScript:
      "Pour payer ici, JavaScript est nécessaire. Autorisez-le pour cette page et rechargez-la, ou retournez à la boutique.",
    lost: "La connexion a échoué et votre paiement n’a pas commencé. Veuillez réessayer : le débit n’a lieu qu’une seule fois.",
    lostWaiting:
      "La connexion a échoué. Nous ne savons pas encore si votre paiement est arrivé et nous vérifions. Veuillez ne pas payer une seconde fois.",
  },
  faultsTitle: (count) =>
    count === 1 ? "Un champ est à vérifier" : `${count} champs sont à vérifier`,
  failureTitle: "Rien ne vous a été débité",
  failures,
  faults,
  confirm: {
    title: "Votre banque vous demande de confirmer",
    text: (amount, shop) => `Voulez-vous payer ${amount} à ${shop} ?`,
    approve: "Oui, confirmer",
    refuse: "Non, refuser",
    sending: "Envoi de votre réponse…",
    open: "Ouvrir la fenêtre de ma banque",
    again: "Vérifier à nouveau",
  },
  checking: {
    title: "Nous vérifions votre paiement",
    text: "Cela prend quelques secondes. Veuillez ne pas payer une seconde fois : cette page se renouvelle d’elle-même.",
  },
  processing: {
    title: "Votre paiement est en route",
    text: "Votre banque l’a accepté et a besoin d’un peu de temps. Veuillez ne pas payer une seconde fois : cette page se renouvelle d’elle-même.",
    mail: (email) => `Vous pouvez aussi la fermer. Nous écrirons à ${email} dès que ce sera fait.`,
  },
  paid: {
    title: "C’est payé. Merci.",
    retired: "Vos crédits sont retirés. Personne ne peut plus les utiliser.",
    retiring: "Vos crédits sont en train d’être retirés. Le certificat est prêt dans un instant.",
    waiting: (shop) =>
      `Votre paiement est bien arrivé et votre commande est enregistrée. Elle attend des crédits carbone : ${shop} n’en a pas assez pour le moment.`,
    waitingNext:
      "Dès que des crédits seront disponibles, ils seront retirés pour vous et vous recevrez le certificat par e-mail. Vous n’avez rien à faire.",
    receipt: (email) => `Le reçu est envoyé à ${email}.`,
    certificate: "Voir le certificat",
    order: "Suivre la commande",
    number: "Numéro de commande",
    onward: (host) => `Continuer vers ${host}`,
    leaving: (host) => `Vous continuez vers ${host} dans {seconds}\u00a0s.`,
    stay: "Rester ici",
  },
  blockers: {
    no_provider: {
      title: "Le paiement n’est pas disponible pour le moment",
      text: (shop) =>
        `${shop} ne peut pas encaisser de paiement ici pour le moment. Rien ne vous a été débité.`,
    },
    no_stock: {
      title: "Pas assez de crédits pour le moment",
      text: (shop) =>
        `${shop} n’a pas assez de crédits carbone pour cet achat en ce moment. Rien ne vous a été débité.`,
    },
    until: (moment) => `Cette page reste ouverte jusqu’au ${moment} : réessayez plus tard.`,
    again: "Réessayer",
  },
  failed: {
    title: "Le paiement a échoué",
    text: "Votre banque l’a finalement refusé. Rien ne vous a été débité, et la commande est annulée.",
  },
  cancelled: {
    title: "Cette commande a été annulée",
    text: "Elle ne vous est pas facturée. Si un paiement arrivait encore, il serait aussitôt remboursé.",
  },
  expired: {
    title: "Ce paiement a expiré",
    text: "Il ne peut plus être effectué, et rien ne vous a été débité.",
  },
  refund: {
    done: (amount) =>
      `${amount} vous ont été remboursés sur votre carte. Votre banque peut mettre 10 jours à l’afficher.`,
    underWay: (amount) => `${amount} sont en cours de remboursement sur votre carte.`,
    expired: "Votre paiement est arrivé après l’expiration.",
  },
  again: (shop) => `Pour recommencer, retournez à ${shop}.`,
  unknown: {
    title: "Ce paiement n’existe pas",
    text: "Vérifiez s’il manque une lettre à l’adresse, ou retournez à la boutique qui vous a envoyé ici.",
  },
  unavailable: {
    title: "Cette page ne peut pas s’afficher pour l’instant",
    text: "C’est notre faute, et l’ouvrir ne vous a rien coûté. Si vous venez de payer, veuillez ne pas payer une seconde fois.",
    again: "Réessayer",
  },
};
