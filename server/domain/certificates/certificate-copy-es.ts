import type { CertificateCopy } from "./certificate-copy-en";

export const es: CertificateCopy = {
  of: "de",
  lead: {
    placed: "por reservar para",
    retired: "retirados en nombre de",
    setAside: "reservados para",
    allocated: "asignados a",
  },
  kind: {
    order: "Pedido pendiente de asignación",
    retired: "Certificado de retirada de créditos de carbono",
    other: (status) => `Certificado de créditos de carbono · ${status}`,
  },
  notYet: "Todavía no",
  replaced: "Sustituido",
  waits: {
    withdrawal: "Desistimiento posible hasta",
    expected: "Créditos previstos a más tardar el",
  },
  record: {
    labels: (list) => `Etiquetas: ${list}`,
    granted: (scheme, day) => `${scheme} (desde el ${day})`,
    adjustment: {
      none: "Sin ajuste correspondiente (artículo 6, Acuerdo de París)",
      authorized:
        "Autorizados por el país anfitrión para un ajuste correspondiente (artículo 6, Acuerdo de París)",
      applied:
        "Ajuste correspondiente aplicado por el país anfitrión (artículo 6, Acuerdo de París)",
    },
    cancelled: (day) => `Cancelados el ${day}, no retirados`,
    retired: (day) => `Retirados el ${day}`,
    retiredInTest: (day) => `Retirados en el registro de pruebas el ${day}`,
    reference: (reference) => `, referencia ${reference}`,
    wording: (text) => `Texto en el registro: «${text}»`,
    replaced: {
      disputed: (day) =>
        `Sustituidos el ${day}, porque según el registro se retiraron para otra persona`,
      cancelled: (day) => `Sustituidos el ${day}, porque el registro los canceló`,
    },
    substituted: (day) => `Asignados el ${day} en lugar de otros créditos`,
    part: (mass, note) => `${mass}: ${note.charAt(0).toLowerCase()}${note.slice(1)}`,
  },
  testNotice: "Certificado de prueba: créditos ficticios, no se ha retirado ningún crédito real",
  sharedTonnes:
    "Cada número de serie representa una tonelada (1000 kg) de CO₂e. Cuando este certificado " +
    "comprende menos de una tonelada entera, el resto pertenece a otros. Ningún kilogramo figura en " +
    "dos certificados.",
  test: (title) => `Prueba: ${title}`,
  cancelled: {
    head: "Pedido cancelado",
    title: "Este pedido se canceló",
    text: "No se retiró ningún crédito de carbono, por lo que no hay certificado.",
    order: (number) => `Número de pedido ${number}`,
  },
  unavailable: {
    head: "No disponible temporalmente",
    title: "Este certificado no está disponible en este momento",
    text: "El certificado está a salvo, pero ahora no podemos mostrarlo. Vuelva a intentarlo dentro de un minuto.",
  },
  missing:
    "Compruebe la dirección. El enlace a un certificado termina con el identificador del pedido, que empieza por ord_.",
  outdated: (copy, revision, moment) =>
    `Su copia corresponde a la revisión ${copy} y está desactualizada. Esta página muestra la revisión ${revision}, con fecha de ${moment}.`,
  neverIssued: (copy, revision) =>
    `Su copia menciona la revisión ${copy}, que nunca se emitió. Esta página muestra la revisión ${revision}.`,
  facts: {
    order: "Pedido",
    reference: "Referencia",
    number: "Número de pedido",
    amount: "Cantidad",
    ordered: "Pedido el",
    allocated: "Asignado el",
    retired: "Retirada en el registro",
    retiredInTest: "Retirada en el registro de pruebas",
    issuedBy: "Emitido por",
    soldBy: "Vendido por",
    revision: "Revisión",
    statusAsOf: "estado a",
    note: "Nota",
  },
  qrCode: (url) => `Código QR de ${url}`,
  scan: "Escanear para verificar",
  actions: {
    certificate: "Certificado en PDF",
    order: "Pedido en PDF",
    json: "Datos JSON",
  },
  projects: {
    count: (count) => (count === 1 ? "1 proyecto" : `${count} proyectos`),
    details: "Números de serie y asientos del registro",
    caption: "Proyectos de este certificado",
    project: "Proyecto",
    picture: "Imagen",
    amountOfTonnes: "Cantidad y toneladas de las que forma parte",
    tonnes: (kg, count, tonnes) => `${kg} de ${count === 1 ? "1 tonelada" : `${tonnes} toneladas`}`,
    vintages: (years) => `cosecha ${years}`,
    creditsOf: (project) => `Créditos de ${project}`,
    vintage: "Cosecha",
    serials: "Números de serie y asiento del registro",
    amount: "Cantidad",
    ofKg: (kg) => `de ${kg}`,
    inRegistry: "Ver en el registro",
    registry: "Registro",
    methodology: "Metodología",
    developer: "Desarrollador",
  },
  verification: {
    title: "Cómo verificar este certificado",
    test: "Esto es una prueba. Los proyectos y los números de serie son ficticios y no figuran en ningún registro.",
    retired:
      "Abra el proyecto en su registro y busque los números de serie entre los créditos retirados.",
    open:
      "Abra el proyecto en su registro y busque los números de serie. El registro aún no los muestra " +
      "todos como retirados para este certificado. Esta página muestra siempre el estado más reciente.",
    link: "Verificar este pedido o un número de serie",
    permanent: "Enlace permanente",
    signature: "Firma digital",
    signatureText:
      "La versión JSON de este certificado está firmada. Puede [verificar cualquier copia con unas " +
      "líneas de código](guide) y nuestras [claves públicas](keys), sin consultarnos.",
  },
  pdf: {
    certificate: (what) => `Certificado: ${what}`,
    order: (what) => `Pedido: ${what}`,
    subject: (number, day) => `Pedido ${number}, ${day}`,
    keyword: "créditos de carbono",
    page: (page, pages) => `Página ${page} de ${pages}`,
    powered: "Con la tecnología de Carbon Till",
    revision: (revision, moment) => `Revisión ${revision}, estado a ${moment}`,
    notCertificate: "Esto no es un certificado",
    vintage: (year) => `Cosecha ${year}`,
    ranges: (count) =>
      `${count} intervalos de números de serie, detallados en la página web del certificado`,
    original: (name) => `Nombre original: ${name}`,
    methodology: (name) => `Metodología ${name}`,
    goals: (names) => `Objetivos de la ONU: ${names}`,
    check:
      "Para verificar este certificado, ábralo en línea con el código QR. El archivo adjunto " +
      "certificate.json contiene los mismos datos para programas (en inglés), con una firma digital: ",
    checkLink: "cómo verificar la firma",
  },
};
