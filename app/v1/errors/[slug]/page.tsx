// The page that a problem's type leads to: what it means, how it looks, and how to solve it.
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Problem, type ProblemCode, problems } from "#core/errors";
import { answerWithDocument } from "#core/page-answer";
import { PROBLEM_TYPE, problemBody } from "#core/problem";
import { problemTexts } from "#core/problem-texts";
import { JsonBlock } from "#ui/code-block";
import { DocsHeader } from "#ui/docs-header";
import { InlineText } from "#ui/rich-text";

interface Props {
  params: Promise<{ slug: string }>;
}

/** Some request's id, as it stands in an example. */
const REQUEST_ID = "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11";

async function codeOf({ params }: Props): Promise<ProblemCode | null> {
  const { slug } = await params;
  return Object.hasOwn(problems, slug) ? (slug as ProblemCode) : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const code = await codeOf(props);
  if (!code) return {};
  return { title: `${problems[code].title} (${code})`, description: problemTexts[code].meaning };
}

export default async function ProblemPage(props: Props) {
  const code = await codeOf(props);
  if (!code) notFound();
  answerWithDocument();
  const { status, title } = problems[code];
  const { meaning, solution, retry, example } = problemTexts[code];
  const body = problemBody(new Problem(code, example), REQUEST_ID);
  return (
    <>
      <DocsHeader />
      <main id="content" className="mx-auto w-full max-w-3xl px-5 py-10 sm:px-8 sm:py-14">
        <p className="text-sm text-quiet">
          <a href="/docs#errors" className="link">
            Problems
          </a>{" "}
          · HTTP status {status}
        </p>
        <h1 className="mt-2 text-3xl font-semibold tracking-tight text-balance">{title}</h1>
        <p className="mt-3">
          <code>{code}</code>
        </p>
        <p className="mt-5 text-lg/relaxed text-pretty">
          <InlineText text={meaning} />
        </p>
        <h2 className="mt-10 text-xl font-semibold tracking-tight">What to do</h2>
        <ol className="mt-3 list-decimal space-y-2 pl-5 marker:text-quiet">
          {solution.map((step) => (
            <li key={step}>
              <InlineText text={step} />
            </li>
          ))}
        </ol>
        <h2 className="mt-10 text-xl font-semibold tracking-tight">Does sending it again help?</h2>
        <p className="mt-3">
          <InlineText text={retry} />
        </p>
        <h2 className="mt-10 mb-4 text-xl font-semibold tracking-tight">Example</h2>
        <JsonBlock label={`Answer, ${status}, ${PROBLEM_TYPE}`} value={body} />
      </main>
    </>
  );
}
