// The proof that an order's credits are retired: one record, its page's words, and its PDF.
export { getCertificate } from "./get-certificate";
export { type CertificatePdf, getCertificatePdf } from "./get-certificate-pdf";
export { qrCode } from "./qr-code";
export {
  type CertificateProject,
  CertificateResource,
  type CertificateRetirement,
} from "./resource";
export { rosette } from "./rosette";
export { formatAmount, formatDay, formatKg, formatMoment, formatShare } from "./rules";
