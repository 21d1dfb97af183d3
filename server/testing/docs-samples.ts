// Runs samples of the documentation in each language, against the demo sandbox.
import fs from "node:fs";
import path from "node:path";
import { listGuideRequests } from "#docs/guide/sample-requests";
import { listOperations } from "#docs/reference/contents";
import { type SampleLanguage, sampleLanguages } from "#docs/samples/languages";
import { sampleRequest } from "#docs/samples/request";
import type { DocsSandbox } from "./docs-sandbox";

interface Sample {
  name: string;
  code: string;
}

interface Outcome {
  name: string;
  ok: boolean;
  text: string;
}

/** Returns all samples in a language, with the replacements that they name. */
async function samplesIn(sandbox: DocsSandbox, language: SampleLanguage["id"]): Promise<Sample[]> {
  const { write } = sampleLanguages.find(({ id }) => id === language) ?? { write: () => "" };
  const operations = listOperations().filter((operation) => operation.path !== null);
  const requests = [
    ...operations.map((operation) => ({ operation, name: operation.id, values: {} })),
    ...listGuideRequests().map((one) => ({ ...one, name: `guide-${one.name}` })),
  ];
  const isReset = ({ operation }: (typeof requests)[number]) => operation.id === "resetTestAccount";
  const samples: Sample[] = [];
  // The reset comes last, because the others use objects of the account.
  for (const { name, operation, values } of requests.sort(
    (one, other) => Number(isReset(one)) - Number(isReset(other)),
  )) {
    const code = write(sampleRequest(operation, values));
    samples.push({ name, code: await sandbox.prepared(operation.id, code) });
  }
  return samples;
}

/** Each runs the files in turn: a process for each would take most of the time. */
const IN_NODE = `
const results = [];
const print = console.log;
for (const file of process.argv.slice(1)) {
  const lines = [];
  console.log = (...parts) => lines.push(parts.join(" "));
  const [ok, text] = await import(file).then(() => [true, ""], (error) => [false, String(error)]);
  results.push({ ok, text: text + lines.join("\\n") });
}
print(JSON.stringify(results));
`;

const IN_PYTHON = `
import contextlib, io, json, runpy, sys
results = []
for file in sys.argv[1:]:
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            runpy.run_path(file, run_name="__main__")
        results.append({"ok": True, "text": out.getvalue()})
    except Exception as error:
        body = error.read().decode() if hasattr(error, "read") else ""
        results.append({"ok": False, "text": f"{error} {body}"})
print(json.dumps(results))
`;

const runners = {
  node: { program: process.execPath, args: ["--input-type=module", "--eval", IN_NODE] },
  python: { program: "python3", args: ["-c", IN_PYTHON] },
};

/** Runs all samples, each a whole file, in one process. */
export async function runTogether(
  sandbox: DocsSandbox,
  language: keyof typeof runners,
): Promise<Outcome[]> {
  const samples = await samplesIn(sandbox, language);
  const files = samples.map(({ name, code }) => {
    const file = path.join(sandbox.folder, `${name}.${language === "node" ? "mjs" : "py"}`);
    fs.writeFileSync(file, code);
    return file;
  });
  const { program, args } = runners[language];
  const { text } = await sandbox.run(program, [...args, ...files]);
  const results = JSON.parse(text) as Omit<Outcome, "name">[];
  return samples.map(({ name }, index) => ({ name, ok: false, text, ...results[index] }));
}

/** Runs all commands in one shell, each as pasted. */
export async function runInShell(sandbox: DocsSandbox): Promise<Outcome[]> {
  const samples = await samplesIn(sandbox, "curl");
  const script = samples.map(({ name, code }) => {
    return `{ ${code} \\\n  -sS --fail-with-body\n} >${name}.out 2>&1; echo $?`;
  });
  const { text } = await sandbox.run("bash", ["-c", script.join("\n")]);
  const statuses = text.split("\n");
  return samples.map(({ name }, index) => {
    const output = fs.readFileSync(path.join(sandbox.folder, `${name}.out`), "utf8");
    return { name, ok: statuses[index] === "0", text: output };
  });
}
