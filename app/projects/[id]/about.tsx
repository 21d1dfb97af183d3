// The project in words: what is done there, what else it does, how it was examined, and its risks.
import { sdgGoalNames } from "#domain/certificates";
import { SheetPart } from "#ui/catalogue-sheet";
import { Goals } from "#ui/goals";
import type { Shown } from "./shown";

const topics = [
  { field: "beyond_carbon", title: "Beyond carbon" },
  { field: "permanence", title: "How long it lasts" },
  { field: "risk_of_reversal", title: "Risk of reversal" },
  { field: "due_diligence", title: "How it was examined" },
] as const;

function Tags({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="min-w-0">
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 flex flex-wrap gap-2">
        {[...new Set(names)].map((name) => (
          <li key={name} className="rounded-md bg-soft px-2.5 py-1 text-[0.9375rem]">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function About({ shown: { project } }: { shown: Shown }) {
  const told = topics.flatMap(({ field, title }) => {
    const text = project[field];
    return text === null || text === "" ? [] : [{ title, text }];
  });
  const goals = project.un_sdg_goals.flatMap((number) => {
    const name = sdgGoalNames[number];
    return name === undefined ? [] : [{ number, name }];
  });
  const tags = [...project.activity_types, ...project.third_party_labels];
  const isSilent = told.length === 0 && goals.length === 0 && tags.length === 0;
  if (isSilent && project.description === "") return null;
  return (
    <SheetPart title="The project">
      {project.description !== "" && (
        <p className="mt-4 max-w-3xl text-lg/relaxed whitespace-pre-line text-pretty">
          {project.description}
        </p>
      )}
      {told.length > 0 && (
        <dl className="mt-9 grid gap-x-12 gap-y-7 sm:grid-cols-2">
          {told.map(({ title, text }) => (
            <div key={title} className="min-w-0">
              <dt className="font-semibold">{title}</dt>
              <dd className="mt-1.5 whitespace-pre-line text-pretty text-quiet">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {tags.length > 0 && (
        <div className="mt-9 grid gap-x-12 gap-y-7 sm:grid-cols-2">
          <Tags title="What is done there" names={project.activity_types} />
          <Tags title="Labels of others" names={project.third_party_labels} />
        </div>
      )}
      {goals.length > 0 && (
        <div className="mt-9">
          <h3 className="font-semibold">UN Sustainable Development Goals</h3>
          <div className="mt-2">
            <Goals goals={goals} />
          </div>
        </div>
      )}
    </SheetPart>
  );
}
