import type { AccountContext } from "#core/context";
import type { Language } from "#core/language";
import { findBrand } from "#domain/brands";
import type { CheckoutSession } from "./rules";

/** The beneficiary on the certificate of a customer who entered no name. */
export const unnamedCustomer: Record<Language, (shop: string) => string> = {
  en: (shop) => `a customer of ${shop}`,
  de: (shop) => `Kundschaft von ${shop}`,
  fr: (shop) => `un client de ${shop}`,
  es: (shop) => `un cliente de ${shop}`,
};

/** Name on the certificate; null names the seller, as it chose. */
export async function beneficiaryNameOf(
  ctx: AccountContext,
  session: CheckoutSession,
): Promise<string | null> {
  if (session.beneficiaryName !== null) return session.beneficiaryName;
  const { name, isNamedForCustomers } = await findBrand(ctx, session);
  return isNamedForCustomers ? null : unnamedCustomer[session.language as Language](name);
}
