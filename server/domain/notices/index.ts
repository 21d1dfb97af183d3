export { checkNotices } from "./check-notices";
export { chooseNotice, listNoticeChoices } from "./choices";
export { noticeMails } from "./mails";
export { ChooseNotice } from "./schema";
export { findSubscription, unsubscribe } from "./unsubscribe";
