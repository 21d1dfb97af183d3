// A lock file with one holder, which is free again when its holder has died. Plain JavaScript,
// because server/boot.mjs runs before anything is installed.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const ABANDONED_MS = 10_000;

function read(file) {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

/**
 * Returns when process `pid` started, which tells it from later processes of the same number; null
 * if there is none.
 */
function beginning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code === "ESRCH") return null;
  }
  try {
    if (process.platform === "linux") {
      const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z" || fields[0] === "X") return null;
      return `${fs.readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
    }
    if (process.platform === "win32") return "unknown";
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}

function isHeld(text) {
  try {
    const { pid, began } = JSON.parse(text);
    const now = beginning(pid);
    return now !== null && (now === began || now === "unknown" || began === "unknown");
  } catch {
    return false;
  }
}

/** Creates the file with its text in one step, so it is never read half written. */
function create(file, text) {
  const draft = `${file}.${randomUUID()}`;
  fs.writeFileSync(draft, text, { mode: 0o644 });
  try {
    fs.linkSync(draft, file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(error.code)) throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
  try {
    fs.writeFileSync(file, text, { flag: "wx", mode: 0o644 });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function age(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

/** Removes a dead holder's lock; the mark lets only one process do so. */
function takeAway(file, text) {
  const name = /"nonce":"([\w-]+)"/.exec(text)?.[1] ?? "unreadable";
  const mark = `${file}.broken-${name}`;
  if (!create(mark, "")) {
    if (age(mark) > ABANDONED_MS) fs.rmSync(mark, { force: true });
    return;
  }
  try {
    const complete = name !== "unreadable" || age(file) > ABANDONED_MS;
    if (complete && read(file) === text) fs.rmSync(file, { force: true });
  } finally {
    fs.rmSync(mark, { force: true });
  }
}

/** Runs `work` while holding the lock. Calls `onWait` once if another process holds it. */
export async function withFileLock(file, work, onWait = () => {}) {
  const began = beginning(process.pid) ?? "unknown";
  const own = JSON.stringify({ pid: process.pid, began, nonce: randomUUID() });
  let hasNotified = false;
  while (!create(file, own)) {
    const holder = read(file);
    if (holder === null) continue;
    if (!isHeld(holder)) {
      takeAway(file, holder);
    } else if (!hasNotified) {
      hasNotified = true;
      onWait();
    }
    await sleep(50);
  }
  try {
    return await work();
  } finally {
    if (read(file) === own) fs.rmSync(file, { force: true });
  }
}
