"use client";
import { MessagePage } from "#ui/page-parts";

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <MessagePage title="Something went wrong on our side">
      <p>We logged the error, and no data was changed. Try again in a moment.</p>
      <p>
        <button type="button" className="link cursor-pointer" onClick={retry}>
          Try again
        </button>
      </p>
    </MessagePage>
  );
}
