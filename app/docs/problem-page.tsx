// The page that a problem's type leads to: what it means, how it looks, and how to solve it.
import { Problem, type ProblemCode, problems } from "#core/errors";
import { PROBLEM_TYPE, problemBody } from "#core/problem";
import { problemTexts } from "#core/problem-texts";
import { publicPage } from "#site/public-page";
import { JsonBlock } from "#ui/code-block";
import { DocsHeader } from "#ui/docs-header";
import { missingView } from "#ui/missing-page";
import { InlineText } from "#ui/rich-text";

/** Some request's id, as it stands in an example. */
const REQUEST_ID = "7f3c0f1e-2b1d-4a77-9a51-0d6f5f6f2c11";

function Page({ code }: { code: ProblemCode }) {
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

export const problemPage = publicPage({
  path: "/v1/errors/{code}",
  keeping: { group: "build" },
  load: ({ params: { code = "" } }) =>
    Object.hasOwn(problems, code) ? (code as ProblemCode) : null,
  render(code) {
    if (!code) return missingView;
    const head = {
      title: `${problems[code].title} (${code})`,
      description: problemTexts[code].meaning,
    };
    return { head, body: <Page code={code} />, scripts: ["/page.js"], shared: "build" };
  },
});
