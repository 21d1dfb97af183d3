// The checkout page in English; its type is the one that every other language has to fill.
import type { FailureTexts, FaultTexts } from "./texts";

const failures: FailureTexts = {
  declined: "Your bank declined this card. Try another card, or ask your bank.",
  insufficient_funds: "There is not enough money on this card. Please use another one.",
  expired_card: "This card has expired. Please use another one.",
  incorrect_cvc: "The security code is not right. Check the digits on your card and try again.",
  incorrect_number: "The card number is not right. Check it and try again.",
  not_confirmed: "The payment was not confirmed. Try again, or use another card.",
  not_a_test_card: "In test mode only test cards work. You find them below the form.",
  interrupted: "The payment was interrupted. Please try again.",
  refused: "This payment cannot be made here at the moment. Try again later, or ask the shop.",
  not_received: "The transfer did not arrive in time.",
};

const faults: FaultTexts = {
  "email.missing": "Enter your e-mail address: the receipt goes there.",
  "email.invalid": "Enter a whole e-mail address, such as name@example.com.",
  "beneficiary.missing": "Enter a name too: the message and the website stand below it.",
  "beneficiary.long": "Shorten the name to at most 512 letters.",
  "message.long": "Shorten the message to at most 512 letters.",
  "url.invalid": "Enter a whole web address, such as www.example.com.",
  "url.long": "Shorten the web address to at most 512 letters.",
  "number.missing": "Enter the number on your card.",
  "number.invalid": "Check the card number: a digit is wrong or missing.",
  "expiry.missing": "Enter the date until which your card is valid.",
  "expiry.invalid": "Enter month and year as on your card, such as 04 / 30.",
  "expiry.past": "This card has expired. Please use another one.",
  "cvc.missing": "Enter the security code of your card.",
  "cvc.invalid": "Enter the 3 or 4 digits of the security code.",
  "token.missing": "Please fill in the card form.",
  "attempts.wait": "There were too many attempts. Please wait a minute, then try again.",
  "attempts.over": "There were too many attempts, so this checkout takes no more of them.",
  "attempts.busy":
    "Your earlier attempt to pay is still being ended. Wait a minute, then try again.",
};

export const en = {
  /** The language's own name. */
  name: "English",
  languages: "Language",
  summary: {
    label: "What you pay for",
    of: "of",
    perKg: (price: string) => `${price} per kg`,
    currency: "US dollars",
    shares: "Where it goes",
    projects: (count: number) => (count === 1 ? "See the project" : `See the ${count} projects`),
    picture: (portfolio: string) => `Picture of the portfolio ${portfolio}`,
    description: (shop: string) =>
      `Pay ${shop} for carbon credits. They are retired for you, and you get a certificate.`,
  },
  testNotice: "Test mode: no money moves",
  back: (shop: string) => `Back to ${shop}`,
  form: {
    label: "Payment",
    email: "E-mail",
    emailHint: "For the receipt and the certificate.",
    beneficiary: "Name on the certificate",
    optional: "optional",
    beneficiaryHint: (shop: string) =>
      `Everyone can see it there. Left empty, the certificate names ${shop}.`,
    beneficiaryMore: "Add a message or a website",
    message: "Message",
    messageHint: "Quoted below the name, for everyone to see.",
    url: "Website",
    card: "Card",
    number: "Card number",
    expiry: "Valid until",
    expiryForm: "MM / YY",
    cvc: "Security code",
    cvcHint: "3 or 4 digits on the card",
    pay: (amount: string) => `Pay ${amount}`,
    paying: "Paying …",
    next: "Once you have paid, the credits are retired for you: nobody can use them again. You get the certificate by e-mail.",
    until: (moment: string) => `You can pay here until ${moment}.`,
    loading: "Loading the card form …",
    notLoaded:
      "The card form could not be loaded, and you have not been charged. Check your connection and reload the page.",
    needsScript:
      "Paying here needs JavaScript. Allow it for this page and reload it, or go back to the shop.",
    lost: "The connection failed, and your payment has not begun. Please try again: you cannot be charged twice.",
    lostWaiting:
      "The connection failed. We do not know yet whether your payment arrived, and are checking. Please do not pay again.",
  },
  faultsTitle: (count: number) =>
    count === 1 ? "One field needs your attention" : `${count} fields need your attention`,
  failureTitle: "You have not been charged",
  failures,
  faults,
  confirm: {
    title: "Your bank asks you to confirm",
    text: (amount: string, shop: string) => `Are you paying ${amount} to ${shop}?`,
    approve: "Yes, approve",
    refuse: "No, refuse",
    sending: "Sending your answer …",
    open: "Open my bank's window",
    again: "Check again",
  },
  checking: {
    title: "We are checking your payment",
    text: "This takes a few seconds. Please do not pay again: this page renews itself.",
  },
  processing: {
    title: "Your payment is on its way",
    text: "Your bank accepted it and needs a little longer. Please do not pay again: this page renews itself.",
    mail: (email: string) => `You can also close it. We write to ${email} when it is done.`,
  },
  paid: {
    title: "Paid. Thank you.",
    retired: "Your credits are retired. Nobody can use them again.",
    retiring: "Your credits are being retired now. The certificate is ready in a moment.",
    waiting: (shop: string) =>
      `Your payment has arrived and your order is safe. It is waiting for credits: ${shop} does not have enough in stock right now.`,
    waitingNext:
      "As soon as there are credits, they are retired for you and you get the certificate by e-mail. You do not need to do anything.",
    receipt: (email: string) => `The receipt goes to ${email}.`,
    certificate: "View the certificate",
    order: "Follow the order",
    number: "Order number",
    onward: (host: string) => `Continue to ${host}`,
    /** `{seconds}` is counted down. */
    leaving: (host: string) => `You go on to ${host} in {seconds}\u00a0s.`,
    stay: "Stay here",
  },
  /** Why an open checkout cannot be paid just now. */
  blockers: {
    no_provider: {
      title: "Payment is not available right now",
      text: (shop: string) =>
        `${shop} cannot take payments here at the moment. You have not been charged.`,
    },
    no_stock: {
      title: "Not enough credits right now",
      text: (shop: string) =>
        `${shop} does not have enough carbon credits for this purchase at the moment. You have not been charged.`,
    },
    until: (moment: string) => `This page stays open until ${moment}: try again later.`,
    again: "Try again",
  },
  failed: {
    title: "The payment failed",
    text: "Your bank refused it in the end. You have not been charged, and the order is cancelled.",
  },
  cancelled: {
    title: "This order was cancelled",
    text: "You are not charged for it. Should a payment still arrive, it is refunded at once.",
  },
  expired: {
    title: "This checkout has expired",
    text: "It can no longer be paid, and you have not been charged.",
  },
  refund: {
    done: (amount: string) =>
      `${amount} was refunded to your card. Banks take up to 10 days to show it.`,
    underWay: (amount: string) => `${amount} is being refunded to your card.`,
    expired: "Your payment arrived after this checkout had expired.",
  },
  again: (shop: string) => `To begin again, go back to ${shop}.`,
  unknown: {
    title: "There is no such checkout",
    text: "Check the address for a missing letter, or go back to the shop that sent you here.",
  },
  unavailable: {
    title: "This page cannot be shown just now",
    text: "It is our fault, and opening it charged you nothing. If you have just paid, please do not pay again.",
    again: "Try again",
  },
};

export type Texts = typeof en;
