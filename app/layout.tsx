// The frame of every page: language, typeface, colours, and what a shared link shows.
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { appUrl } from "#core/env";
import { languageOf } from "#core/language";
import { LANGUAGE_HEADER } from "#core/page-headers";
import "./_ui/fonts/inter.css";
import "./globals.css";

const inter = localFont({
  src: "./_ui/fonts/inter-first.woff2",
  weight: "400 700",
  variable: "--font-inter",
  adjustFontFallback: false,
});

export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(appUrl()),
    title: { default: "Carbon Till", template: "%s · Carbon Till" },
    applicationName: "Carbon Till",
    formatDetection: { telephone: false, date: false, address: false, email: false },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f3f5f2" },
    { media: "(prefers-color-scheme: dark)", color: "#0c110f" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Each answer carries its own nonce: no page can be rendered ahead of its request.
  const language = languageOf((await headers()).get(LANGUAGE_HEADER)) ?? "en";
  return (
    <html lang={language} className={inter.variable}>
      <body>{children}</body>
    </html>
  );
}
