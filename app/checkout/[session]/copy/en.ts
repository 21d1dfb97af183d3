// The English copy. Its type is the one that every other language must satisfy.
import { beforePeriod } from "#core/sentence";
import type { FailureMessages, FaultMessages } from "./faults";
import { saleEn } from "./sale-en";

const failures: FailureMessages = {
  declined: "Your bank declined this card. Try another card or contact your bank.",
  insufficient_funds: "This card has insufficient funds. Use another card.",
  expired_card: "This card has expired. Use another card.",
  incorrect_cvc: "The security code is incorrect. Check the digits on your card and try again.",
  incorrect_number: "The card number is incorrect. Check it and try again.",
  not_confirmed: "The payment was not confirmed. Try again or use another card.",
  not_a_test_card: "Only test cards work in test mode. They are listed below the form.",
  interrupted: "The payment was interrupted. Please try again.",
  refused: "We cannot accept this payment right now. Try again later or contact the shop.",
  sold_out: "These credits have just sold out, so you were not charged.",
  not_received: "Your transfer did not arrive in time.",
};

const faults: FaultMessages = {
  "email.missing": "Enter your email address so that we can send you the receipt.",
  "email.invalid": "Enter a complete email address, such as name@example.com.",
  "country.missing": "Choose your country.",
  "country.refused":
    "The shop does not sell to consumers in this country. You have not been charged.",
  "buyer.missing": "Confirm that you buy for a business.",
  "company.missing": "Enter the name of your company.",
  "company.long": "Enter the name in one line of at most 200 characters.",
  "address.missing": "Enter the address of your company.",
  "address.long": "Shorten the address to 500 characters or fewer.",
  "vat_id.invalid":
    "Enter the VAT ID as your country writes it, such as DE123456789, or leave the field empty.",
  "tax.changed": "The price now shows the tax for your country. Check it, then pay.",
  "beneficiary.missing": "Enter a name to add a message or a website.",
  "beneficiary.long": "Shorten the name to 512 characters or fewer.",
  "message.long": "Shorten the message to 512 characters or fewer.",
  "message.claim":
    "Remove words such as “carbon neutral” or “offset”: this payment funds climate projects, and your emissions remain.",
  "url.invalid": "Enter a complete web address, such as www.example.com.",
  "url.long": "Shorten the web address to 512 characters or fewer.",
  "number.missing": "Enter your card number.",
  "number.invalid": "Check the card number. A digit is incorrect or missing.",
  "expiry.missing": "Enter the expiration date of your card.",
  "expiry.invalid": "Enter the month and year shown on your card, such as 04 / 30.",
  "expiry.past": "This card has expired. Use another card.",
  "cvc.missing": "Enter the security code of your card.",
  "cvc.invalid": "Enter the 3 or 4 digits of the security code.",
  "token.missing": "Enter your card details.",
  "attempts.wait": "Too many attempts. Wait a minute, then try again.",
  "attempts.over": "Too many attempts. You can no longer pay in this checkout.",
  "attempts.busy":
    "Your previous payment attempt is still being cancelled. Wait a minute, then try again.",
};

export const en = {
  summary: {
    label: "Order summary",
    of: "of",
    perTonne: (price: string) => `${price} per tonne`,
    shares: "Where your money goes",
    projects: (count: number) => (count === 1 ? "View the project" : `View the ${count} projects`),
    picture: (portfolio: string) => `Picture of the ${portfolio} portfolio`,
    description: (shop: string) =>
      `Pay ${shop} for carbon credits. They are set aside for you and then retired at their registry. You receive a certificate.`,
  },
  sale: saleEn,
  testNotice: "Test mode: you will not be charged",
  back: (shop: string) => `Back to ${shop}`,
  form: {
    label: "Payment",
    email: "Email",
    emailHint: "We send your receipt and certificate to this address.",
    beneficiary: "Name on the certificate",
    optional: "optional",
    beneficiaryHint: (shop: string) =>
      `Visible to everyone. If you leave it empty, the certificate names ${beforePeriod(shop)}.`,
    beneficiaryMore: "Add a message or a website",
    message: "Message",
    messageHint: "Shown below the name, visible to everyone.",
    url: "Website",
    card: "Card",
    number: "Card number",
    expiry: "Expiration date",
    expiryForm: "MM / YY",
    cvc: "Security code",
    cvcHint: "3 or 4 digits on your card",
    /** Words that make an order binding in the main market of the language; the amount is above. */
    pay: "Pay now",
    due: "Amount due",
    paying: "Processing…",
    next: "After you pay, the credits are set aside for you, so no one else can buy them. They are then retired at their registry. We email you the certificate, which always shows the current status.",
    until: (moment: string) => `You can pay until ${moment}.`,
    loading: "Loading the card form…",
    notLoaded:
      "The card form could not be loaded. You have not been charged. Check your connection and reload the page.",
    needsScript:
      "You need JavaScript to pay. Turn it on for this page and reload, or go back to the shop.",
    lost: "The connection failed before your payment started. Please try again. You cannot be charged twice.",
    lostWaiting:
      "The connection failed. We are checking whether your payment arrived. Please do not pay again.",
  },
  faultsTitle: (count: number) =>
    count === 1 ? "1 field needs your attention" : `${count} fields need your attention`,
  failureTitle: "You have not been charged",
  failures,
  faults,
  confirm: {
    title: "Confirm your payment",
    text: (amount: string, shop: string) =>
      `Your bank needs you to confirm the payment of ${amount} to ${beforePeriod(shop)}.`,
    approve: "Approve payment",
    refuse: "Decline payment",
    sending: "Sending…",
    open: "Open my bank’s window",
    again: "Check again",
  },
  checking: {
    title: "We are checking your payment",
    text: "This takes a few seconds. Please do not pay again. This page updates automatically.",
  },
  processing: {
    title: "Your payment is being processed",
    text: "Your bank accepted the payment and needs more time to complete it. Please do not pay again. This page updates automatically.",
    mail: (email: string) => `You can close this page. We will email ${email} when it is done.`,
  },
  paid: {
    title: "Thank you for your payment",
    allocated:
      "Your credits are allocated to you. Your certificate shows when they are retired at their registry.",
    allocating: "Your credits are being set aside. Your certificate will be ready in a moment.",
    waiting: (shop: string) =>
      `We received your payment, and your order is safe. It is waiting for credits because ${shop} does not have enough in stock right now.`,
    backOrdered: (day: string) => `Your credits are on back-order. They come by ${day}.`,
    waitingNext:
      "As soon as credits are available, they are set aside for you and we email you the certificate. You do not need to do anything.",
    receipt: (email: string) => `We are sending your receipt to ${email}.`,
    certificate: "View certificate",
    order: "View order",
    number: "Order number",
    onward: (host: string) => `Continue to ${host}`,
    /** The script counts `{seconds}` down. */
    leaving: (host: string) => `You will be redirected to ${host} in {seconds}\u00a0s.`,
    stay: "Stay here",
  },
  /** Shown before payment where the seller sells beyond stock. */
  backOrder: (shop: string, day: string) =>
    `${shop} does not have enough credits in stock right now. If you pay now, your credits come by ${day}.`,
  /** Reasons why an open checkout cannot be paid right now. */
  blockers: {
    no_provider: {
      title: "Payment is not available right now",
      text: (shop: string) => `${shop} cannot take payments right now. You have not been charged.`,
    },
    no_stock: {
      title: "Not enough credits in stock",
      text: (shop: string) =>
        `${shop} does not have enough carbon credits for this purchase right now. You have not been charged.`,
    },
    until: (moment: string) => `This page stays open until ${moment}. Try again later.`,
    again: "Try again",
  },
  failed: {
    title: "Your payment failed",
    text: "Your bank declined the payment. You have not been charged, and your order is cancelled.",
  },
  cancelled: {
    title: "This order was cancelled",
    text: "You will not be charged. If a payment still arrives, we refund it immediately.",
  },
  expired: {
    title: "This checkout has expired",
    text: "You can no longer pay here, and you have not been charged.",
  },
  refund: {
    done: (amount: string) =>
      `We refunded ${amount} to your card. It can take up to 10 days to appear on your statement.`,
    underWay: (amount: string) => `We are refunding ${amount} to your card.`,
    otherMeans: (amount: string) => `We paid ${amount} back to you by other means.`,
    failed: (amount: string, shop: string) =>
      `A refund of ${amount} failed, so you did not get the money. ${shop} has been notified and can refund it again.`,
    expired: "Your payment arrived after this checkout expired.",
  },
  again: (shop: string) => `To start again, go back to ${beforePeriod(shop)}.`,
  unknown: {
    title: "Checkout not found",
    text: "Check the address for missing characters, or go back to the shop that sent you here.",
  },
  unavailable: {
    title: "This page is not available right now",
    text: "Something went wrong on our side. Opening this page did not charge you. If you have just paid, please do not pay again.",
    again: "Try again",
  },
};

export type Copy = typeof en;
