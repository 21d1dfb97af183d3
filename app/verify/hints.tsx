// What can be entered, with an example of each, before anything is.
import { Breakable } from "#ui/breakable";

const kinds = [
  {
    title: "A serial number",
    text: "One, or a range, in the registry’s own format, as it is printed on the certificate.",
    examples: [
      "19385-941467007-941467008-VCS-VCU-1507-VER-ET-14-1340-01012022-31122022-1",
      "GS1-1-UG-GS11236-16-2024-30307-1-2",
    ],
  },
  {
    title: "An order number",
    text: "The 32 digits and letters from a to f on the certificate, with or without the hyphens.",
    examples: ["019d-c7b3-4c1a-7b2e-9c44-3f5a-10b2-77de"],
  },
  {
    title: "A certificate’s link",
    text: "The address of its page or PDF, or what its QR code leads to.",
    examples: ["https://…/certificates/ord_01kx3v6d0tf9sv4m2c8j5a7b9e"],
  },
];

export function Hints() {
  return (
    <section aria-labelledby="what" className="mt-12 border-t border-line pt-8">
      <h2 id="what" className="text-xl font-semibold tracking-tight">
        What you can enter
      </h2>
      <dl className="mt-5 space-y-6">
        {kinds.map(({ title, text, examples }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="mt-0.5 text-pretty text-quiet">{text}</dd>
            {examples.map((example) => (
              <dd key={example} className="mt-1.5">
                <code>
                  <Breakable text={example} />
                </code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="mt-8 text-pretty text-quiet">
        One serial number stands for one tonne. Several certificates may share a tonne, each with
        some of its 1,000 kg: a check of a serial number finds all of them. It shows what the
        certificates show, and needs no account. Programs ask{" "}
        <a href="/docs#verification" className="link">
          the API
        </a>
        .
      </p>
    </section>
  );
}
