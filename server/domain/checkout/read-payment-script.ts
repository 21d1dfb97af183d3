// Reads the script that a provider brings for the checkout page.
import { findProvider } from "#gateways/payments";

/** The provider's script, or null where it has none. */
export async function readPaymentScript(provider: string): Promise<string | null> {
  return (await findProvider(provider)?.readScript?.()) ?? null;
}
