// Reads the certificate of an order with its signature, as programs get it.
import type { Context } from "#core/context";
import { getCertificate } from "./get-certificate";
import type { CertificateResource } from "./resource";
import { signCertificate } from "./sign-certificate";

export interface SignedCertificate extends CertificateResource {
  /** A detached JWS of the rest in canonical JSON; null until fulfilled. */
  signature: string | null;
}

/** The certificate, signed by the key of today. @throws notFound where no order has the id */
export async function getSignedCertificate(
  ctx: Context,
  orderId: string,
): Promise<SignedCertificate> {
  const certificate = await getCertificate(ctx, orderId);
  const isFinal = certificate.state === "fulfilled";
  return { ...certificate, signature: isFinal ? await signCertificate(ctx, certificate) : null };
}
