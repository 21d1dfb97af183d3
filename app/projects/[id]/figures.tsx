// The project at a glance: how much of it was retired here, and what is known of it in few words.
import type { ReactNode } from "react";
import { formatMass } from "#core/mass";
import { registryLabel } from "#schemas/catalogue";
import { CO2e } from "#ui/co2e";
import type { Shown } from "./shown";

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-quiet">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function Registry({ project }: Pick<Shown, "project">) {
  const text = registryLabel(project.registry_name, project.registry_id);
  if (text === "") return null;
  return (
    <Fact label="Registry">
      {project.registry_url === null ? (
        text
      ) : (
        <a href={project.registry_url} className="link">
          {text}
        </a>
      )}
    </Fact>
  );
}

const impactTypes: Record<string, string> = {
  removal: "Removes carbon",
  avoidance: "Avoids emissions",
  reduction: "Reduces emissions",
};

function Total({ shown }: { shown: Shown }) {
  const kg = shown.retired.reduce((sum, part) => sum + part.kg, 0);
  const isTest = shown.mode === "test";
  return (
    <div className="lg:w-64 lg:shrink-0">
      <p className="text-[0.9375rem] font-medium text-accent">
        {isTest ? "Retired here, as a test" : "Retired here"}
      </p>
      {kg === 0 ? (
        <p className="mt-1 text-2xl font-semibold tracking-tight">Nothing yet</p>
      ) : (
        <p className="mt-1">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">
            {formatMass(kg)}
          </span>{" "}
          <span className="text-lg whitespace-nowrap text-quiet">
            of <CO2e />
          </span>
        </p>
      )}
    </div>
  );
}

export function Figures({ shown }: { shown: Shown }) {
  const { project } = shown;
  const { lifetime, impact_type } = project;
  return (
    <section
      aria-label="At a glance"
      className="flex gap-x-12 gap-y-8 border-t border-line bg-soft px-5 py-8 max-lg:flex-col sm:px-12 sm:py-10"
    >
      <Total shown={shown} />
      <dl className="grid grow grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-3">
        <Registry project={project} />
        {project.developer !== "" && <Fact label="Developer">{project.developer}</Fact>}
        {project.methodology !== null && <Fact label="Methodology">{project.methodology}</Fact>}
        {project.verifier !== null && <Fact label="Verified by">{project.verifier}</Fact>}
        {impact_type !== null && (
          <Fact label="Kind of impact">{impactTypes[impact_type] ?? impact_type}</Fact>
        )}
        {lifetime !== null && (
          <Fact label="Runs">
            <span className="tabular-nums">
              {lifetime.start_year}–{lifetime.end_year}
            </span>
          </Fact>
        )}
      </dl>
    </section>
  );
}
