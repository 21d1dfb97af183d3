// The people and companies of the demo. They are invented; their addresses end in .example.

import type { SetBrand } from "#domain/brands";

/** Shops of the demo account, with the colors of their logos. */
export const shops = [
  { name: "Riverside Stores", color: "#0f766e", ground: "#ccfbf1", mark: "waves" },
  { name: "Alder & Oak Furniture", color: "#854d0e", ground: "#fef3c7", mark: "tree" },
  { name: "Northwind Parcels", color: "#1d4ed8", ground: "#dbeafe", mark: "arrow" },
  { name: "Harbor Street Bakery", color: "#b45309", ground: "#ffedd5", mark: "sun" },
  { name: "Lumen Hosting", color: "#6d28d9", ground: "#ede9fe", mark: "rings" },
  { name: "Fieldnote Coffee", color: "#7c2d12", ground: "#fee2e2", mark: "leaf" },
  { name: "Tidal Outfitters", color: "#0369a1", ground: "#e0f2fe", mark: "waves" },
  { name: "Meadow & Moor Hotels", color: "#3f6212", ground: "#ecfccb", mark: "leaf" },
] as const;
export type Mark = (typeof shops)[number]["mark"];

/** The demo account itself. */
export const company = { color: "#0b5d6b", ground: "#d6f0f2", mark: "waves" } as const;

export const noBrand: SetBrand = {
  accent_color: null,
  website_url: null,
  story: null,
  sender_name: null,
  imprint_url: null,
  privacy_url: null,
};

export const companyBrand: Partial<SetBrand> = {
  accent_color: company.color,
  website_url: "https://demo-company.example",
  imprint_url: "https://demo-company.example/imprint",
  story:
    "We cut our own emissions first. For those that remain, we pay for projects that store carbon " +
    "or prevent emissions, and we publish every kilogram with its evidence.",
};

export function shopBrandOf({ name, color }: (typeof shops)[number]): Partial<SetBrand> {
  const host = `${name.toLowerCase().replace(/\W+/g, "-")}.example`;
  return { accent_color: color, website_url: `https://${host}` };
}

export const customers = [
  "Amara Okafor",
  "Jonas Lindqvist",
  "Mei Tanaka",
  "Lucía Herrera",
  "Thomas Brandt",
  "Aoife Brennan",
  "Rahul Deshmukh",
  "Camille Fournier",
  "Noah Whitfield",
  "Ingrid Solheim",
  "Mateo Vargas",
  "Hana Novák",
] as const;

export const reasons = [
  "Deliveries of the week",
  "Business travel",
  "Office electricity",
  "Packaging",
  "Server hosting",
  "Team offsite",
] as const;

/** The operator of the demo, who issues its invoices. */
