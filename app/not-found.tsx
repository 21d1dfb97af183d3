// What is shown where there is nothing.
import type { Metadata } from "next";
import { MessagePage } from "#ui/message-page";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <MessagePage title="There is nothing at this address">
      <p>Check it for a missing or changed letter.</p>
      <p>
        <a href="/" className="link">
          To the front page
        </a>
      </p>
    </MessagePage>
  );
}
