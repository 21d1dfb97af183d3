// Answers 404 on a page that goes out without Next's runtime, which draws Next's own.
import { answerStatus } from "#core/page-answer";
import { MessagePage } from "./message-page";

export function NothingHere({ hint }: { hint: string }) {
  answerStatus(404);
  return (
    <MessagePage title="There is nothing at this address">
      <p>{hint}</p>
      <p>
        <a href="/" className="link">
          To the front page
        </a>
      </p>
    </MessagePage>
  );
}
