import { appUrl } from "#core/env";
import { publicPage } from "#site/public-page";
import { Brand, ButtonLink } from "#ui/page-parts";
import { sharedPicture } from "#ui/shared-picture";
import { CO2e } from "#ui/text";
import { type Example, Examples, loadExamples } from "./front-examples";

const DESCRIPTION =
  "Carbon credits by the kilogram, with a certificate for each order and the registry’s record of " +
  "its retirement.";

const steps = [
  {
    title: "Quote",
    text: "Request the price of any number of kilograms from the portfolio of your choice.",
  },
  {
    title: "Order",
    text: "Place an order. It is matched with credits in stock, which are set aside for it and retired at their registry.",
  },
  {
    title: "Prove",
    text: "Share the public certificate, which lists the serial numbers and the registry’s record of their retirement.",
  },
];

function Steps() {
  return (
    <ol className="mt-14 grid gap-8 border-t border-line pt-8 sm:grid-cols-3">
      {steps.map((step, index) => (
        <li key={step.title}>
          <p className="text-sm font-medium text-accent">{index + 1}</p>
          <h2 className="mt-1 font-semibold">{step.title}</h2>
          <p className="mt-1 text-[0.9375rem] text-pretty text-quiet">{step.text}</p>
        </li>
      ))}
    </ol>
  );
}

function QuoteExample() {
  const command = [
    `curl ${appUrl()}/v1/quotes \\`,
    `  -H "Authorization: Bearer $CARBON_TILL_KEY" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"amount_kg": 25}'`,
  ];
  return (
    <figure className="mt-12">
      <figcaption className="text-sm text-quiet">Request the price of 25 kg</figcaption>
      <pre className="mt-2 rounded-xl border border-line bg-paper p-4 text-sm/relaxed whitespace-pre-wrap">
        <code className="font-mono">{command.join("\n")}</code>
      </pre>
    </figure>
  );
}

function Page({ examples }: { examples: readonly Example[] }) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-4xl flex-col px-5 py-8 sm:px-8 sm:py-12">
      <header className="flex items-center justify-between gap-4">
        <Brand />
        <ButtonLink href="/admin" variant="secondary">
          Sign in
        </ButtonLink>
      </header>
      <main className="my-auto py-14">
        <h1 className="max-w-2xl text-4xl font-semibold tracking-tight text-balance sm:text-5xl">
          Carbon credits by the kilogram
        </h1>
        <p className="mt-5 max-w-2xl text-lg/relaxed text-pretty text-quiet">
          Order carbon credits by the kilogram of <CO2e /> through an HTTP API or a hosted checkout.
          Each order gets a public certificate with what the registry has on record. Carbon Till is
          open-source software.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <ButtonLink href="/docs" variant="primary">
            Guide
          </ButtonLink>
          <ButtonLink href="/docs/reference" variant="secondary">
            API reference
          </ButtonLink>
          <ButtonLink href="/v1/openapi.json" variant="secondary">
            OpenAPI
          </ButtonLink>
        </p>
        <Examples examples={examples} />
        <Steps />
        <p className="mt-10 text-[0.9375rem] text-pretty text-quiet">
          Do you have a certificate or a serial number?{" "}
          <a href="/verify" className="link">
            Verify a certificate
          </a>
          .
        </p>
        <QuoteExample />
      </main>
    </div>
  );
}

export const frontPage = publicPage({
  path: "/",
  keeping: { group: "data" },
  load: loadExamples,
  render: (examples) => ({
    head: {
      title: "Carbon Till",
      isWholeTitle: true,
      description: DESCRIPTION,
      canonical: appUrl(),
      share: {
        url: appUrl(),
        picture: sharedPicture({ kind: "home", id: "page", alt: "Carbon Till" }),
      },
    },
    body: <Page examples={examples} />,
    shared: "data",
  }),
});
