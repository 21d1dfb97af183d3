export { certificateCopy } from "./certificate-copy";
export { Brand, MissingNote, TestNotice } from "./certificate-pdf";
export { qrCode } from "./certificate-pdf-outlines";
export { styles as pdfStyles } from "./certificate-pdf-styles";
export { makePrintable, Paragraph, plain } from "./certificate-pdf-text";
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
  getCertificatePdfIn,
  getSignedCertificate,
  removeNameFromRecord,
  type SignedCertificate,
} from "./get-certificate";
export { namedGoals } from "./goal-names";
export { pdfFacts, pdfSheet } from "./pdf-frame";
export { type CertificateProject, CertificateResource } from "./resource";
export { ROSETTE_VIEW_BOX, rosette } from "./rosette-rules";
export {
  displayAddress,
  formatAmount,
  formatKg,
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
  isShortReference,
  MAX_QUERY_LENGTH,
  orderIdIn,
  orderIdOfNumber,
  readQuery,
  revisionIn,
  type VerificationQuery,
} from "./verification-rules";
export {
  formatProjectKg,
  kindOf,
  leadOf,
  recordNotesOf,
  registryDateOf,
  tonnesOf,
  waitsOf,
} from "./wording";
