// People who join or return by a link in a mail.
import fs from "node:fs/promises";
import path from "node:path";
import { type Browser, expect, type Page } from "playwright/test";
import { awaitsHydration } from "./hydration";

export const NEW_PASSWORD = "quartz-ferry-lantern-77";

export async function freshPage(browser: Browser): Promise<Page> {
  return awaitsHydration(await (await browser.newContext()).newPage());
}

/** Waits for a mail to the address and returns its link to the page. */
export async function mailedLink(to: string, place: string): Promise<string> {
  const folder = path.join(process.env["CT_E2E_FOLDER"] ?? "", "mails");
  let link: string | undefined;
  await expect
    .poll(async () => {
      for (const file of await fs.readdir(folder).catch(() => [])) {
        // A mail is a draft until it is complete, and is renamed then.
        if (!file.endsWith(".eml")) continue;
        const mail = await fs.readFile(path.join(folder, file), "utf8");
        if (!mail.includes(to)) continue;
        const text = mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=");
        link ??= new RegExp(`https?://\\S+${place}\\?[^\\s"<]+`).exec(text)?.[0];
      }
      return link;
    })
    .toBeDefined();
  return link ?? "";
}
