import { beforePeriod } from "#core/sentence";
import type { Copy } from "./en";
import type { FailureMessages, FaultMessages } from "./faults";
import { saleEs } from "./sale-es";

const failures: FailureMessages = {
  declined:
    "Su banco ha rechazado esta tarjeta. Pruebe con otra o póngase en contacto con su banco.",
  insufficient_funds: "Esta tarjeta no tiene fondos suficientes. Utilice otra tarjeta.",
  expired_card: "Esta tarjeta ha caducado. Utilice otra tarjeta.",
  incorrect_cvc:
    "El código de seguridad no es correcto. Revise los dígitos de su tarjeta e inténtelo de nuevo.",
  incorrect_number: "El número de tarjeta no es correcto. Revíselo e inténtelo de nuevo.",
  not_confirmed: "El pago no se ha confirmado. Inténtelo de nuevo o utilice otra tarjeta.",
  not_a_test_card:
    "En el modo de prueba solo funcionan las tarjetas de prueba. Están debajo del formulario.",
  interrupted: "El pago se ha interrumpido. Inténtelo de nuevo.",
  refused:
    "No podemos aceptar este pago en este momento. Inténtelo más tarde o póngase en contacto con la tienda.",
  sold_out: "Estos créditos acaban de agotarse. No se le ha cobrado nada.",
  not_received: "Su transferencia no ha llegado a tiempo.",
};

const faults: FaultMessages = {
  "email.missing": "Introduzca su correo electrónico para que podamos enviarle el recibo.",
  "email.invalid": "Introduzca una dirección de correo completa, por ejemplo, nombre@example.com.",
  "country.missing": "Elija su país.",
  "country.refused": "La tienda no vende a consumidores de este país. No se le ha cobrado nada.",
  "buyer.missing": "Confirme que compra para una empresa.",
  "company.missing": "Introduzca el nombre de su empresa.",
  "company.long": "Introduzca el nombre en una línea de 200 caracteres como máximo.",
  "address.missing": "Introduzca la dirección de su empresa.",
  "address.long": "Acorte la dirección a 500 caracteres como máximo.",
  "vat_id.invalid":
    "Introduzca el NIF-IVA tal como lo escribe su país, por ejemplo ESX1234567X, o deje el campo vacío.",
  "tax.changed": "El precio muestra ahora el impuesto de su país. Compruébelo y después pague.",
  "beneficiary.missing": "Introduzca un nombre para añadir un mensaje o un sitio web.",
  "beneficiary.long": "Acorte el nombre a 512 caracteres como máximo.",
  "message.long": "Acorte el mensaje a 512 caracteres como máximo.",
  "message.claim":
    "Quite palabras como «neutro en carbono» o «compensado»: este pago financia proyectos climáticos y las emisiones permanecen.",
  "url.invalid": "Introduzca una dirección web completa, por ejemplo, www.example.com.",
  "url.long": "Acorte la dirección web a 512 caracteres como máximo.",
  "number.missing": "Introduzca el número de su tarjeta.",
  "number.invalid": "Revise el número de tarjeta: falta un dígito o no es correcto.",
  "expiry.missing": "Introduzca la fecha de caducidad de su tarjeta.",
  "expiry.invalid": "Introduzca el mes y el año que figuran en su tarjeta, por ejemplo, 04 / 30.",
  "expiry.past": "Esta tarjeta ha caducado. Utilice otra tarjeta.",
  "cvc.missing": "Introduzca el código de seguridad de su tarjeta.",
  "cvc.invalid": "Introduzca los 3 o 4 dígitos del código de seguridad.",
  "token.missing": "Introduzca los datos de su tarjeta.",
  "attempts.wait": "Demasiados intentos. Espere un minuto e inténtelo de nuevo.",
  "attempts.over": "Demasiados intentos. Ya no puede pagar en esta página.",
  "attempts.busy":
    "Su intento de pago anterior aún se está cancelando. Espere un minuto e inténtelo de nuevo.",
};

export const es: Copy = {
  summary: {
    label: "Resumen del pedido",
    of: "de",
    perTonne: (price) => `${price} por tonelada`,
    shares: "Adónde va su dinero",
    projects: (count) => (count === 1 ? "Ver el proyecto" : `Ver los ${count} proyectos`),
    picture: (portfolio) => `Imagen de la cartera ${portfolio}`,
    description: (shop) =>
      `Pague sus créditos de carbono a ${beforePeriod(shop)}. Se reservan para usted y después se retiran en su registro. Recibe un certificado.`,
  },
  sale: saleEs,
  testNotice: "Modo de prueba: no se le cobrará nada",
  back: (shop) => `Volver a ${shop}`,
  form: {
    label: "Pago",
    email: "Correo electrónico",
    emailHint: "Enviamos el recibo y el certificado a esta dirección.",
    beneficiary: "Nombre en el certificado",
    optional: "opcional",
    beneficiaryHint: (shop) =>
      `Visible para todos. Si lo deja vacío, el certificado irá a nombre de ${beforePeriod(shop)}.`,
    beneficiaryMore: "Añadir un mensaje o un sitio web",
    message: "Mensaje",
    messageHint: "Se muestra debajo del nombre y es visible para todos.",
    url: "Sitio web",
    card: "Tarjeta",
    number: "Número de tarjeta",
    expiry: "Fecha de caducidad",
    expiryForm: "MM / AA",
    cvc: "Código de seguridad",
    cvcHint: "3 o 4 dígitos de su tarjeta",
    pay: "Pedido con obligación de pago",
    due: "A pagar",
    paying: "Procesando…",
    next: "Después del pago, los créditos se reservan para usted y nadie más puede comprarlos. Luego se retiran en su registro. Le enviaremos por correo electrónico el certificado, que muestra siempre el estado actual.",
    until: (moment) => `Puede pagar hasta el ${moment}.`,
    loading: "Cargando el formulario de la tarjeta…",
    notLoaded:
      "No se ha podido cargar el formulario de la tarjeta. No se le ha cobrado nada. Compruebe su conexión y vuelva a cargar la página.",
    needsScript:
      "Necesita JavaScript para pagar. Actívelo en esta página y vuelva a cargarla, o regrese a la tienda.",
    lost: "La conexión ha fallado antes de iniciarse el pago. Inténtelo de nuevo: no se le puede cobrar dos veces.",
    lostWaiting:
      "La conexión ha fallado. Estamos comprobando si su pago ha llegado. No vuelva a pagar, por favor.",
  },
  faultsTitle: (count) => (count === 1 ? "Revise 1 campo" : `Revise ${count} campos`),
  failureTitle: "No se le ha cobrado nada",
  failures,
  faults,
  confirm: {
    title: "Confirme su pago",
    text: (amount, shop) =>
      `Su banco le pide que confirme el pago de ${amount} a ${beforePeriod(shop)}.`,
    approve: "Confirmar el pago",
    refuse: "Rechazar el pago",
    sending: "Enviando…",
    open: "Abrir la ventana de mi banco",
    again: "Comprobar de nuevo",
  },
  checking: {
    title: "Estamos comprobando su pago",
    text: "Esto tarda unos segundos. No vuelva a pagar, por favor. Esta página se actualiza automáticamente.",
  },
  processing: {
    title: "Su pago se está procesando",
    text: "Su banco ha aceptado el pago y necesita un poco más de tiempo. No vuelva a pagar, por favor. Esta página se actualiza automáticamente.",
    mail: (email) =>
      `Puede cerrar esta página. Escribiremos a ${email} cuando el pago se haya completado.`,
  },
  paid: {
    title: "Gracias por su pago",
    allocated:
      "Sus créditos ya le han sido asignados. El certificado muestra cuándo se retiran en su registro.",
    allocating: "Sus créditos se están reservando. Su certificado estará listo en un momento.",
    waiting: (shop) =>
      `Hemos recibido su pago y su pedido está registrado. Está a la espera de créditos porque ${shop} no tiene suficientes en este momento.`,
    backOrdered: (day) =>
      `Sus créditos están pendientes de reposición. Los recibirá a más tardar el ${day}.`,
    waitingNext:
      "En cuanto haya créditos disponibles, se reservarán para usted y recibirá el certificado por correo electrónico. No tiene que hacer nada.",
    receipt: (email) => `Enviamos su recibo a ${email}.`,
    certificate: "Ver el certificado",
    order: "Ver el pedido",
    number: "Número de pedido",
    onward: (host) => `Continuar a ${host}`,
    leaving: (host) => `Se le redirigirá a ${host} en {seconds}\u00a0s.`,
    stay: "Quedarse aquí",
  },
  backOrder: (shop, day) =>
    `${shop} no tiene suficientes créditos en este momento. Si paga ahora, los recibirá a más tardar el ${day}.`,
  blockers: {
    no_provider: {
      title: "El pago no está disponible en este momento",
      text: (shop) => `${shop} no puede aceptar pagos en este momento. No se le ha cobrado nada.`,
    },
    no_stock: {
      title: "No hay suficientes créditos disponibles",
      text: (shop) =>
        `${shop} no tiene suficientes créditos de carbono para esta compra en este momento. No se le ha cobrado nada.`,
    },
    until: (moment) =>
      `Esta página seguirá abierta hasta el ${moment}. Inténtelo de nuevo más tarde.`,
    again: "Intentarlo de nuevo",
  },
  failed: {
    title: "Su pago ha fallado",
    text: "Su banco ha rechazado el pago. No se le ha cobrado nada y su pedido está cancelado.",
  },
  cancelled: {
    title: "Este pedido se ha cancelado",
    text: "No se le cobrará nada. Si aun así llega un pago, lo reembolsaremos de inmediato.",
  },
  expired: {
    title: "Esta página de pago ha caducado",
    text: "Ya no puede pagar aquí y no se le ha cobrado nada.",
  },
  refund: {
    done: (amount) =>
      `Hemos reembolsado ${amount} a su tarjeta. Puede tardar hasta 10 días en aparecer en su extracto.`,
    underWay: (amount) => `Estamos reembolsando ${amount} a su tarjeta.`,
    otherMeans: (amount) => `Le hemos devuelto ${amount} por otro medio.`,
    failed: (amount, shop) =>
      `Un reembolso de ${amount} ha fallado, por lo que no ha recibido el dinero. ${shop} está al corriente y puede volver a reembolsarlo.`,
    expired: "Su pago llegó después de que caducara esta página.",
  },
  again: (shop) => `Para empezar de nuevo, vuelva a ${beforePeriod(shop)}.`,
  unknown: {
    title: "Página de pago no encontrada",
    text: "Compruebe si faltan caracteres en la dirección o vuelva a la tienda desde la que ha llegado.",
  },
  unavailable: {
    title: "Esta página no está disponible en este momento",
    text: "Se ha producido un error por nuestra parte. Abrir esta página no ha generado ningún cargo. Si acaba de pagar, no vuelva a pagar, por favor.",
    again: "Intentarlo de nuevo",
  },
};
