// Copy of the home page. The English copy is the one that others must satisfy.
import type { Language } from "#core/language";

const en = {
  description:
    "Carbon credits by the kilogram, with a certificate for each order and the registry’s record of " +
    "its retirement.",
  signIn: "Sign in",
  title: "Carbon credits by the kilogram",
  lead:
    "Order carbon credits by the kilogram of CO₂e through an HTTP API or a hosted checkout. Each order " +
    "gets a public certificate with what the registry has on record. Carbon Till is open-source software.",
  /** On the preview picture, above and below the title. */
  shared: { eyebrow: "Open source", subtitle: "With a certificate for each order" },
  guide: "Guide",
  reference: "API reference",
  examples: {
    title: "See an example",
    impact: {
      title: "Impact page",
      text: "All that a company has retired, with projects, years and a map.",
    },
    certificate: {
      title: "Certificate",
      text: "One order: kilograms, serial numbers and the registry’s record.",
    },
    project: {
      title: "Project",
      text: "Place, methodology, durability and risks of one project.",
    },
    portfolio: {
      title: "Portfolio",
      text: "Shares, projects and price of a mix that customers buy.",
    },
  },
  steps: [
    {
      title: "Quote",
      text: "Request the price of any number of kilograms from the portfolio of your choice.",
    },
    {
      title: "Order",
      text: "Place an order. It is matched with credits in stock, which are set aside for it and retired at their registry.",
    },
    {
      title: "Prove",
      text: "Share the public certificate, which lists the serial numbers and the registry’s record of their retirement.",
    },
  ],
  verify: "Do you have a certificate or a serial number? [Verify a certificate](verify).",
  quote: "Request the price of 25 kg",
};
type FrontCopy = typeof en;

const de: FrontCopy = {
  description:
    "CO₂-Gutschriften kilogrammweise, mit einem Zertifikat zu jeder Bestellung und dem Eintrag des " +
    "Registers über die Stilllegung.",
  signIn: "Anmelden",
  title: "CO₂-Gutschriften kilogrammweise",
  lead:
    "Bestellen Sie CO₂-Gutschriften in Kilogramm CO₂e, über eine HTTP-API oder eine fertige Bezahlseite. " +
    "Zu jeder Bestellung gehört ein öffentliches Zertifikat mit dem, was das Register verzeichnet hat. " +
    "Carbon Till ist Open-Source-Software.",
  shared: { eyebrow: "Open Source", subtitle: "Mit einem Zertifikat zu jeder Bestellung" },
  guide: "Anleitung (Englisch)",
  reference: "API-Referenz (Englisch)",
  examples: {
    title: "Beispiele",
    impact: {
      title: "Klimabeitrag",
      text: "Alles, was ein Unternehmen stillgelegt hat, mit Projekten, Jahren und einer Karte.",
    },
    certificate: {
      title: "Zertifikat",
      text: "Eine Bestellung: Kilogramm, Seriennummern und der Eintrag des Registers.",
    },
    project: {
      title: "Projekt",
      text: "Ort, Methodik, Dauerhaftigkeit und Risiken eines Projekts.",
    },
    portfolio: {
      title: "Portfolio",
      text: "Anteile, Projekte und Preis einer Mischung, die Kunden kaufen.",
    },
  },
  steps: [
    {
      title: "Anfragen",
      text: "Fragen Sie den Preis einer beliebigen Menge aus dem Portfolio Ihrer Wahl ab.",
    },
    {
      title: "Bestellen",
      text: "Geben Sie eine Bestellung auf. Ihr werden Gutschriften aus dem Bestand zugeteilt, die für sie reserviert und in ihrem Register stillgelegt werden.",
    },
    {
      title: "Nachweisen",
      text: "Teilen Sie das öffentliche Zertifikat mit den Seriennummern und dem Eintrag des Registers über deren Stilllegung.",
    },
  ],
  verify:
    "Haben Sie ein Zertifikat oder eine Seriennummer? [Prüfen Sie, was dazu verzeichnet ist](verify).",
  quote: "Den Preis von 25 kg abfragen",
};

const fr: FrontCopy = {
  description:
    "Des crédits carbone au kilogramme, avec un certificat pour chaque commande et l’inscription de " +
    "leur retrait au registre.",
  signIn: "Se connecter",
  title: "Des crédits carbone au kilogramme",
  lead:
    "Commandez des crédits carbone en kilogrammes de CO₂e par une API HTTP ou une page de paiement " +
    "hébergée. Chaque commande reçoit un certificat public qui reprend ce que le registre a inscrit. " +
    "Carbon Till est un logiciel open source.",
  shared: { eyebrow: "Open source", subtitle: "Avec un certificat pour chaque commande" },
  guide: "Guide (en anglais)",
  reference: "Référence de l’API (en anglais)",
  examples: {
    title: "Voir un exemple",
    impact: {
      title: "Impact climatique",
      text: "Tout ce qu’une entreprise a retiré, avec les projets, les années et une carte.",
    },
    certificate: {
      title: "Certificat",
      text: "Une commande\u00a0: kilogrammes, numéros de série et inscription au registre.",
    },
    project: {
      title: "Projet",
      text: "Lieu, méthodologie, durabilité et risques d’un projet.",
    },
    portfolio: {
      title: "Portefeuille",
      text: "Parts, projets et prix d’un assortiment que les clients achètent.",
    },
  },
  steps: [
    {
      title: "Demander un prix",
      text: "Demandez le prix de n’importe quelle quantité du portefeuille de votre choix.",
    },
    {
      title: "Commander",
      text: "Passez une commande. Des crédits en stock lui sont attribués\u00a0: ils lui sont réservés, puis retirés dans leur registre.",
    },
    {
      title: "Prouver",
      text: "Partagez le certificat public, avec les numéros de série et l’inscription de leur retrait au registre.",
    },
  ],
  verify: "Vous avez un certificat ou un numéro de série\u00a0? [Vérifiez-le](verify).",
  quote: "Demander le prix de 25 kg",
};

const es: FrontCopy = {
  description:
    "Créditos de carbono por kilogramo, con un certificado para cada pedido y la anotación de su " +
    "retirada en el registro.",
  signIn: "Iniciar sesión",
  title: "Créditos de carbono por kilogramo",
  lead:
    "Pida créditos de carbono por kilogramo de CO₂e mediante una API HTTP o una página de pago. Cada " +
    "pedido recibe un certificado público con lo que consta en el registro. Carbon Till es software de " +
    "código abierto.",
  shared: { eyebrow: "Código abierto", subtitle: "Con un certificado para cada pedido" },
  guide: "Guía (en inglés)",
  reference: "Referencia de la API (en inglés)",
  examples: {
    title: "Vea un ejemplo",
    impact: {
      title: "Impacto climático",
      text: "Todo lo que ha retirado una empresa, con proyectos, años y un mapa.",
    },
    certificate: {
      title: "Certificado",
      text: "Un pedido: kilogramos, números de serie y la anotación del registro.",
    },
    project: {
      title: "Proyecto",
      text: "Lugar, metodología, durabilidad y riesgos de un proyecto.",
    },
    portfolio: {
      title: "Cartera",
      text: "Partes, proyectos y precio de una combinación que compran los clientes.",
    },
  },
  steps: [
    {
      title: "Consultar el precio",
      text: "Consulte el precio de cualquier cantidad de la cartera que elija.",
    },
    {
      title: "Pedir",
      text: "Haga un pedido. Se le asignan créditos disponibles, que se reservan para él y se retiran en su registro.",
    },
    {
      title: "Demostrar",
      text: "Comparta el certificado público, con los números de serie y la anotación de su retirada en el registro.",
    },
  ],
  verify: "¿Tiene un certificado o un número de serie? [Verifíquelo](verify).",
  quote: "Consultar el precio de 25 kg",
};

export const frontCopy: Readonly<Record<Language, FrontCopy>> = { en, de, fr, es };
