// Progress of a run of tests: one line that is rewritten on a terminal, a line now and then elsewhere.

const TERMINAL_MS = 1000;
const FILE_MS = 30_000;
/** Share of a run after which its speed tells how long the rest takes. */
const MIN_SHARE_FOR_ESTIMATE = 0.1;

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

export class Progress {
  readonly #isTerminal = process.stdout.isTTY;
  readonly #started = Date.now();
  readonly #total: number;
  readonly #noun: string;
  readonly #timer: NodeJS.Timeout;
  #done = 0;
  #failed = 0;

  /** `noun` names in the plural what is counted, such as "files". */
  constructor(total: number, noun: string) {
    this.#total = total;
    this.#noun = noun;
    this.#timer = setInterval(() => this.#print(), this.#isTerminal ? TERMINAL_MS : FILE_MS);
    this.#timer.unref();
  }

  step({ failed }: { failed: boolean }): void {
    this.#done += 1;
    if (failed) this.#failed += 1;
  }

  end(): void {
    clearInterval(this.#timer);
    if (this.#isTerminal) process.stdout.write("\r\u001b[K");
  }

  #line(): string {
    const left = ((Date.now() - this.#started) / this.#done) * (this.#total - this.#done);
    const hasSpeed = this.#done >= this.#total * MIN_SHARE_FOR_ESTIMATE;
    const time = hasSpeed ? `, about ${duration(left)} left` : "";
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : "";
    return `${this.#done} of ${this.#total} ${this.#noun}${failed}${time}`;
  }

  #print(): void {
    process.stdout.write(this.#isTerminal ? `\r\u001b[K${this.#line()}` : `${this.#line()}\n`);
  }
}
