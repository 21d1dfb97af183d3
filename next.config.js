// Next's configuration. Importing the environment makes a bad one fail the build and every start.
import "./server/core/env.ts";

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // The API's paths are the API's: a redirect would lose a POST's body.
  skipTrailingSlashRedirect: true,
  // `npm run check` runs tsc: TypeScript 7 has no programming interface that Next could call.
  typescript: { ignoreBuildErrors: true },
  // Nothing uses next/image, and its route would resize pictures for anybody.
  images: { unoptimized: true },
  serverExternalPackages: [
    "@prisma/client",
    "@react-pdf/renderer",
    "@tailwindcss/postcss",
    "pg",
    "pino",
    "postcss",
    "woff2-encoder",
  ],
};
