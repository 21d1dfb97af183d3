// The API on a port of its own, for programs in other processes.
import { getRequestListener } from "@hono/node-server";
import { database } from "#core/db";
import { checkedServe } from "#testing/api";
import { makeAccount, makeStock } from "#testing/factories";
import { httpServer } from "#testing/local-server";

export interface ApiOrigin {
  origin: string;
  /** A test key with write scope. */
  key: string;
  /** The account's default. */
  portfolioId: string;
  close(): void;
}

export async function openApi(): Promise<ApiOrigin> {
  const { token: key, account } = await makeAccount();
  const { portfolioId } = await makeStock({ apiPrice: 50 });
  const where = { id: account.id };
  await database().prisma.account.update({ where, data: { defaultPortfolioId: portfolioId } });
  const options = { overrideGlobalObjects: false };
  const listener = getRequestListener((request) => checkedServe(request), options);
  const server = await httpServer(listener);
  return { origin: server.origin, key, portfolioId, close: () => server.close() };
}

/** The code blocks of a Markdown text in a language, joined. */
export function samplesIn(markdown: string, language: string): string {
  const blocks = markdown.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"));
  return [...blocks].map(([, code]) => code).join("\n");
}
