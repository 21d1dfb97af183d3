import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/** Screens that are now part of another one, so that bookmarks keep working. */
const movedScreens = [
  [":account/:mode/portfolios/:id/edit", ":account/:mode/portfolios/:id?show=edit"],
  ["operator/:mode/categories/:id/edit", "operator/:mode/catalogue/categories/:id?show=edit"],
  ["operator/:mode/projects/:id/sale", "operator/:mode/catalogue/projects/:id?show=sale"],
  [
    "operator/:mode/:list(projects|categories|portfolios)/:id",
    "operator/:mode/catalogue/:list/:id",
  ],
  ["operator/:mode/projects", "operator/:mode/catalogue"],
  ["operator/:mode/:list(categories|portfolios|factors)", "operator/:mode/catalogue?show=:list"],
  ["me/notifications", "me"],
  [":account/:mode/settings/seller", ":account/:mode/settings"],
  [":account/:mode/webhooks/:id(evt_\\w+)", ":account/:mode/webhooks?event=:id"],
  [":account/:mode/webhooks/endpoints/:id", ":account/:mode/webhooks?endpoint=:id"],
  [":account/:mode/webhooks/endpoints", ":account/:mode/webhooks"],
  [":account/:mode/checkout/payments", ":account/:mode/checkout?show=payments"],
  [":account/:mode/checkout/links", ":account/:mode/checkout?show=links"],
  [":account/:mode/checkout/reservations", ":account/:mode/checkout?show=reservations"],
  [":account/:mode/billing/:id", ":account/:mode/billing?document=:id"],
  [":account/:mode/keys", ":account/:mode/people"],
  [":account/:mode/team", ":account/:mode/people"],
  [":account/:mode/audit", ":account/:mode/people?show=audit"],
  [":account/:mode/retirements", ":account/:mode/reports"],
  [":account/:mode/retirements/summary/pdf", ":account/:mode/reports/disclosure.pdf"],
  [":account/:mode/statements/pdf", ":account/:mode/reports/statement.pdf"],
  [":account/:mode/subaccounts/:id/report/pdf", ":account/:mode/reports/subaccount.pdf?id=:id"],
  [":account/:mode/retirements/summary", ":account/:mode/reports?show=disclosure"],
  [":account/:mode/statements", ":account/:mode/reports?show=statement"],
  [
    ":account/:mode/subaccounts/:id/report",
    ":account/:mode/reports?show=subaccount&subaccount_id=:id",
  ],
  [":account/:mode/orders/new", ":account/:mode/orders?new=1"],
  [":account/:mode/portfolios/new", ":account/:mode/portfolios?new=1"],
  ["operator/:mode/billing/:id", "operator/:mode/accounts/:id"],
  ["operator/:mode/worklist/requests", "operator/:mode/retirements?show=waiting"],
  ["operator/:mode/worklist", "operator/:mode/retirements"],
  ["operator/:mode/incidents", "operator/:mode/retirements?show=evidence"],
  ["operator/:mode/incidents/:id", "operator/:mode/retirements/evidence/:id"],
  [
    "operator/:mode/:list(registries|registry-retirements)",
    "operator/:mode/retirements?show=recorded",
  ],
  ["operator/:mode/registry-retirements/compare", "operator/:mode/retirements?show=recorded"],
  [
    "operator/:mode/registry-retirements/compare/:id",
    "operator/:mode/retirements?show=recorded&comparison=:id",
  ],
  ["operator/:mode/registry-retirements/:id", "operator/:mode/retirements/recorded/:id"],
  ["operator/:mode/import/:id(\\w+_\\w+)", "operator/:mode/import?run=:id"],
  ["operator/:mode/security", "operator/:mode/system?show=security"],
  ["operator/:mode/ledger", "operator/:mode/system"],
  ["operator/:mode/lots", "operator/:mode/stock?show=lots"],
  ["operator/:mode/lots/:id", "operator/:mode/stock/:id"],
  ["operator/:mode/billing", "operator/:mode/money?show=billing"],
  [
    "operator/:mode/billing/:id/documents/:document",
    "operator/:mode/accounts/:id?document=:document",
  ],
  ["operator/:mode/:list(payments|months)", "operator/:mode/money?show=:list"],
  ["operator/:mode/transfers", "operator/:mode/money?show=payments"],
  ["operator/:mode/queues", "operator/:mode/system"],
];

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // A redirect would lose the body of a POST to the API.
  skipTrailingSlashRedirect: true,
  redirects: () =>
    movedScreens.map(([from, to]) => ({
      // Operators have screens of the same name.
      source: `/admin/${from.replace(/^:account/, ":account((?!operator/)[^/]+)")}`,
      destination: `/admin/${to}`,
      permanent: true,
    })),
  // `npm run check` runs tsc: TypeScript 7 has no programming interface that Next could call.
  typescript: { ignoreBuildErrors: true },
  // next/image is not used, and its route would resize images for anyone.
  images: { unoptimized: true },
  experimental: {
    // Fewer and larger files of script: small ones compress less. React DOM is smaller than this and
    // joins the file that all screens share.
    turbopackChunking: { minChunkSize: 640_000, maxMergeChunkSize: 1_000_000 },
    // A third of the build's time, for 376 MB of cache that the next version would read, and 144 MB
    // of maps that nothing reads.
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
    // All pages together take 300 MB; most are opened rarely.
    preloadEntriesOnStart: false,
    // Seconds for which a screen that was prefetched on hover is used.
    staleTimes: { static: 30 },
  },
  serverExternalPackages: [
    "@prisma/client",
    "@react-pdf/layout",
    "@react-pdf/render",
    "@react-pdf/renderer",
    "@tailwindcss/postcss",
    "pdfkit",
    "pg",
    "pino",
    "postcss",
    "woff2-encoder",
  ],
};

export default async function configure(phase) {
  // Servers have read the settings by now, from their bundle.
  if (phase === PHASE_PRODUCTION_SERVER) return config;
  // A wrong setting fails the build.
  const { appUrl } = await import("./server/core/env.ts");
  if (phase !== PHASE_DEVELOPMENT_SERVER) return config;
  // Otherwise Next refuses its scripts to a browser that opens any host but localhost.
  return { ...config, allowedDevOrigins: [new URL(appUrl()).hostname] };
}
