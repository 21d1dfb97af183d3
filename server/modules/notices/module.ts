import { database } from "#core/db";
import type { Module } from "#modules/module";
import { checkNotices } from "./check-notices";
import { noticeMails } from "./mails";
import { unsubscribeForm } from "./unsubscribe-form";

/** Mails to people with a login, about the conditions that they chose. */
export const notices: Module = {
  name: "notices",
  forms: [{ route: "/unsubscribe/{token}", handle: unsubscribeForm }],
  mails: noticeMails,
  chores: { "check-notices": (ctx) => checkNotices(ctx, { database: database() }) },
};
