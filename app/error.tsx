"use client";
// What is shown where a page failed; the reason is in the log only.
import { MessagePage } from "#ui/page-parts";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <MessagePage title="Something went wrong on our side">
      <p>The failure is recorded, and nothing was changed by it. It may work again shortly.</p>
      <p>
        <button type="button" className="link cursor-pointer" onClick={retry}>
          Try again
        </button>
      </p>
    </MessagePage>
  );
}
