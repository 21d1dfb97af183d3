// What the beneficiary's name is followed by: a message, and the website. Strangers wrote both.
import { type CertificateResource, shownAddress } from "#domain/certificates";
import { Breakable } from "#ui/breakable";

function Website({ url }: { url: string }) {
  const address = shownAddress(url);
  if (address === null) return null;
  return (
    <p className="mt-2 max-w-2xl" dir="ltr">
      <a
        href={url}
        rel="nofollow ugc noopener"
        className="link line-clamp-2 w-fit print:line-clamp-none"
      >
        <Breakable text={address} />
      </a>
    </p>
  );
}

export function BeneficiaryWords({ beneficiary }: Pick<CertificateResource, "beneficiary">) {
  const { message, url } = beneficiary;
  return (
    <>
      {url !== null && <Website url={url} />}
      {message !== null && (
        <blockquote
          dir="auto"
          className="mt-5 w-fit max-w-2xl border-s-2 border-thread ps-4 text-lg/relaxed whitespace-pre-line text-quiet text-pretty"
        >
          {message}
        </blockquote>
      )}
    </>
  );
}
