"use client";
// Replaces the root layout when that fails, too.
import { MessagePage } from "#ui/page-parts";
import "./globals.css";

export default function GlobalError({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong</title>
        <MessagePage title="Something went wrong on our side">
          <p>
            <button type="button" className="link cursor-pointer" onClick={retry}>
              Try again
            </button>
          </p>
        </MessagePage>
      </body>
    </html>
  );
}
