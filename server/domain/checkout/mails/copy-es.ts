import { beforePeriod } from "#core/sentence";
import { certificateCopy } from "#domain/certificates";
import type { MailCopy } from "./copy";

export const spanish: MailCopy = {
  receipt: {
    subject: ({ mass, shop }) => `Recibo: ${mass} de ${shop}`,
    heading: "Gracias por su compra",
    opening: ({ money, mass, shop }) =>
      `${shop} ha recibido su pago de ${money} por ${mass} de créditos de carbono.`,
    closing: ["Este recibo confirma su pago. No es una factura."],
  },
  certificate: {
    subject: ({ mass, shop }) => `Su certificado: ${mass} de ${shop}`,
    heading: "Su certificado está listo",
    opening: ({ statement }) => statement,
    closing: [
      "El certificado incluye todos los proyectos y números de serie, y muestra siempre el estado actual. Cualquier persona con el " +
        "enlace puede verlo.",
    ],
  },
  retired: {
    subject: ({ mass, shop }) => `${certificateCopy.es.kind.retired}: ${mass} de ${shop}`,
    heading: certificateCopy.es.kind.retired,
    opening: ({ statement }) => statement,
    closing: [
      "El certificado va adjunto. El enlace muestra siempre su estado actual. Cualquier persona con el enlace puede verlo.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Su pago a ${shop} ha fallado. No se le ha cobrado nada.`,
    heading: "Su pago ha fallado",
    opening: ({ money, mass, shop }) =>
      `Su pago de ${money} a ${shop} por ${mass} de créditos de carbono ha fallado. ` +
      "No se le ha cobrado nada y su pedido está cancelado.",
    closing: ["Para comprar los créditos, empiece de nuevo en la tienda."],
  },
  "transfer-failed": {
    subject: ({ shop }) =>
      `Su pedido en ${shop} está cancelado: su transferencia no ha llegado completa`,
    heading: "Su transferencia no ha llegado completa",
    opening: ({ statement }) => statement,
    closing: ["Para comprar los créditos, empiece de nuevo en la tienda."],
  },
  refund: {
    subject: ({ money, shop }) => `Reembolso: ${money} de ${shop}`,
    heading: "Su reembolso",
    opening: ({ money, shop }) => `${shop} le ha reembolsado ${money}.`,
    closing: ["El reembolso puede tardar unos días en aparecer en su extracto."],
  },
  "refund-failed": {
    subject: ({ money, shop }) => `Reembolso fallido: ${money} de ${shop}`,
    heading: "Su reembolso ha fallado",
    opening: ({ money, shop }) =>
      `Un reembolso de ${money} de ${shop} ha fallado, por lo que no ha recibido el dinero.`,
    closing: [
      "El vendedor está al corriente y puede volver a reembolsarlo. Si tiene preguntas, póngase en contacto con el vendedor.",
    ],
  },
  withdrawal: {
    subject: ({ shop }) => `Desistimiento confirmado: su contrato con ${shop}`,
    heading: "Ha desistido del contrato",
    opening: ({ shop, moment }) =>
      `Recibimos su desistimiento del contrato con ${shop} el ${moment}. Su pedido está cancelado.`,
    closing: [],
  },
  invoice: {
    subject: ({ mass, shop }) => `Factura: ${mass} de ${shop}`,
    heading: "Su factura",
    opening: ({ mass, shop }) =>
      `Esta es la factura de ${shop} por ${mass} de créditos de carbono.`,
    closing: [],
  },
  "credit-note": {
    subject: ({ money, shop }) => `Factura rectificativa: ${money} de ${shop}`,
    heading: "Su factura rectificativa",
    opening: ({ money, shop }) =>
      `Esta es la factura rectificativa de ${shop} por su reembolso de ${money}.`,
    closing: [],
  },
  finalFollows:
    "Le enviaremos el certificado definitivo por correo electrónico en cuanto todos los créditos estén retirados en sus registros.",
  certificateFollows:
    "Le enviaremos el certificado por correo electrónico en cuanto se reserven los créditos para usted.",
  backOrdered: (day) =>
    `Sus créditos están pendientes de reposición. Los recibirá a más tardar el ${day}.`,
  orderCancelled: "Su pedido está cancelado.",
  coolingOff: (until) =>
    `Puede desistir de este contrato hasta el ${until} sin indicar el motivo. Hasta entonces guardamos sus créditos; después se reservan para usted y recibe el certificado por correo electrónico.`,
  mayWithdraw: (until) =>
    `Mientras los créditos no estén reservados para usted, y como máximo hasta el ${until}, puede desistir de este contrato sin indicar el motivo.`,
  consented: (moment, text) => `Dio su consentimiento el ${moment}: «${text}»`,
  otherMeans: "El vendedor lo ha pagado por un medio distinto al del pago original.",
  orderStays: "Los créditos de carbono siguen asignados a su pedido después del reembolso.",
  refundFollows:
    "Le devolvemos el importe por el mismo medio de pago en un plazo máximo de 14 días. Le escribiremos cuando se haya efectuado el reembolso.",
  refundHeld:
    "Su banco aún está decidiendo sobre este pago. Si no le devuelve el dinero, se lo reembolsaremos.",
  notPaid: "Su pago todavía no ha llegado. Si llega, se lo reembolsaremos íntegramente.",
  testNotice:
    "Esto es una prueba. No se le ha cobrado nada y no se ha retirado ningún crédito real.",
  footer: ({ shop }) =>
    "Recibe este correo porque su dirección se introdujo al pagar en " +
    `${beforePeriod(shop)}. Se ha enviado automáticamente.`,
  labels: {
    amount: "Cantidad",
    portfolio: "Cartera",
    pricePerTonne: "Precio por tonelada",
    paid: "Pagado",
    failed: "No cobrado",
    refunded: "Reembolsado",
    notRefunded: "No reembolsado",
    seller: "Vendido por",
    legalSeller: "Vendedor",
    tax: "Impuesto incluido",
    toRefund: "Reembolso",
    refundedBefore: "Ya reembolsado",
    beneficiary: "En nombre de",
    reference: "Referencia",
    order: "Número de pedido",
    date: "Fecha",
  },
  links: {
    checkout: "Ver su compra",
    certificate: "Ver el certificado",
    pdf: "Descargar el PDF",
    withdraw: "Desistir del contrato aquí",
    terms: "Condiciones",
    refunds: "Reembolsos",
    shop: "Volver a la tienda",
  },
};
