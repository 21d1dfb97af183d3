// Fields of a buyer that is a business.
import type { Language } from "#core/language";

interface BusinessCopy {
  company: string;
  address: string;
  addressHint: string;
  vatId: string;
  vatIdHint: string;
  /** The total when no tax is charged. */
  untaxed(price: string): string;
  refused(shop: string): string;
}

export const businessCopy: Readonly<Record<Language, BusinessCopy>> = {
  en: {
    company: "Company name",
    address: "Billing address",
    addressHint: "Street, postal code and city, as your invoice must state them.",
    vatId: "VAT or tax ID",
    vatIdHint: "Without it, the price includes the same tax as for a consumer.",
    untaxed: (price) => `You pay ${price}. The seller charges no tax.`,
    refused: (shop) => `${shop} does not sell to consumers in this country.`,
  },
  de: {
    company: "Name des Unternehmens",
    address: "Rechnungsanschrift",
    addressHint: "Straße, Postleitzahl und Ort, wie sie auf der Rechnung stehen müssen.",
    vatId: "USt-IdNr. oder Steuernummer",
    vatIdHint: "Ohne sie enthält der Preis dieselbe Steuer wie für Verbraucher.",
    untaxed: (price) => `Sie zahlen ${price}. Der Verkäufer berechnet keine Steuer.`,
    refused: (shop) => `${shop} verkauft nicht an Verbraucher in diesem Land.`,
  },
  fr: {
    company: "Nom de l’entreprise",
    address: "Adresse de facturation",
    addressHint: "Rue, code postal et ville, tels que la facture doit les indiquer.",
    vatId: "Numéro de TVA ou numéro fiscal",
    vatIdHint: "Sans ce numéro, le prix inclut la même taxe que pour un consommateur.",
    untaxed: (price) => `Vous payez ${price}. Le vendeur ne facture pas de taxe.`,
    refused: (shop) => `${shop} ne vend pas aux consommateurs de ce pays.`,
  },
  es: {
    company: "Nombre de la empresa",
    address: "Dirección de facturación",
    addressHint: "Calle, código postal y ciudad, tal como deben figurar en la factura.",
    vatId: "NIF-IVA o número fiscal",
    vatIdHint: "Sin él, el precio incluye el mismo impuesto que para un consumidor.",
    untaxed: (price) => `Usted paga ${price}. El vendedor no cobra impuestos.`,
    refused: (shop) => `${shop} no vende a consumidores de este país.`,
  },
};
