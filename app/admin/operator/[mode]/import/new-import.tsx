"use client";
// Chooses files and sends them, to be looked through.
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { Button } from "#ui/admin/button";
import { useOperator } from "#ui/admin/operator-shell";
import { Panel } from "#ui/admin/page";
import { explainProxyAnswer, fetchJson, ProxyAnswer } from "#ui/admin/proxy-answer";
import { kindNames, type Task } from "#ui/admin/task";

type Kind = Exclude<Task["kind"], "ledger">;

/** In the order of the menu. */
const hints: Record<Kind, string> = {
  catalogue: "One JSON file with projects, categories, portfolios, credit lots or factors.",
  verra:
    "The transactions export, and the projects export if you have it. Rows with a retirement or cancellation are no stock.",
  "gold-standard":
    "Issuances, retirements and projects, together or one after the other. Leave out what you do not hold.",
  isometric:
    "Issuances, retirements and projects, together or one after the other. Leave out what you do not hold.",
};
const kinds = Object.keys(hints) as Kind[];

const field = "w-full rounded-lg border border-edge bg-paper px-3 py-2 text-[0.9375rem]";
const MAX_MB = 64;

/** What the server says of a refusal, or that there was none to say it. */
async function reasonOf(answer: Response): Promise<string> {
  const problem = (await answer.json().catch(() => null)) as {
    title?: string;
    errors?: Record<string, string[]>;
  } | null;
  const errors = Object.entries(problem?.errors ?? {}).map(
    ([place, told]) => `${place} ${told.join(", ")}`,
  );
  return [problem?.title ?? "The files could not be sent", ...errors].join(": ");
}

/** The text for a request that the server itself did not answer. */
function failureOf(error: unknown): string {
  if (!(error instanceof ProxyAnswer)) {
    return "The server cannot be reached. Try again in a moment.";
  }
  const { title, detail } = explainProxyAnswer(error);
  return `${title}. ${detail}`;
}

/** Sends the form; the failure, in words, is null while there is none. */
function useSending() {
  const { base } = useOperator();
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = new FormData(event.currentTarget);
    const sizes = body.getAll("files").map((file) => (file instanceof File ? file.size : 0));
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
    if (size === 0) return setFailure("Choose a file first.");
    if (size > MAX_MB * 1024 * 1024) return setFailure(`More than ${MAX_MB} MB: split the file.`);
    setBusy(true);
    setFailure(null);
    try {
      const answer = await fetchJson(`${base}/import/files`, { method: "POST", body });
      if (!answer.ok) return setFailure(await reasonOf(answer));
      const { id } = (await answer.json()) as { id: string };
      router.push(`${base}/import/${id}`);
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, failure, send };
}

export function NewImport() {
  const [kind, setKind] = useState<Kind>("catalogue");
  const { busy, failure, send } = useSending();
  const id = useId();
  return (
    <Panel title="New import">
      <form onSubmit={send} className="grid items-start gap-5 sm:grid-cols-2">
        <div>
          <label htmlFor={`${id}-kind`} className="mb-1.5 block text-sm font-medium">
            What it is
          </label>
          <select
            id={`${id}-kind`}
            name="kind"
            value={kind}
            className={field}
            onChange={({ target }) => setKind(kinds.find((it) => it === target.value) ?? kind)}
          >
            {kinds.map((value) => (
              <option key={value} value={value}>
                {kindNames[value]}
              </option>
            ))}
          </select>
          <p className="mt-1.5 text-sm text-pretty text-quiet">{hints[kind]}</p>
        </div>
        <div>
          <label htmlFor={`${id}-files`} className="mb-1.5 block text-sm font-medium">
            Files
          </label>
          <input
            id={`${id}-files`}
            name="files"
            type="file"
            multiple={kind !== "catalogue"}
            accept={kind === "catalogue" ? ".json,application/json" : ".csv,text/csv"}
            aria-describedby={`${id}-limit`}
            className={`${field} file:mr-3 file:rounded-md file:border-0 file:bg-soft file:px-2.5 file:py-1 file:text-ink`}
          />
          <p id={`${id}-limit`} className="mt-1.5 text-sm text-quiet">
            Up to {MAX_MB} MB in all.
          </p>
          {failure && (
            <p role="alert" className="mt-1.5 text-sm text-danger">
              {failure}
            </p>
          )}
        </div>
        <p className="flex justify-end sm:col-span-2">
          <Button type="submit" look="primary" busy={busy}>
            See what would change
          </Button>
        </p>
      </form>
    </Panel>
  );
}
