// The checkout page in Spanish.

import type { Texts } from "./en";
import type { FailureTexts, FaultTexts } from "./texts";

const failures: FailureTexts = {
  declined: "Su banco ha rechazado esta tarjeta. Pruebe con otra o consulte a su banco.",
  insufficient_funds: "Esta tarjeta no tiene saldo suficiente. Utilice otra, por favor.",
  expired_card: "Esta tarjeta ha caducado. Utilice otra, por favor.",
  incorrect_cvc:
    "El código de seguridad no es correcto. Revise los dígitos de su tarjeta e inténtelo de nuevo.",
  incorrect_number: "El número de tarjeta no es correcto. Revíselo e inténtelo de nuevo.",
  not_confirmed: "El pago no se ha confirmado. Inténtelo de nuevo o utilice otra tarjeta.",
  not_a_test_card:
    "En modo de prueba solo funcionan las tarjetas de prueba. Las encontrará debajo del formulario.",
  interrupted: "El pago se ha interrumpido. Inténtelo de nuevo, por favor.",
  refused:
    "Este pago no se puede hacer aquí en este momento. Inténtelo más tarde o pregunte a la tienda.",
  not_received: "La transferencia no llegó a tiempo.",
};

const faults: FaultTexts = {
  "email.missing": "Indique su correo electrónico: allí enviaremos el recibo.",
  "email.invalid": "Indique una dirección completa, por ejemplo nombre@example.com.",
  "beneficiary.missing": "Indique también un nombre: el mensaje y el sitio web figuran debajo.",
  "beneficiary.long": "Acorte el nombre a 512 caracteres como máximo.",
  "message.long": "Acorte el mensaje a 512 caracteres como máximo.",
  "url.invalid": "Indique una dirección web completa, por ejemplo www.example.com.",
  "url.long": "Acorte la dirección web a 512 caracteres como máximo.",
  "number.missing": "Indique el número de su tarjeta.",
  "number.invalid": "Revise el número de tarjeta: falta un dígito o no es correcto.",
  "expiry.missing": "Indique hasta cuándo es válida su tarjeta.",
  "expiry.invalid": "Indique mes y año como en la tarjeta, por ejemplo 04 / 30.",
  "expiry.past": "Esta tarjeta ha caducado. Utilice otra, por favor.",
  "cvc.missing": "Indique el código de seguridad de su tarjeta.",
  "cvc.invalid": "Indique los 3 o 4 dígitos del código de seguridad.",
  "token.missing": "Rellene el formulario de la tarjeta, por favor.",
  "attempts.wait": "Ha habido demasiados intentos. Espere un minuto e inténtelo de nuevo.",
  "attempts.over": "Ha habido demasiados intentos: este pago ya no admite más.",
  "attempts.busy":
    "Su intento anterior aún se está anulando. Espere un minuto y vuelva a intentarlo.",
};

export const es: Texts = {
  name: "Español",
  languages: "Idioma",
  summary: {
    label: "Lo que paga",
    of: "de",
    perKg: (price) => `${price} por kg`,
    currency: "dólares estadounidenses",
    shares: "Adónde va",
    projects: (count) => (count === 1 ? "Ver el proyecto" : `Ver los ${count} proyectos`),
    picture: (portfolio) => `Imagen de la cartera ${portfolio}`,
    description: (shop) =>
      `Pague a ${shop} sus créditos de carbono. Se retiran en su nombre y usted recibe un certificado.`,
  },
  testNotice: "Modo de prueba: no se mueve dinero",
  back: (shop) => `Volver a ${shop}`,
  form: {
    label: "Pago",
    email: "Correo electrónico",
    emailHint: "Para el recibo y el certificado.",
    beneficiary: "Nombre en el certificado",
    optional: "opcional",
    beneficiaryHint: (shop) =>
      `Allí lo puede ver cualquiera. Si lo deja vacío, el certificado nombra a ${shop}.`,
    beneficiaryMore: "Añadir un mensaje o un sitio web",
    message: "Mensaje",
    messageHint: "Aparece debajo del nombre, a la vista de todos.",
    url: "Sitio web",
    card: "Tarjeta",
    number: "Número de tarjeta",
    expiry: "Válida hasta",
    expiryForm: "MM / AA",
    cvc: "Código de seguridad",
    cvcHint: "3 o 4 dígitos de la tarjeta",
    pay: (amount) => `Pagar ${amount}`,
    paying: "Pagando…",
    next: "Cuando haya pagado, los créditos se retiran en su nombre: nadie puede volver a usarlos. Recibirá el certificado por correo electrónico.",
    until: (moment) => `Puede pagar aquí hasta el ${moment}.`,
    loading: "Cargando el formulario de la tarjeta…",
    notLoaded:
      "No se ha podido cargar el formulario de la tarjeta y no se le ha cobrado nada. Revise su conexión y vuelva a cargar la página.",
    needsScript:
      "Para pagar aquí se necesita JavaScript. Permítalo en esta página y vuelva a cargarla, o regrese a la tienda.",
    lost: "La conexión ha fallado y su pago no ha comenzado. Inténtelo de nuevo, por favor: no se le puede cobrar dos veces.",
    lostWaiting:
      "La conexión ha fallado. Aún no sabemos si su pago ha llegado y lo estamos comprobando. Por favor, no pague de nuevo.",
  },
  faultsTitle: (count) => (count === 1 ? "Revise un campo" : `Revise ${count} campos`),
  failureTitle: "No se le ha cobrado nada",
  failures,
  faults,
  confirm: {
    title: "Su banco le pide que confirme",
    text: (amount, shop) => `¿Quiere pagar ${amount} a ${shop}?`,
    approve: "Sí, confirmar",
    refuse: "No, rechazar",
    sending: "Enviando su respuesta…",
    open: "Abrir la ventana de mi banco",
    again: "Comprobar de nuevo",
  },
  checking: {
    title: "Estamos comprobando su pago",
    text: "Tarda unos segundos. Por favor, no pague de nuevo: esta página se actualiza sola.",
  },
  processing: {
    title: "Su pago está en camino",
    text: "Su banco lo ha aceptado y necesita un poco más de tiempo. Por favor, no pague de nuevo: esta página se actualiza sola.",
    mail: (email) => `También puede cerrarla. Escribiremos a ${email} cuando haya terminado.`,
  },
  paid: {
    title: "Pagado. Gracias.",
    retired: "Sus créditos están retirados. Nadie puede volver a usarlos.",
    retiring: "Sus créditos se están retirando. El certificado estará listo en un momento.",
    waiting: (shop) =>
      `Hemos recibido su pago y su pedido está registrado. Está a la espera de créditos de carbono: ${shop} no tiene suficientes en este momento.`,
    waitingNext:
      "En cuanto haya créditos, se retirarán para usted y recibirá el certificado por correo electrónico. No tiene que hacer nada.",
    receipt: (email) => `El recibo se envía a ${email}.`,
    certificate: "Ver el certificado",
    order: "Seguir el pedido",
    number: "Número de pedido",
    onward: (host) => `Continuar a ${host}`,
    leaving: (host) => `Continuará a ${host} en {seconds}\u00a0s.`,
    stay: "Quedarse aquí",
  },
  blockers: {
    no_provider: {
      title: "Ahora no es posible pagar",
      text: (shop) =>
        `${shop} no puede aceptar pagos aquí en este momento. No se le ha cobrado nada.`,
    },
    no_stock: {
      title: "No hay créditos suficientes en este momento",
      text: (shop) =>
        `${shop} no tiene ahora suficientes créditos de carbono para esta compra. No se le ha cobrado nada.`,
    },
    until: (moment) => `Esta página sigue abierta hasta el ${moment}: inténtelo más tarde.`,
    again: "Intentarlo de nuevo",
  },
  failed: {
    title: "El pago ha fallado",
    text: "Su banco lo ha rechazado al final. No se le ha cobrado nada y el pedido está cancelado.",
  },
  cancelled: {
    title: "Este pedido se ha cancelado",
    text: "No se le cobra. Si aún llegara un pago, se reembolsaría al instante.",
  },
  expired: {
    title: "Este pago ha caducado",
    text: "Ya no se puede pagar y no se le ha cobrado nada.",
  },
  refund: {
    done: (amount) =>
      `Se han reembolsado ${amount} a su tarjeta. Su banco puede tardar 10 días en mostrarlo.`,
    underWay: (amount) => `Se están reembolsando ${amount} a su tarjeta.`,
    expired: "Su pago llegó cuando ya había caducado.",
  },
  again: (shop) => `Para empezar de nuevo, vuelva a ${shop}.`,
  unknown: {
    title: "Este pago no existe",
    text: "Revise si falta una letra en la dirección o vuelva a la tienda que le ha enviado aquí.",
  },
  unavailable: {
    title: "Ahora mismo no se puede mostrar esta página",
    text: "La culpa es nuestra y abrirla no le ha costado nada. Si acaba de pagar, no pague de nuevo, por favor.",
    again: "Intentarlo de nuevo",
  },
};
