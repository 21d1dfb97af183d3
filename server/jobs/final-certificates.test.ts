import { beforeEach, expect, it } from "vitest";
import { database } from "#core/db";
import { env } from "#core/env";
import { orderNumber } from "#core/id";
import { giveStatus } from "#testing/evidence";
import { makeAccount, makeStock, matchAll, systemContext } from "#testing/factories";
import { type MailServer, openMailServer } from "#testing/mail-server";
import { dropMails, mailsAbout, makeMailsDue } from "#testing/mails";
import { makeSale, type Sale } from "#testing/sale";
import { withSettings } from "#testing/settings";
import { runJobs } from "./run-jobs";

withSettings({ APP_URL: "https://till.example" });

let server: MailServer;
beforeEach(async () => {
  await dropMails();
  server = await openMailServer();
  env.SMTP_URL = server.url;
  return () => server.close();
});

const { prisma } = database();

async function sell(sale: Partial<Sale> = {}) {
  const { live: account } = await makeAccount();
  const { portfolioId } = await makeStock({ mode: "live" });
  return makeSale({ account, portfolioId, kinds: ["certificate"], ...sale });
}

/** A sale whose credits are set aside, and whose first mail is sent. */
async function sellAndMail(sale: Partial<Sale> = {}) {
  const sold = await sell(sale);
  await matchAll();
  await runJobs(systemContext());
  return sold;
}

const retire = (orderId: string) => giveStatus(orderId, { status: "retired" });

/** States of the session's mails. */
async function statesOf(sessionId: string) {
  const mails = await mailsAbout(sessionId);
  return Object.fromEntries(mails.map(({ kind, state, lastError }) => [kind, lastError ?? state]));
}

it.each([
  ["en", "Certificate of carbon credit retirement: 1.25 t CO₂e from"],
  ["de", "Zertifikat über die Stilllegung von CO₂-Gutschriften: 1,25 t CO₂e von"],
  ["fr", "Certificat de retrait de crédits carbone : 1,25 t CO₂e chez"],
  ["es", "Certificado de retirada de créditos de carbono: 1,25 t CO₂e de"],
] as const)("brings the certificate's PDF once all credits are retired, in %s", async (...row) => {
  const [language, subject] = row;
  const { id, orderId } = await sellAndMail({ language });
  await retire(orderId);
  await Promise.all([runJobs(systemContext()), runJobs(systemContext())]);
  const [first, final, ...more] = server.received.map(({ mail }) => mail);
  expect(more).toEqual([]);
  expect(first?.attachments).toEqual([]);
  expect(final?.subject).toContain(subject);
  expect(final?.html).toContain(`<html lang="${language}">`);
  const [pdf, ...others] = final?.attachments ?? [];
  expect(others).toEqual([]);
  const filename = `carbon-certificate-${orderNumber(orderId)}.pdf`;
  expect(pdf).toMatchObject({ filename, mimeType: "application/pdf" });
  expect(Buffer.from(pdf?.content as ArrayBuffer).subarray(0, 5)).toEqual(Buffer.from("%PDF-"));
  expect(await statesOf(id)).toEqual({ certificate: "sent", retired: "sent" });
});

it("is not sent again when the evidence is undone and comes back", async () => {
  const { orderId } = await sellAndMail();
  await retire(orderId);
  await runJobs(systemContext());
  await giveStatus(orderId, { status: "pending" });
  await retire(orderId);
  await makeMailsDue();
  await runJobs(systemContext());
  expect(server.received).toHaveLength(2);
});

it("waits while the evidence is undone before it is sent", async () => {
  const { id, orderId } = await sellAndMail();
  await retire(orderId);
  await giveStatus(orderId, { status: "disputed" });
  await runJobs(systemContext());
  expect(await statesOf(id)).toEqual({ certificate: "sent", retired: "due" });
  await retire(orderId);
  await makeMailsDue();
  await runJobs(systemContext());
  expect(await statesOf(id)).toEqual({ certificate: "sent", retired: "sent" });
});

it("is the only mail about a certificate whose credits are retired already", async () => {
  const { id, orderId } = await sell();
  await matchAll();
  await retire(orderId);
  await runJobs(systemContext());
  const [mail, ...more] = server.received.map((received) => received.mail);
  expect(more).toEqual([]);
  expect(mail?.attachments).toHaveLength(1);
  const reason = "the final certificate is sent instead";
  expect(await statesOf(id)).toEqual({ certificate: reason, retired: "sent" });
});

it.each([
  ["was refunded", { state: "refunded", refunded: 8750 }],
  ["was charged back", { state: "charged_back" }],
] as const)("is not sent if the payment %s", async (_how, data) => {
  const { id, orderId } = await sellAndMail();
  await prisma.payment.updateMany({ where: { checkoutSessionId: id }, data });
  await retire(orderId);
  await runJobs(systemContext());
  expect(await statesOf(id)).toMatchObject({ retired: "the payment was returned" });
});

it.each([
  ["is disputed", { state: "disputed" }, { state: "paid" }],
  ["is being refunded", { refunding: 8750 }, { refunding: 0 }],
] as const)("waits while the payment %s", async (_how, data, after) => {
  const { id, orderId } = await sellAndMail();
  const where = { checkoutSessionId: id };
  await prisma.payment.updateMany({ where, data: { ...data, nextPollAt: new Date() } });
  await retire(orderId);
  await runJobs(systemContext());
  expect(await statesOf(id)).toMatchObject({ retired: "due" });
  await prisma.payment.updateMany({ where, data: { ...after, nextPollAt: null } });
  await makeMailsDue(id);
  await runJobs(systemContext());
  expect(await statesOf(id)).toMatchObject({ retired: "sent" });
});

it("is not sent to a customer whose address was erased", async () => {
  const { id, orderId } = await sellAndMail();
  await prisma.checkoutSession.updateMany({ where: { id }, data: { customerEmail: null } });
  await retire(orderId);
  await runJobs(systemContext());
  expect(await statesOf(id)).toMatchObject({ retired: "the session has no email address" });
});
