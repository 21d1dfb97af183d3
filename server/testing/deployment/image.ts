// Runs the steps of the Dockerfile in folders of this machine, and the result in a chroot.
import { execFileSync, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ensureBuild } from "#setup/build";
import { contextFilter, environmentOf, readDockerfile, type Stage, type Step } from "./dockerfile";

const FOLDERS = /(?<![\w./])\/(app|data|src)\b/g;

function copyContext(to: string): void {
  const isIncluded = contextFilter();
  const tops = fs.readdirSync(".").filter((name) => isIncluded(name));
  for (const top of tops) {
    fs.cpSync(top, path.join(to, top), { recursive: true, filter: (file) => isIncluded(file) });
  }
}

/**
 * Packages and pages are linked from this checkout, which has installed and built the same ones;
 * the steps find them up to date.
 */
function linkBuilt(to: string): void {
  for (const name of ["node_modules", ".next"]) {
    const target = path.join(to, name);
    try {
      execFileSync("cp", ["-al", name, target], { stdio: "ignore" });
    } catch {
      // Another disk: copies instead.
      execFileSync("cp", ["-a", "--force", `${name}/.`, target]);
    }
  }
  // The steps write this one.
  const stamp = path.join(to, "node_modules/.carbon-till");
  fs.rmSync(stamp, { force: true });
  fs.copyFileSync("node_modules/.carbon-till", stamp);
}

function runBuildStep({ name, value }: Step, root: string, folder: string): void {
  if (name === "COPY") {
    copyContext(folder);
    linkBuilt(folder);
  }
  if (name !== "RUN") return;
  const command = value.replace(FOLDERS, `${root}/$1`);
  const env = {
    NODE_ENV: "production" as const,
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: root,
  };
  execFileSync("/bin/sh", ["-c", command], { cwd: folder, env, stdio: "pipe" });
}

/** Files that the image gets from its base of the first stage are this machine's here. */
function sourceOf(file: string, built: string): string {
  if (file === "/usr/local/bin/node") return process.execPath;
  return file.startsWith("/usr/bin/") ? file : path.join(built, file);
}

function runCopyStep({ value, flags }: Step, built: string, root: string): void {
  const [from = "", to = ""] = value.split(" ");
  const target = path.join(root, to);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  execFileSync("cp", ["-aL", sourceOf(from, built), target]);
  if (flags["chown"]) execFileSync("chown", [flags["chown"], target]);
}

export interface Image {
  root: string;
  last: Stage;
}

/** Builds the image's files, without those of its base, in a new folder. */
export async function buildImage(folder: string): Promise<Image> {
  await ensureBuild(process.cwd(), new AbortController().signal);
  const [first, last] = readDockerfile();
  if (!first || !last) throw new Error("the Dockerfile has two stages");
  const [built, root] = [path.join(folder, "built"), path.join(folder, "root")];
  const source = path.join(built, "src");
  fs.mkdirSync(source, { recursive: true });
  for (const step of first.steps) runBuildStep(step, built, source);
  for (const step of last.steps.filter(({ name }) => name === "COPY")) {
    runCopyStep(step, built, root);
  }
  return { root, last };
}

/** The libraries of this machine stand in for those of the base image. */
const ENTER = `
  mount --make-rprivate /
  mount --bind "$ROOT" "$ROOT"
  for d in usr/lib usr/lib64; do
    [ -d /$d ] && mkdir -p "$ROOT/$d" && mount --bind /$d "$ROOT/$d" && mount -o remount,bind,ro "$ROOT/$d"
  done
  for d in lib lib64; do ln -sfn usr/$d "$ROOT/$d"; done
  mkdir -p "$ROOT/proc" "$ROOT/dev" "$ROOT/tmp" "$ROOT/data"
  mount -t proc proc "$ROOT/proc"
  mount --rbind /dev "$ROOT/dev"
  mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
  mount -t tmpfs -o uid=10001,gid=10001 tmpfs "$ROOT/data"
  mount -o remount,bind,ro "$ROOT"
  unset ROOT
  exec chroot --userspec=USER "$1" /bin/sh -c 'cd /app && shift && exec /usr/local/bin/"$@"' x "$@"`;

/** Starts a program of the image: unprivileged, on a read-only root, with a /tmp of its own. */
export function startInImage(
  { root, last }: Image,
  command: readonly string[],
  env: Record<string, string>,
) {
  const user = last.steps.find(({ name }) => name === "USER")?.value ?? "0:0";
  const options: SpawnOptions = {
    env: {
      NODE_ENV: "production",
      PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      ROOT: root,
      ...environmentOf(last),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  };
  const script = ENTER.replace("USER", user);
  return spawn("unshare", ["--mount", "sh", "-euc", script, "x", root, ...command], options);
}

/** Returns false where namespaces and mounts are not allowed, for example in most containers. */
export function canEnter(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const script = "mount --make-rprivate / && mount -t tmpfs tmpfs /mnt";
  return spawnSync("unshare", ["--mount", "sh", "-euc", script]).status === 0;
}

/** Memory of a process and its children in megabytes; shared pages count in parts. */
export function memoryOf(pid: number): number {
  const read = (file: string) => fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  const children = read(`task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  const own = Number(/^Pss: +(\d+) kB$/m.exec(read("smaps_rollup"))?.[1]) / 1000;
  return children.reduce((sum, child) => sum + memoryOf(child), own);
}

/** Of the folder's files to which `isCounted` applies, in megabytes. */
export function sizeOf(folder: string, isCounted = (_file: string) => true): number {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((it) => it.isFile()).map((it) => path.join(it.parentPath, it.name));
  const bytes = files.filter(isCounted).map((file) => fs.statSync(file).size);
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000_000;
}
