import fs from "node:fs";

export interface Step {
  /** For example "COPY". */
  name: string;
  /** Such as "--from=build". */
  flags: Record<string, string>;
  value: string;
}

export interface Stage {
  base: string;
  name: string;
  steps: Step[];
}

const KNOWN = /^(WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD)$/;

function stepOf(line: string): Step {
  const [, name = "", rest = ""] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
  const flags: Record<string, string> = {};
  const value = rest.replace(/--([\w-]+)=(\S+)\s+/g, (_, key: string, text: string) => {
    flags[key] = text;
    return "";
  });
  return { name, flags, value };
}

/** Parses the instructions that the image uses. @throws at any other */
export function readDockerfile(): Stage[] {
  const text = fs.readFileSync("Dockerfile", "utf8").replaceAll(/\\\n\s*/g, " ");
  const stages: Stage[] = [];
  for (const line of text.split("\n").filter((it) => it.trim() !== "" && !it.startsWith("#"))) {
    const step = stepOf(line);
    const from = /^(\S+)(?: AS (\w+))?$/.exec(step.value);
    if (step.name === "FROM" && from?.[1]) {
      stages.push({ base: from[1], name: from[2] ?? "", steps: [] });
    } else if (KNOWN.test(step.name)) stages.at(-1)?.steps.push(step);
    else throw new Error(`Dockerfile: ${line} is not known to the tests`);
  }
  return stages;
}

/** Values of the last stage's ENV. */
export function environmentOf({ steps }: Stage): Record<string, string> {
  const pairs = steps.filter(({ name }) => name === "ENV").flatMap(({ value }) => value.split(" "));
  return Object.fromEntries(pairs.map((it) => it.split("=", 2)));
}

/** Returns true for a file of the build context. */
export function contextFilter(): (file: string) => boolean {
  const lines = fs.readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const forms = lines.map((line) => {
    const plain = line.replace(/^!/, "").replaceAll(".", "\\.");
    const form = plain.replace("**/", "(.*/)?").replaceAll(/(?<!\.)\*/g, "[^/]*");
    return { keeps: line.startsWith("!"), form: new RegExp(`^${form}(/|$)`) };
  });
  return (file) => forms.findLast(({ form }) => form.test(file))?.keeps ?? true;
}
