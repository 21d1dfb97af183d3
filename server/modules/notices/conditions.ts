import type { Context } from "#core/context";
import type { Recipient } from "./recipients";

/** Content of a mail about a condition. */
export interface Notice {
  /** The event and the next step, in whole sentences. */
  text: string;
  rows: { label: string; value: string }[];
  /** Instead of text and rows, in a mail about several conditions. */
  line: { label: string; value: string };
  /** Address of the object, after the recipient's `path`. */
  to: string;
}

/** Something that lasts, such as a failing receiver, or has happened lately, such as an invoice. */
export interface Condition {
  /** Live account, or OPERATOR. */
  scope: string;
  /** For people who are limited to this subaccount; null: for all others. */
  subaccountId: string | null;
  /** Distinguishes it from others of the kind in the scope. */
  subject: string;
  /** Time of an event. Only people who wanted its kind at the time are mailed. */
  at?: Date;
  /** Limits the condition to some recipients. `isOpen`: the recipient was mailed about it. */
  concerns?(recipient: Recipient, isOpen: boolean): boolean;
  /** Called if it is mailed. */
  describe(): Promise<Notice> | Notice;
}

export type FindConditions = (ctx: Context) => Promise<Condition[]>;

/** Events are mailed if they are found within this time. */
const EVENT_MS = 7 * 86_400_000;

export const eventsSince = ({ now }: Pick<Context, "now">) => new Date(now.getTime() - EVENT_MS);
