import type { VerifyCopy } from "./en";

const of = (isOne: boolean) => (isOne ? "de esta tonelada" : "de estos números de serie");
const where = (isTest: boolean) => (isTest ? "en el registro de pruebas" : "en el registro");

export const es: VerifyCopy = {
  title: "Verificar un certificado",
  lead: "Vea para quién se reservaron créditos de carbono, y si el registro los ha retirado y cuándo.",
  description:
    "Introduzca un número de serie, un número de pedido o el enlace de un certificado para ver para " +
    "quién se reservaron los créditos de carbono y si el registro los ha retirado.",
  field: "Número de serie, número de pedido o enlace de un certificado",
  submit: "Verificar",
  hints: {
    title: "Qué puede introducir",
    serial: {
      title: "Número de serie",
      text: "Un número o un intervalo, en el formato del registro, tal como figura en el certificado.",
    },
    order: {
      title: "Número de pedido",
      text: "Los 32 caracteres que figuran en el certificado (cifras y letras de la a a la f), con guiones o sin ellos.",
    },
    link: {
      title: "Enlace de un certificado",
      text: "La dirección de la página del certificado, de su PDF o de su código QR.",
    },
    more:
      "Cada número de serie representa una tonelada. Varios certificados pueden compartir una tonelada; " +
      "al verificar un número de serie se encuentran todos. La verificación solo muestra lo que figura en " +
      "los certificados y no requiere una cuenta. Los programas pueden usar [la API](api).",
  },
  results: "Resultados",
  testResults: "Resultados de prueba",
  inTest: (title) => `${title} (prueba)`,
  statuses: {
    disputed: "Asignados, pero el registro indica otra cosa",
    cancelled: "Asignados, pero cancelados en el registro",
    unreported: "Asignados, sin justificante del registro",
    pending: "Reservados, retirada pendiente",
    requested: "Reservados, retirada solicitada",
    retired: "Retirados",
  },
  placed: "Aún no retirados",
  cancelled: "Cancelado. No se retiró ningún crédito.",
  links: {
    fulfilled: "Ver el certificado",
    placed: "Ver el pedido",
    cancelled: "Ver el pedido",
  },
  serials: {
    outside: {
      title: "Retirados fuera de este servicio",
      text: (isOne) =>
        isOne
          ? "En el registro este número de serie figura como retirado, pero ningún certificado de este " +
            "servicio lo incluye. Es posible que los datos públicos del registro indiquen el beneficiario."
          : "En el registro algunos de estos números de serie, o todos, figuran como retirados, pero ningún " +
            "certificado de este servicio los incluye. Es posible que los datos públicos del registro " +
            "indiquen el beneficiario.",
    },
    someoneElse: {
      title: "Retirados para otra persona",
      text: ({ isOne, kg }) =>
        `Según el registro, ${isOne ? "esta tonelada se retiró" : "estos números de serie se retiraron"} ` +
        `para otra persona. Los certificados siguientes tenían ${kg} y recibieron otros créditos en su lugar.`,
    },
    titles: {
      retired: "Retirados",
      setAside: "Reservados, no todos retirados",
      partlyRetired: "Retirados en parte",
      partlySetAside: "Reservados en parte",
      atLeastRetired: "Retirados al menos en parte",
      atLeastSetAside: "Reservados al menos en parte",
    },
    all: ({ isOne, kg }) =>
      `La totalidad ${of(isOne)}, ${kg}, pertenece a los certificados siguientes.`,
    part: ({ isOne, kg, ofKg, hasMore }) =>
      `${hasMore ? "Al menos " : ""}${kg} de los ${ofKg} ${of(isOne)} pertenecen a los certificados siguientes.`,
    retired: (isTest) => `Están retirados ${where(isTest)}.`,
    notOnFile: (isTest) => `Aquí no consta su retirada ${where(isTest)}.`,
    partOnFile: (kg, openKg, isTest) =>
      `De ellos, ${kg} están retirados ${where(isTest)}; la retirada de ${openKg} no consta aquí.`,
    listed:
      "La última lista de retiradas importada del registro contiene algunos de estos números de serie.",
    replaced: (kg) =>
      `${kg} se sustituyeron por otros créditos, porque según el registro se retiraron para otra persona.`,
    elsewhere: (kg) => `Los ${kg} restantes no figuran en ningún certificado de este servicio.`,
    onlyFirst: (count) =>
      `Solo se muestran los ${count} primeros. Introduzca menos números de serie para verlos todos.`,
  },
  certificate: {
    current: (revision) => `Su copia es la revisión actual, la ${revision}.`,
    outdated: (revision, moment) =>
      `Su copia no es la revisión actual, que es la ${revision}, con fecha de ${moment}.`,
    held: "en un certificado",
    replaced: "en un certificado, después sustituidos",
    entry: (kg) =>
      `Esta línea del certificado abarca ${kg}, más que los números de serie introducidos:`,
    unnamed:
      "Aquí no se nombra a los demás titulares. Introduzca el número de un pedido para ver su certificado.",
    vintage: (year) => `cosecha ${year}`,
  },
  checks: "Qué comprobar",
  noOrder: {
    title: "No se encontró ningún pedido",
    text: "Este servicio no tiene ningún pedido con este número ni ha emitido un certificado para él.",
    checks: [
      "Compare el número con el del certificado. Un número de pedido tiene 32 cifras y letras.",
      "Abra el enlace del certificado. Si lo emitió otro servicio, verifíquelo allí.",
    ],
  },
  noLink: {
    title: "Este no es el enlace de un certificado",
    text: "El enlace de un certificado contiene el identificador de un pedido, que empieza por ord_. Este no.",
    checks: ["Copie el enlace completo o introduzca el número de pedido."],
  },
  shortReference: {
    title: "Escriba el número de pedido",
    text: "La referencia corta ayuda por teléfono y en los mensajes, pero es demasiado corta para identificar un pedido con certeza.",
    checks: [
      "El número de pedido, de 32 caracteres, está junto a la referencia en el certificado y en los correos.",
      "También puede escanear el código QR del certificado o escribir su enlace.",
    ],
  },
  notFound: {
    title: "No encontrado",
    text:
      "Ningún pedido tiene aquí créditos con este número. Puede que se hayan retirado en otro lugar, o " +
      "que no se hayan retirado. El registro puede informarle.",
    checks: [
      "Copie el número del certificado con todos los guiones. Un intervalo empieza y termina con un número de serie.",
      "Busque el número en los datos públicos del registro. Verra, Gold Standard y otros registros publican cada número de serie retirado.",
      "Si tiene un certificado con este número, abra su enlace para ver quién lo emitió.",
    ],
  },
  tooLong: {
    title: "El texto es demasiado largo",
    text: "Introduzca un solo número de serie o intervalo, un número de pedido o el enlace de un certificado.",
  },
  tooFast: {
    title: "Demasiadas solicitudes",
    text: "Su red ha enviado demasiadas solicitudes en un segundo. Vuelva a seleccionar «Verificar» dentro de un momento.",
  },
};
