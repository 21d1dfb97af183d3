import { beforePeriod } from "#core/sentence";
import type { RetirementCopy, SentenceFacts } from "./retirement-copy";

const at = ({ registry }: SentenceFacts) =>
  registry ? `en ${registry}` : "en el registro de pruebas";
const recordsOf = ({ registry }: SentenceFacts) =>
  registry ? `según ${registry}` : "según el registro de pruebas";
const referenceOf = ({ reference }: SentenceFacts) =>
  reference === null ? "" : `, referencia ${reference}`;

export const spanish: RetirementCopy = {
  labels: {
    disputed: "Retirada en disputa",
    cancelled: "Cancelado en el registro",
    unreported: "Sin justificante del registro",
    pending: "Retirada pendiente",
    requested: "Retirada solicitada",
    retired: "Retirado",
  },
  orderCancelled: "Este pedido se canceló. No se retiró ningún crédito de carbono para él.",
  waiting:
    "Este pedido está a la espera de que se le asignen créditos de carbono. " +
    "Todavía no se ha retirado nada para él y esto no es un certificado.",
  setAside: ({ mass, name }) =>
    `Se han reservado ${mass} de créditos de carbono para ${name} y no se pueden vender a nadie ` +
    "más.",
  allocated: ({ mass, name }) =>
    `Se asignaron ${mass} de créditos de carbono a ${beforePeriod(name)}.`,
  retiredInParts: ({ mass, name }) =>
    `Se han retirado ${mass} de créditos de carbono para ${beforePeriod(name)}.`,
  retiredByDay: (facts) =>
    `Se retiraron ${facts.mass} ${at(facts)}; la última retirada fue el ${facts.day}.`,
  pending: {
    whole: (facts) => `Su retirada ${at(facts)} está pendiente.`,
    part: (facts) => `La retirada de ${facts.mass} ${at(facts)} está pendiente.`,
  },
  requested: {
    whole: (facts) => `Su retirada ${at(facts)} se ha solicitado y aún no está confirmada.`,
    part: (facts) =>
      `La retirada de ${facts.mass} ${at(facts)} se ha solicitado y aún no está confirmada.`,
  },
  retired: {
    whole: (facts) =>
      `Se retiraron ${facts.mass} de créditos de carbono ${at(facts)} para ${facts.name} ` +
      `el ${facts.day}${referenceOf(facts)}.`,
    part: (facts) =>
      `Se retiraron ${facts.mass} ${at(facts)} el ${facts.day}${referenceOf(facts)}.`,
  },
  unreported: {
    whole: ({ mass, name, seller, day }) =>
      `Se retiraron ${mass} de créditos de carbono para ${name} en los libros de ${seller} ` +
      `el ${day}; no consta ningún justificante del registro.`,
    part: ({ mass, seller, day }) =>
      `Se retiraron ${mass} en los libros de ${seller} el ${day}; no consta ningún justificante ` +
      "del registro.",
  },
  disputed: {
    whole: (facts) =>
      `Se asignaron ${facts.mass} de créditos de carbono a ${facts.name}, pero ` +
      `${recordsOf(facts)} todos o parte de ellos se retiraron para otra persona. ` +
      `Hasta que ${facts.seller} lo resuelva, no cuentan como retirados.`,
    part: (facts) =>
      `En el caso de ${facts.mass}, ${recordsOf(facts)} todos o parte de los créditos se ` +
      `retiraron para otra persona. Hasta que ${facts.seller} lo resuelva, no cuentan como ` +
      "retirados.",
  },
  cancelled: {
    whole: (facts) =>
      `Se asignaron ${facts.mass} de créditos de carbono a ${facts.name}, pero se cancelaron ` +
      `${at(facts)} el ${facts.day}${referenceOf(facts)} y no se retiraron. Hasta que ` +
      `${facts.seller} los sustituya por otros, no cuentan como retirados.`,
    part: (facts) =>
      `Se cancelaron ${facts.mass} ${at(facts)} el ${facts.day}${referenceOf(facts)} y no se ` +
      `retiraron. Hasta que ${facts.seller} los sustituya por otros, no cuentan como retirados.`,
  },
  replaced: {
    disputed: (facts) =>
      `De los créditos asignados al principio, ${recordsOf(facts)} ${facts.mass} se retiraron para ` +
      `otra persona. ${facts.seller} los sustituyó por otros créditos el ${facts.day}.`,
    cancelled: (facts) =>
      `De los créditos asignados al principio, ${facts.mass} se cancelaron ${at(facts)}. ` +
      `${facts.seller} los sustituyó por otros créditos el ${facts.day}.`,
  },
  final:
    "Están permanentemente fuera de circulación y no se pueden volver a vender, transferir ni " +
    "utilizar.",
  unnamed: (facts) =>
    `No consta ningún beneficiario ${at(facts)}: la asignación a ${facts.name} es un dato de ` +
    `${facts.seller}, no del registro.`,
  shared: (pool) =>
    "Una tonelada compartida con otros se retiró para todos a la vez. Texto en el registro: " +
    `«${pool}».`,
  test: "Esto es una prueba con créditos ficticios. No se ha retirado ningún crédito real.",
};
