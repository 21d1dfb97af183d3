export interface Page<Item> {
  data: Item[];
  has_more: boolean;
}

export interface Cursor {
  starting_after?: string;
  ending_before?: string;
}

/**
 * A list. `await` returns its first page; `for await` goes through the items of all pages, newest
 * first, and requests each page when it is needed.
 */
export class List<Item extends object> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #get: (cursor: Cursor) => Promise<Page<Item>>;
  readonly #start: Cursor;
  #first: Promise<Page<Item>> | undefined;

  constructor(get: (cursor: Cursor) => Promise<Page<Item>>, start: Cursor = {}) {
    this.#get = get;
    this.#start = start;
  }

  // biome-ignore lint/suspicious/noThenProperty: it can be awaited.
  then<One = Page<Item>, Other = never>(
    onPage?: ((page: Page<Item>) => One | PromiseLike<One>) | null,
    onError?: ((reason: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<One | Other> {
    return this.#firstPage().then(onPage, onError);
  }

  #firstPage(): Promise<Page<Item>> {
    this.#first ??= this.#get(this.#start);
    return this.#first;
  }

  /** The pages. With `ending_before`, each next page has newer items. */
  async *pages(): AsyncGenerator<Page<Item>, void> {
    const isUpwards = this.#start.ending_before !== undefined;
    let page = await this.#firstPage();
    for (;;) {
      yield page;
      const end = isUpwards ? page.data[0] : page.data.at(-1);
      if (!page.has_more || !end || !("id" in end)) return;
      const id = String(end.id);
      page = await this.#get(isUpwards ? { ending_before: id } : { starting_after: id });
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** All items, or the first `limit`. */
  async toArray({ limit = Number.POSITIVE_INFINITY } = {}): Promise<Item[]> {
    const items: Item[] = [];
    if (limit <= 0) return items;
    for await (const item of this) {
      items.push(item);
      if (items.length >= limit) break;
    }
    return items;
  }
}
