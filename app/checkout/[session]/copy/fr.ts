import { beforePeriod } from "#core/sentence";
import type { Copy } from "./en";
import type { FailureMessages, FaultMessages } from "./faults";
import { saleFr } from "./sale-fr";

const failures: FailureMessages = {
  declined: "Votre banque a refusé cette carte. Essayez-en une autre ou contactez votre banque.",
  insufficient_funds: "Le solde de cette carte est insuffisant. Veuillez utiliser une autre carte.",
  expired_card: "Cette carte a expiré. Veuillez utiliser une autre carte.",
  incorrect_cvc:
    "Le code de sécurité est incorrect. Vérifiez les chiffres sur votre carte et réessayez.",
  incorrect_number: "Le numéro de carte est incorrect. Vérifiez-le et réessayez.",
  not_confirmed: "Le paiement n’a pas été confirmé. Réessayez ou utilisez une autre carte.",
  not_a_test_card:
    "En mode test, seules les cartes de test fonctionnent. Elles sont indiquées sous le formulaire.",
  interrupted: "Le paiement a été interrompu. Veuillez réessayer.",
  refused:
    "Nous ne pouvons pas accepter ce paiement pour le moment. Réessayez plus tard ou contactez la boutique.",
  sold_out: "Ces crédits carbone viennent d’être épuisés\u00a0: vous n’avez pas été débité.",
  not_received: "Votre virement n’est pas arrivé à temps.",
};

const faults: FaultMessages = {
  "email.missing": "Saisissez votre adresse e-mail pour recevoir le reçu.",
  "email.invalid": "Saisissez une adresse e-mail complète, par exemple nom@example.com.",
  "country.missing": "Choisissez votre pays.",
  "country.refused":
    "La boutique ne vend pas aux consommateurs de ce pays. Vous n’avez pas été débité.",
  "buyer.missing": "Confirmez que vous achetez pour une entreprise.",
  "company.missing": "Saisissez le nom de votre entreprise.",
  "company.long": "Saisissez le nom sur une ligne de 200 caractères au plus.",
  "address.missing": "Saisissez l’adresse de votre entreprise.",
  "address.long": "Raccourcissez l’adresse à 500 caractères au plus.",
  "vat_id.invalid":
    "Saisissez le numéro de TVA tel que votre pays l’écrit, par exemple FR12345678901, ou laissez le champ vide.",
  "tax.changed": "Le prix indique maintenant la taxe de votre pays. Vérifiez-le, puis payez.",
  "beneficiary.missing": "Saisissez un nom pour ajouter un message ou un site web.",
  "beneficiary.long": "Raccourcissez le nom à 512 caractères maximum.",
  "message.long": "Raccourcissez le message à 512 caractères maximum.",
  "message.claim":
    "Retirez les mots tels que « neutre en carbone » ou « compensé » : ce paiement finance des projets climatiques, les émissions demeurent.",
  "url.invalid": "Saisissez une adresse web complète, par exemple www.example.com.",
  "url.long": "Raccourcissez l’adresse web à 512 caractères maximum.",
  "number.missing": "Saisissez votre numéro de carte.",
  "number.invalid": "Vérifiez le numéro de carte\u00a0: un chiffre est incorrect ou manquant.",
  "expiry.missing": "Saisissez la date d’expiration de votre carte.",
  "expiry.invalid": "Saisissez le mois et l’année indiqués sur votre carte, par exemple 04 / 30.",
  "expiry.past": "Cette carte a expiré. Veuillez utiliser une autre carte.",
  "cvc.missing": "Saisissez le code de sécurité de votre carte.",
  "cvc.invalid": "Saisissez les 3 ou 4 chiffres du code de sécurité.",
  "token.missing": "Saisissez les informations de votre carte.",
  "attempts.wait": "Trop de tentatives. Patientez une minute, puis réessayez.",
  "attempts.over": "Trop de tentatives. Vous ne pouvez plus payer sur cette page.",
  "attempts.busy":
    "Votre tentative de paiement précédente est en cours d’annulation. Patientez une minute, puis réessayez.",
};

export const fr: Copy = {
  summary: {
    label: "Récapitulatif de la commande",
    of: "de",
    perTonne: (price) => `${price} par tonne`,
    shares: "Où va votre argent",
    projects: (count) => (count === 1 ? "Voir le projet" : `Voir les ${count} projets`),
    picture: (portfolio) => `Image du portefeuille ${portfolio}`,
    description: (shop) =>
      `Payez vos crédits carbone chez ${beforePeriod(shop)}. Ils sont mis de côté pour vous, puis retirés auprès de leur registre. Vous recevez un certificat.`,
  },
  sale: saleFr,
  testNotice: "Mode test\u00a0: aucun débit réel",
  back: (shop) => `Retour à ${shop}`,
  form: {
    label: "Paiement",
    email: "Adresse e-mail",
    emailHint: "Nous y envoyons votre reçu et votre certificat.",
    beneficiary: "Nom sur le certificat",
    optional: "facultatif",
    beneficiaryHint: (shop) =>
      `Visible par tous. Si vous laissez ce champ vide, le certificat est établi au nom de ${beforePeriod(shop)}.`,
    beneficiaryMore: "Ajouter un message ou un site web",
    message: "Message",
    messageHint: "Affiché sous le nom et visible par tous.",
    url: "Site web",
    card: "Carte",
    number: "Numéro de carte",
    expiry: "Date d’expiration",
    expiryForm: "MM / AA",
    cvc: "Code de sécurité",
    cvcHint: "3 ou 4 chiffres sur votre carte",
    pay: "Commande avec obligation de paiement",
    due: "À payer",
    paying: "Traitement en cours…",
    next: "Après votre paiement, les crédits sont mis de côté pour vous\u00a0: personne d’autre ne peut les acheter. Ils sont ensuite retirés auprès de leur registre. Nous vous envoyons par e-mail le certificat, qui indique toujours l’état actuel.",
    until: (moment) => `Vous pouvez payer jusqu’au ${moment}.`,
    loading: "Chargement du formulaire de carte…",
    notLoaded:
      "Le formulaire de carte n’a pas pu être chargé. Aucun montant n’a été débité. Vérifiez votre connexion et rechargez la page.",
    needsScript:
      "JavaScript est nécessaire pour payer. Activez-le pour cette page et rechargez-la, ou retournez à la boutique.",
    lost: "La connexion a été interrompue avant le début de votre paiement. Veuillez réessayer\u00a0: le montant ne peut pas être débité deux fois.",
    lostWaiting:
      "La connexion a été interrompue. Nous vérifions si votre paiement est arrivé. Veuillez ne pas payer une seconde fois.",
  },
  faultsTitle: (count) => (count === 1 ? "Vérifiez 1 champ" : `Vérifiez ${count} champs`),
  failureTitle: "Aucun montant n’a été débité",
  failures,
  faults,
  confirm: {
    title: "Confirmez votre paiement",
    text: (amount, shop) =>
      `Votre banque vous demande de confirmer le paiement de ${amount} à ${beforePeriod(shop)}.`,
    approve: "Confirmer le paiement",
    refuse: "Refuser le paiement",
    sending: "Envoi en cours…",
    open: "Ouvrir la fenêtre de ma banque",
    again: "Vérifier à nouveau",
  },
  checking: {
    title: "Nous vérifions votre paiement",
    text: "Cela prend quelques secondes. Veuillez ne pas payer une seconde fois. Cette page s’actualise automatiquement.",
  },
  processing: {
    title: "Votre paiement est en cours de traitement",
    text: "Votre banque a accepté le paiement et a besoin d’un peu plus de temps. Veuillez ne pas payer une seconde fois. Cette page s’actualise automatiquement.",
    mail: (email) =>
      `Vous pouvez fermer cette page. Nous écrirons à ${email} dès que le paiement sera terminé.`,
  },
  paid: {
    title: "Merci pour votre paiement",
    allocated:
      "Vos crédits vous sont attribués. Votre certificat indique quand ils sont retirés auprès de leur registre.",
    allocating:
      "Vos crédits sont en cours d’attribution. Votre certificat sera prêt dans un instant.",
    waiting: (shop) =>
      `Nous avons reçu votre paiement et votre commande est bien enregistrée. Elle est en attente de crédits, car ${shop} n’en a pas assez en stock pour le moment.`,
    backOrdered: (day) =>
      `Vos crédits sont en cours de réapprovisionnement. Vous les recevrez au plus tard le ${day}.`,
    waitingNext:
      "Dès que des crédits seront disponibles, ils seront mis de côté pour vous et vous recevrez le certificat par e-mail. Vous n’avez rien à faire.",
    receipt: (email) => `Nous envoyons votre reçu à ${email}.`,
    certificate: "Voir le certificat",
    order: "Voir la commande",
    number: "Numéro de commande",
    onward: (host) => `Continuer vers ${host}`,
    leaving: (host) => `Redirection vers ${host} dans {seconds}\u00a0s.`,
    stay: "Rester ici",
  },
  backOrder: (shop, day) =>
    `${shop} n’a pas assez de crédits en stock pour le moment. Si vous payez maintenant, vous les recevrez au plus tard le ${day}.`,
  blockers: {
    no_provider: {
      title: "Le paiement n’est pas disponible pour le moment",
      text: (shop) =>
        `${shop} ne peut pas accepter de paiement pour le moment. Aucun montant n’a été débité.`,
    },
    no_stock: {
      title: "Pas assez de crédits en stock",
      text: (shop) =>
        `${shop} n’a pas assez de crédits carbone pour cet achat pour le moment. Aucun montant n’a été débité.`,
    },
    until: (moment) => `Cette page reste ouverte jusqu’au ${moment}. Réessayez plus tard.`,
    again: "Réessayer",
  },
  failed: {
    title: "Votre paiement a échoué",
    text: "Votre banque a refusé le paiement. Aucun montant n’a été débité et votre commande est annulée.",
  },
  cancelled: {
    title: "Cette commande a été annulée",
    text: "Aucun montant ne sera débité. Si un paiement arrive malgré tout, nous le remboursons immédiatement.",
  },
  expired: {
    title: "Cette page de paiement a expiré",
    text: "Vous ne pouvez plus payer ici et aucun montant n’a été débité.",
  },
  refund: {
    done: (amount) =>
      `Nous avons remboursé ${amount} sur votre carte. Le remboursement peut mettre jusqu’à 10 jours à apparaître sur votre relevé.`,
    underWay: (amount) => `Nous remboursons ${amount} sur votre carte.`,
    otherMeans: (amount) => `Nous vous avons reversé ${amount} par un autre moyen.`,
    failed: (amount, shop) =>
      `Un remboursement de ${amount} a échoué\u00a0: vous n’avez pas reçu cet argent. ${shop} en est informé et peut le rembourser à nouveau.`,
    expired: "Votre paiement est arrivé après l’expiration de cette page.",
  },
  again: (shop) => `Pour recommencer, retournez à ${beforePeriod(shop)}.`,
  unknown: {
    title: "Page de paiement introuvable",
    text: "Vérifiez s’il manque des caractères dans l’adresse, ou retournez à la boutique d’où vous venez.",
  },
  unavailable: {
    title: "Cette page n’est pas disponible pour le moment",
    text: "Une erreur s’est produite de notre côté. L’ouverture de cette page n’a entraîné aucun débit. Si vous venez de payer, veuillez ne pas payer une seconde fois.",
    again: "Réessayer",
  },
};
