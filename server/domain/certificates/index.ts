// The proof that an order's credits are retired: one record, its page's words, and its PDF.

export { qrCode } from "./certificate-pdf-qr";
export {
  findVerification,
  MAX_CERTIFICATES,
  type Verification,
  type VerifiedCertificate,
} from "./find-verification";
export { getCertificate } from "./get-certificate";
export { getCertificatePdf } from "./get-certificate-pdf";
export { getSignedCertificate } from "./get-signed-certificate";
export { listSigningKeys } from "./list-signing-keys";
export { type CertificateProject, CertificateResource } from "./resource";
export { ROSETTE_VIEW_BOX, rosette } from "./rosette-rules";
export { rotateSigningKey } from "./rotate-signing-key";
export {
  formatAmount,
  formatKg,
  formatMoment,
  formatShare,
  SHARED_TONNES,
  shownAddress,
  TEST_NOTICE,
} from "./rules";
export { sdgGoalNames } from "./sdg-rules";
export { toJwksResource } from "./signing-key-rules";
export type { CertificateTables } from "./tables";
export { toVerificationResource, VerificationResource } from "./to-verification-resource";
export {
  MAX_QUERY_LENGTH,
  orderIdIn,
  orderIdOfNumber,
  readQuery,
  type VerificationQuery,
} from "./verification-rules";
export { withdrawSigningKey } from "./withdraw-signing-key";
