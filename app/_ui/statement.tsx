import type { CertificateResource } from "#domain/certificates";
import { Quoting } from "./text";

/** The statement of a certificate, with the registry's own words marked as such. */
export function Statement({ certificate }: { certificate: CertificateResource }) {
  const records = certificate.projects
    .flatMap(({ retirements }) => retirements)
    .flatMap(({ registry_records }) => registry_records);
  const wordings = records.flatMap(({ is_shared, beneficiary }) =>
    is_shared && beneficiary ? [beneficiary] : [],
  );
  return <Quoting text={certificate.statement} phrases={[...new Set(wordings)]} />;
}
