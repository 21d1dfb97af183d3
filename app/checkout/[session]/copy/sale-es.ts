import { beforePeriod } from "#core/sentence";
import type { saleEn } from "./sale-en";

export const saleEs: typeof saleEn = {
  country: "País",
  chooseCountry: "Elija su país",
  buyer: "Compra",
  consumer: "como consumidor",
  business: "para una empresa",
  onlyBusinesses: (shop) => `Compro para una empresa. ${shop} no vende a consumidores.`,
  consent: "Derecho de desistimiento",
  consentHint: (moment) =>
    `Opcional. Si no está de acuerdo, guardamos los créditos para usted y los reservamos después del ${moment}. Hasta entonces puede desistir sin indicar el motivo.`,
  tax: (rate, name, amount) => `Incluye ${rate} de ${name} (${amount}).`,
  storedEmail: (email) =>
    `Enviamos el recibo y el certificado a ${email}. Introduzca otra dirección para cambiarla.`,
  soldBy: (seller) => `Vendido por ${seller}`,
  taxId: "Número fiscal",
  contact: "Contacto",
  terms: "Condiciones",
  privacy: "Privacidad",
  refunds: "Reembolsos",
  accept: (seller) => `Al pagar, acepta las condiciones de ${beforePeriod(seller)}.`,
  questions: (contact) => `¿Tiene preguntas? Escriba a ${contact}.`,
  expected: (day) => `El vendedor espera créditos antes del ${day}.`,
  coolingOff: (moment) =>
    `Hemos recibido su pago. Guardamos sus créditos hasta el ${moment}. Hasta entonces puede desistir del contrato sin indicar el motivo. Después se reservarán para usted y recibirá el certificado.`,
  withdraw: "Desistir del contrato aquí",
  withdrawByMail: "Para desistir del contrato, utilice el enlace de su recibo.",
  consented: (moment) => `Dio su consentimiento el ${moment}:`,
  withdrawal: {
    title: "Desistir del contrato",
    text: (shop) =>
      `Está desistiendo de su contrato con ${beforePeriod(shop)}. No tiene que indicar el motivo. Su pedido se cancelará y le devolveremos el dinero.`,
    mail: (email) => `Confirmamos el desistimiento por correo electrónico a ${email}.`,
    confirm: "Confirmar el desistimiento",
    sending: "Enviando…",
    keep: "Conservar el pedido",
    until: "Puede desistir hasta el",
    amount: "Compra",
    price: "Precio",
    refundedBefore: "Ya reembolsado",
    refund: "Reembolso",
    notPaid: "Su pago todavía no ha llegado. Si llega, se lo reembolsaremos íntegramente.",
    bought: "Comprado el",
    withdrawn: {
      title: "Ha desistido del contrato",
      text: (moment) => `Recibimos su desistimiento el ${moment}. Su pedido está cancelado.`,
    },
    cancelled: {
      title: "Este pedido ya está cancelado",
      text: "Ya no hay contrato del que desistir.",
    },
    performed: {
      title: "Ya no puede desistir",
      text: "Los créditos están reservados para usted, por lo que el derecho de desistimiento ha terminado.",
    },
    late: {
      title: "Ya no puede desistir",
      text: "El plazo de desistimiento ha terminado.",
    },
    wait: "Demasiados intentos. Espere un minuto e inténtelo de nuevo.",
    view: "Ver su compra",
    unknown: {
      title: "Página no encontrada",
      text: "Compruebe si faltan caracteres en la dirección, o vuelva a abrir el enlace de su recibo.",
    },
  },
};
