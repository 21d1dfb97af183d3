import type { ImpactCopy } from "./en";

const trees = {
  one: "plantón de árbol cultivado durante 10 años",
  more: "plantones de árbol cultivados durante 10 años",
};

export const es: ImpactCopy = {
  of: "de",
  retired: "retirado",
  setAside: "reservado",
  title: (name) => `Impacto climático de ${name}`,
  titleWith: (name, claim) => `${name}: ${claim}`,
  description: {
    empty: (name) => `Los créditos de carbono de ${name}, por proyecto.`,
    text: ({ mass, projects, name, day, split }) =>
      `Créditos de carbono por ${mass} de CO₂e de ${projects === 1 ? "un proyecto" : `${projects} proyectos`} ` +
      `para ${name} desde el ${day}: ${split}. Conozca los proyectos y verifíquelos.`,
    test: (text) => `Datos de prueba: no se ha retirado ningún crédito real. ${text}`,
  },
  forOthers: {
    claim: "para clientes y socios",
    name: (name) => `los clientes y socios de ${name}`,
    alongside: (claim, name) => `Y ${claim} para clientes y socios, a través de ${name}`,
    ownAlongside: (claim, name) => `Y ${claim} para ${name}`,
  },
  split: {
    retired: (mass) => `${mass} retirados en registros`,
    pending: (mass) => `${mass} reservados, retirada pendiente`,
    allRetired: "todo retirado en registros",
    allPending: "todo reservado, retirada pendiente",
  },
  hero: {
    testNotice: "Datos de prueba: no se ha retirado ningún crédito real",
    nothing: "Aún no se ha retirado ningún crédito",
    empty:
      "Cuando se asignen créditos de carbono al primer pedido, esta página mostrará cuánto se ha " +
      "reservado y retirado, de qué proyectos procede y dónde verificarlo.",
    test: "Son créditos de prueba de proyectos ficticios.",
    retired:
      "Los registros han retirado estos créditos de carbono. Están permanentemente fuera de circulación " +
      "y nadie puede volver a venderlos, transferirlos ni utilizarlos.",
    setAside: (mass, name) =>
      `Se han reservado para ${name} créditos de carbono por ${mass} de CO₂e. Aquí cuentan como ` +
      "retirados cuando sus registros lo han anotado.",
  },
  start: {
    title: "Qué mostrará esta página",
    steps: [
      {
        title: "Reservados",
        text: "Los créditos de cada pedido, por proyecto, con foto, lugar, registro y cosecha.",
      },
      {
        title: "Retirados",
        text: "Lo que los registros han anotado como retirado, aparte de lo que aún está pendiente.",
      },
      {
        title: "Verificables",
        text: "Un certificado por pedido. Cualquiera puede [verificarlo, o un número de serie](verify).",
      },
    ],
  },
  projects: {
    title: "Créditos por proyecto",
    retired: "Retirados en el registro",
    retiredInTest: "Retirados en el registro de pruebas",
    pending: "Retirada pendiente",
    part: (retired, pending) => `${retired} retirados, ${pending} pendientes`,
    location: "Lugar",
    mechanism: "Mecanismo",
    vintages: "Cosechas",
    registry: "Registro",
    more: (count) => (count === 1 ? "Mostrar 1 proyecto más" : `Mostrar ${count} proyectos más`),
    moreCaption: "Más proyectos",
    project: "Proyecto",
    amount: "Cantidad",
  },
  map: {
    heading: "Dónde están los proyectos",
    title: "Mapa mundial de los proyectos",
  },
  timeline: {
    titles: { month: "Mes a mes", quarter: "Trimestre a trimestre", year: "Año a año" },
    every: { month: "Mes", quarter: "Trimestre", year: "Año" },
    quarter: (quarter, year) => `T${quarter} ${year}`,
    legend: "Según la fecha del pedido (UTC). Oscuro: retirado en registros. Claro: pendiente.",
    captions: {
      month: "CO₂e por mes del pedido",
      quarter: "CO₂e por trimestre del pedido",
      year: "CO₂e por año del pedido",
    },
    inYear: (year) => `CO₂e por mes de ${year}`,
    chart: (label, first, last) =>
      `${label}, de ${first} a ${last}. La tabla siguiente contiene los datos.`,
    none: "Ningún pedido en este año.",
    table: "Mostrar los datos en una tabla",
    total: "Total",
    retired: "Retirado en registros",
  },
  equivalents: {
    title: "Equivale a",
    labels: {
      us: {
        cars: {
          one: "coche de gasolina conducido durante un año",
          more: "coches de gasolina conducidos durante un año",
        },
        homes: {
          one: "hogar de EE. UU. y su consumo de energía de un año",
          more: "hogares de EE. UU. y su consumo de energía de un año",
        },
        flights: {
          one: "pasajero en avión de Los Ángeles a Nueva York",
          more: "pasajeros en avión de Los Ángeles a Nueva York",
        },
        trees,
      },
      eu: {
        cars: { one: "kilómetro en un coche medio", more: "kilómetros en un coche medio" },
        flights: {
          one: "pasajero en avión de Fráncfort a Lisboa",
          more: "pasajeros en avión de Fráncfort a Lisboa",
        },
        trees,
      },
    },
    each: "Cada equivalencia representa la cantidad total.",
    sources: {
      us: "Según datos de la Agencia de Protección Ambiental de EE. UU. (EPA).",
      eu:
        "Coches y vuelos: factores de conversión de 2025 del Gobierno británico, incluidos los efectos " +
        "de los vuelos distintos del CO₂. Árboles: Agencia de Protección Ambiental de EE. UU. (EPA).",
    },
    caveat: "Ilustran la magnitud de la cantidad; no reducen la huella de nadie.",
  },
  embed: {
    title: "Insertar en su sitio web",
    badge: "Distintivo",
    badgePreview: "Vista previa del distintivo",
    card: "Tarjeta",
    cardPreview: "Vista previa de la tarjeta",
    text:
      "Ambos siguen el tema claro u oscuro del visitante y se actualizan en menos de un minuto. Para " +
      "cambiarlos, añada a la dirección [?theme=light] o [dark], y [lang=de], [fr] o [es].",
    copy: "Copiar",
    copied: "Copiado",
  },
  foot: {
    live:
      "Cada pedido tiene un certificado con sus números de serie y el asiento del registro sobre su " +
      "retirada.",
    once: "Ningún kilogramo se cuenta dos veces.",
    test:
      "Cada pedido tiene un certificado con sus números de serie. Los certificados de prueba llevan " +
      "números de serie ficticios.",
  },
  preview: "Vista previa",
  moved: "Esta página ha cambiado de dirección",
  missing:
    "Compruebe si en la dirección faltan caracteres. También es posible que la página esté desactivada.",
};
