import { publicContext } from "#core/context";
import { listEmissionFactors } from "#domain/catalogue";
import { publicPage } from "#site/public-page";
import { docsScripts, PlainDocsPage } from "#ui/docs-frame";
import { CO2e } from "#ui/text";

type Factor = Awaited<ReturnType<typeof listEmissionFactors>>[number];

const units: Record<string, string> = {
  passenger_km: "passenger-km",
  vehicle_km: "vehicle-km",
  tonne_km: "tonne-km",
  square_foot_year: "sq ft, year",
};

function Row({ factor }: { factor: Factor }) {
  const { activity, fromDistanceKm, unit, kgCo2ePerUnit, source, edition, url } = factor;
  return (
    <tr className="border-t border-line align-top">
      <td className="py-2.5 pr-4">
        {activity.replaceAll("_", " ")}
        {fromDistanceKm > 0 && `, ${fromDistanceKm.toLocaleString("en-US")} km or more`}
        <span className="mt-0.5 block text-sm text-quiet">
          {url ? (
            <a href={url} className="link" rel="noreferrer">
              {source}
            </a>
          ) : (
            source
          )}{" "}
          ({edition})
        </span>
      </td>
      <td className="py-2.5 text-right whitespace-nowrap">
        <span className="tabular-nums">{kgCo2ePerUnit}</span>
        <span className="mt-0.5 block text-sm text-quiet">per {units[unit] ?? unit}</span>
      </td>
    </tr>
  );
}

function FactorTable({ factors }: { factors: readonly Factor[] }) {
  return (
    <table className="mt-4 w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-quiet">
        <tr>
          <th className="py-2 pr-4 font-medium">Activity</th>
          <th className="py-2 text-right font-medium whitespace-nowrap">
            kg of <CO2e />
          </th>
        </tr>
      </thead>
      <tbody>
        {factors.map((factor) => (
          <Row key={`${factor.activity} ${factor.fromDistanceKm}`} factor={factor} />
        ))}
      </tbody>
    </table>
  );
}

interface Factors {
  live: Factor[];
  test: Factor[];
}

function Content({ live, test }: Factors) {
  const isSame = JSON.stringify(live) === JSON.stringify(test);
  return (
    <div className="prose mt-4">
      <p>
        These factors convert activities to kilograms in quotes and orders of this installation,
        now. The API <a href="/docs/reference/listEmissionFactors">lists them</a>, too.
      </p>
      {!isSame && <h2 className="text-xl font-semibold tracking-tight">Live mode</h2>}
      <FactorTable factors={live} />
      {!isSame && (
        <>
          <h2 className="text-xl font-semibold tracking-tight">Test mode</h2>
          <FactorTable factors={test} />
        </>
      )}
    </div>
  );
}

const listIn = (mode: "live" | "test") =>
  listEmissionFactors({ ...publicContext(), account: { mode } });

export const factorsPage = publicPage({
  path: "/docs/emission-factors",
  keeping: { group: "data" },
  load: async (): Promise<Factors> => ({ live: await listIn("live"), test: await listIn("test") }),
  render: (factors) => ({
    head: {
      title: "Emission factors",
      description: "The emission factors behind quotes, with their sources.",
    },
    body: (
      <PlainDocsPage title="Emission factors">
        <Content {...factors} />
      </PlainDocsPage>
    ),
    scripts: docsScripts,
    shared: "data",
  }),
});
