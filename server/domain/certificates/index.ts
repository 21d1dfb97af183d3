export { Brand, MissingNote, TestNotice } from "./certificate-pdf";
export { qrCode } from "./certificate-pdf-outlines";
export { styles as pdfStyles } from "./certificate-pdf-styles";
export { makePrintable, Paragraph, plain } from "./certificate-pdf-text";
export { type CertificateCopy, certificateCopy } from "./copy/copy";
export { namedGoals } from "./copy/goals";
export {
  findVerification,
  isEmptyVerification,
  MAX_CERTIFICATES,
  type Verification,
  type VerifiedCertificate,
} from "./find-verification";
export {
  findCertificateVersion,
  getCertificate,
  getCertificatePage,
  getCertificatePdf,
  getCertificatePdfBy,
  getSignedCertificate,
  removeNameFromRecord,
  type SignedCertificate,
} from "./get-certificate";
export { pdfFacts, pdfSheet } from "./pdf-frame";
export { type CertificateProject, CertificateResource } from "./resource";
export { ROSETTE_VIEW_BOX, rosette } from "./rosette-rules";
export {
  displayAddress,
  formatAmount,
  formatKg,
  formatProjectKg,
  formatShare,
} from "./rules";
export {
  type CertificateTables,
  ensureSigningKey,
  listSigningKeys,
  rotateSigningKey,
  toJwksResource,
  withdrawSigningKey,
} from "./signing-keys";
export { toVerificationResource, VerificationResource } from "./verification-resource";
export {
  MAX_QUERY_LENGTH,
  orderIdIn,
  orderIdOfNumber,
  readQuery,
  revisionIn,
  type VerificationQuery,
} from "./verification-rules";
export { kindOf, leadOf, recordNotesOf, registryDateOf, tonnesOf, waitsOf } from "./wording";
