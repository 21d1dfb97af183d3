export { sharedFile as GET } from "#modules/report-files";
