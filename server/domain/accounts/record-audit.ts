// The audit log's pen, handed on to those who know accounts: events, below them, write with it too.
export { recordAudit } from "#core/record-audit";
