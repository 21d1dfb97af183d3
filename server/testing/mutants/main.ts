// `npm run mutants -- [room…] [sql]`: the mutation score of rules and of the stores' SQL.
import { draw } from "./draw";
import { reportDrawn } from "./report-drawn";
import { runRoom } from "./report-rules";
import { runStores } from "./report-sql";
import { rooms } from "./rooms";
import { type Store, stores } from "./sql-stores";

const USAGE = `Usage: npm run mutants                    the rules of all rooms, then all guarded SQL
       npm run mutants -- ROOM…          the rules of these rooms: ${rooms().join(", ")}
       npm run mutants -- ROOM/FILE      the rules of some files, for example orders/search
       npm run mutants -- sql            all guarded SQL
       npm run mutants -- sql/STORE      one store's: ${stores.map(({ name }) => name).join(", ")}
       npm run mutants -- sql/STORE/STATEMENT
                                  one of its statements, such as sql/billing/billing-sums
       npm run mutants -- drawn          the 300 that were drawn; --only 20 or --only 21-40
       npm run mutants -- --draw SEED    one file's rules and some SQL, drawn by the seed
`;

function usage(): never {
  process.stderr.write(USAGE);
  process.exit(2);
}

function withStatements(store: Store, name: string | undefined): Store {
  return { ...store, statements: store.statements.filter((it) => !name || it === name) };
}

async function runOne(name: string): Promise<boolean> {
  const [first = "", second, third] = name.split("/");
  if (first === "sql") {
    const chosen = stores
      .filter((store) => !second || store.name === second)
      .map((store) => withStatements(store, third));
    return chosen.some(({ statements }) => statements.length > 0) ? runStores(chosen) : usage();
  }
  return rooms().includes(first) ? runRoom(first, second) : usage();
}

async function runDrawn(seed: string | undefined): Promise<boolean> {
  if (!seed) usage();
  const { room, file, store, only } = draw(seed);
  const areRulesRight = await runRoom(room, file);
  return (await runStores([store], only)) && areRulesRight;
}

/** Options are none, or `--only N` or `--only FROM-TO`. */
async function runDrawnList([option, range = ""]: readonly string[]): Promise<boolean> {
  if (option === undefined) return reportDrawn();
  return option === "--only" && /^\d+(-\d+)?$/.test(range) ? reportDrawn(range) : usage();
}

const [first, ...rest] = process.argv.slice(2);
const results: boolean[] = [];
if (first === "--draw") results.push(await runDrawn(rest[0]));
else if (first === "drawn") results.push(await runDrawnList(rest));
else if (first?.startsWith("-")) usage();
else
  for (const name of first ? [first, ...rest] : [...rooms(), "sql"])
    results.push(await runOne(name));
process.exit(results.every(Boolean) ? 0 : 1);
