import { expect, test } from "vitest";
import { readPdf } from "#testing/certificates";
import { findUnusedFields, forPrograms } from "#testing/record-fields";
import { renderCertificatePdf } from "./certificate-pdf";

test("a certificate's PDF depends on each field of its record, but those for programs", async () => {
  const unused = await findUnusedFields(async (certificate) => {
    const { text, links, info } = await readPdf(await renderCertificatePdf(certificate));
    return JSON.stringify([text, links.map(({ url }) => url), info["Title"], info["Subject"]]);
  });
  // On the page, the id is the address of a project's part.
  expect(unused.sort()).toEqual([...Object.keys(forPrograms), "projects.id"].sort());
}, 120_000);
