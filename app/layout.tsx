// Root layout of the dashboard.
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { appUrl } from "#core/env";
import { HydrationMark } from "#ui/admin/hydration";
import "./_ui/fonts/inter.css";
import "./globals.css";

const inter = localFont({
  src: "./_ui/fonts/inter-first.woff2",
  weight: "400 700",
  variable: "--font-inter",
  adjustFontFallback: false,
});

/** Each response has its own nonce, so pages cannot be prerendered. */
export const dynamic = "force-dynamic";

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

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={inter.variable}>
      <body>
        {children}
        <HydrationMark />
      </body>
    </html>
  );
}
