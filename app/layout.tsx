// Root layout of the dashboard.
import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { appUrl } from "#core/env";
import { EarlyInput } from "#ui/admin/early-input";
import { earlyInputScript } from "#ui/admin/early-input-script";
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

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get("x-nonce");
  return (
    <html lang="en" className={inter.variable}>
      <body>
        {nonce && (
          <script
            nonce={nonce}
            // Browsers hide nonces from scripts, so React would not find it again.
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant.
            dangerouslySetInnerHTML={{ __html: earlyInputScript }}
          />
        )}
        {children}
        <EarlyInput />
      </body>
    </html>
  );
}
