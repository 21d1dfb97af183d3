export { certificateCopy } from "./certificate-copy";
export {
  getCertificatePdf,
  getCertificatePdfBy,
  getCertificatePdfIn,
  renderPdf,
  renderSampleCertificates,
} from "./certificate-documents";
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
  getCertificateIn,
  getCertificatePage,
  getSignedCertificate,
  removeNameFromRecord,
  type SignedCertificate,
} from "./get-certificate";
export { namedGoals } from "./goal-names";
export { type Rendered, type Rendering, renderPdfApart } from "./render-apart";
export { type CertificateProject, CertificateResource } from "./resource";
export { ROSETTE_VIEW_BOX, rosette } from "./rosette-rules";
export {
  certificateFileName,
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
  type RecordNote,
  recordNotesOf,
  registryDateOf,
  tonnesOf,
  waitsOf,
} from "./wording";
