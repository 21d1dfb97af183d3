// The page with status 404 that stands where there is nothing to show.
import type { PageView } from "#site/public-page";
import { MessagePage } from "./message-page";

/** `hint`: what the reader may try. */
export function missingPage(hint: string): PageView {
  return {
    status: 404,
    head: { title: "Not found", isIndexed: false },
    body: (
      <MessagePage title="There is nothing at this address">
        <p>{hint}</p>
        <p>
          <a href="/" className="link">
            To the front page
          </a>
        </p>
      </MessagePage>
    ),
  };
}

/** Where nothing is known of what the reader looked for. */
export const missingView = missingPage("Check it for a missing or changed letter.");
