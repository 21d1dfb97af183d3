import type { MailTexts } from "./mail-copy";

export const spanish: MailTexts = {
  receipt: {
    subject: ({ mass, shop }) => `Recibo: ${mass} de ${shop}`,
    heading: "Gracias por su compra",
    opening: ({ money, mass, shop }) =>
      `${shop} ha recibido su pago de ${money} por ${mass} de créditos de carbono.`,
    closing: ["Este recibo confirma su pago. No es una factura fiscal."],
  },
  certificate: {
    subject: ({ mass }) => `Su certificado: ${mass} retirados`,
    heading: "Su certificado está listo",
    opening: ({ mass, beneficiary }) =>
      `Se han retirado créditos de carbono por ${mass} a nombre de ${beneficiary}.`,
    closing: [
      "El certificado indica cada proyecto y cada número de serie. Quien tenga el enlace puede " +
        "verlo.",
    ],
  },
  failure: {
    subject: ({ shop }) => `Su pago a ${shop} ha fallado; no se ha cobrado nada`,
    heading: "Su pago no se ha completado",
    opening: ({ money, mass, shop }) =>
      `Su pago de ${money} a ${shop} por ${mass} de créditos de carbono ha fallado. ` +
      "No se ha cobrado nada y su pedido está cancelado.",
    closing: ["Si todavía quiere los créditos, puede empezar de nuevo en la tienda."],
  },
  refund: {
    subject: ({ money, shop }) => `Reembolso: ${money} de ${shop}`,
    heading: "Su pago se ha reembolsado",
    opening: ({ money, shop }) => `Su pago a ${shop} se ha reembolsado por completo: ${money}.`,
    closing: ["Pueden pasar algunos días hasta que su banco o su tarjeta lo muestre."],
  },
  retiredForGood:
    "Están definitivamente fuera de circulación y no se pueden volver a vender, transferir ni " +
    "usar.",
  certificateFollows:
    "Recibirá el certificado en otro correo en cuanto los créditos se hayan retirado.",
  orderCancelled: "Su pedido está cancelado.",
  testNotice:
    "Esto es una prueba: no se ha movido dinero y no se ha comprado ni retirado nada real.",
  footer: ({ shop }) =>
    `Recibe este correo porque su dirección se indicó al pagar en ${shop}. ` +
    "Se ha enviado automáticamente.",
  labels: {
    amount: "Cantidad",
    portfolio: "Cartera",
    pricePerKg: "Precio por kg (USD)",
    paid: "Pagado (USD)",
    failed: "No cobrado (USD)",
    refunded: "Reembolsado (USD)",
    seller: "Vendido por",
    beneficiary: "Retirados a nombre de",
    order: "Número de pedido",
    date: "Fecha",
  },
  links: {
    checkout: "Ver su compra",
    certificate: "Ver el certificado",
    pdf: "Descargar el PDF",
    shop: "Volver a la tienda",
  },
};
