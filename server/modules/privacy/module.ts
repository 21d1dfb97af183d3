import type { Module } from "#modules/module";

/** Export and erasure of personal data: of people with a login, and of an account's customers. */
export const privacy: Module = { name: "privacy" };
