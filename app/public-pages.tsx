// All public pages. A fixed path precedes a parameterized one that would match it, too.

import { publicContext } from "#core/context";
import { findCertificateVersion } from "#domain/certificates";
import { modulePages } from "#modules/pages";
import type { PublicPages } from "#site/public-page";
import { unbuiltPage } from "#ui/page-parts";
import { failedIn, missingIn } from "#ui/public-parts";
import { certificatePage } from "./certificates/[order]/certificate-page";
import { checkoutPage } from "./checkout/[session]/checkout-page";
import { withdrawalPage } from "./checkout/[session]/withdrawal-page";
import { changelogPages } from "./docs/changelog-page";
import { factorsPage } from "./docs/factors-page";
import { guidePublicPages } from "./docs/guide-page";
import { contentsPage, withMarkdown } from "./docs/markdown-pages";
import { postmanPage } from "./docs/postman-page";
import {
  operationPage,
  problemPage,
  referencePage,
  schemaPage,
} from "./docs/reference/reference-pages";
import { searchPage } from "./docs/search-page";
import { frontPage } from "./front-page";
import { impactPage, subaccountImpactPage } from "./impact/[slug]/impact-page";
import { portfolioPage } from "./portfolios/[id]/portfolio-page";
import { projectPage } from "./projects/[id]/project-page";
import { verifyPage } from "./verify/verify-page";

const docs = [
  contentsPage,
  ...[
    ...guidePublicPages,
    factorsPage,
    ...changelogPages,
    referencePage,
    schemaPage,
    operationPage,
  ].flatMap(withMarkdown),
  postmanPage,
  searchPage,
  problemPage,
];

export const publicPages: PublicPages = {
  pages: [
    frontPage,
    checkoutPage,
    withdrawalPage,
    certificatePage,
    impactPage,
    subaccountImpactPage,
    projectPage,
    portfolioPage,
    verifyPage,
    ...modulePages,
    ...docs.map((page) => ({ ...page, linksFiles: true })),
  ],
  versionOf: (path) => findCertificateVersion(publicContext(), path.split("/")[2] ?? ""),
  missing: missingIn,
  failed: failedIn,
  unbuilt: unbuiltPage,
};
