// Must be imported first. Standard output is for results, so the log, which goes there, is off.
process.env["CT_LOG_LEVEL"] = "silent";
