import type { Closure } from './inputs.ts'

export type Source<T> = T | Promise<T> | Closure<T>

export interface ScrollPage {
  /** The query parameter that names a page; `page` unless told. */
  pageName?: string
  previousPage: string | number | null
  nextPage: string | number | null
  currentPage: string | number | null
}

export interface Once {
  key: string | null
  expiresAt: number | null
  fresh: boolean
}

export interface Merge {
  deep: boolean
  /** True: the whole prop. Paths below it otherwise. */
  append: true | string[]
  prepend: true | string[]
  matchOn: string[]
}

/** Written as a method, or it would not take functions of particular values. */
type PageOf = { tell(value: unknown): ScrollPage }['tell']

export interface Scroll {
  page: ScrollPage | PageOf
  wrapper: string
}

/** A value with instructions: when it is sent and what the browser does with it. Kinds combine. */
export class Prop<out T> {
  declare readonly sends: T
  readonly source: unknown
  isAlways = false
  isOptional = false
  group: string | null = null
  isRescued = false
  onceOnly: Once | null = null
  merging: Merge | null = null
  scrolling: Scroll | null = null

  constructor(source: unknown) {
    this.source = source
  }

  /** Stays away from the first answer; the client asks for it, group by group, as soon as the page is shown. */
  defer(group = 'default', { rescue = false }: { rescue?: boolean } = {}): Prop<T | undefined> {
    this.group = group
    this.isRescued = rescue
    return this
  }

  /** The client keeps it over later visits and does not ask again. */
  once(): this {
    this.#remembered()
    return this
  }

  /** The name the client remembers it by, for pages that call one thing by two names. */
  as(key: string): this {
    this.#remembered().key = key
    return this
  }

  /** @param expiry  seconds from now, or a moment */
  until(expiry: number | Date): this {
    const expiresAt = typeof expiry === 'number' ? Date.now() + expiry * 1000 : expiry.getTime()
    this.#remembered().expiresAt = expiresAt
    return this
  }

  /** Sends it again although the client has it. */
  fresh(isFresh = true): this {
    this.#remembered().fresh = isFresh
    return this
  }

  /** On partial reloads the client adds to what it has instead of replacing it. */
  merge(): this {
    this.#merged()
    return this
  }

  deepMerge(): this {
    this.#merged().deep = true
    return this
  }

  append(paths: string | readonly string[] = [], matchOn?: string): this {
    return this.#grow('append', [paths].flat(), matchOn)
  }

  prepend(paths: string | readonly string[] = [], matchOn?: string): this {
    return this.#grow('prepend', [paths].flat(), matchOn)
  }

  /** Items with an equal key replace each other: `'id'`, or `'data.id'` for items below the prop. */
  matchOn(keys: string | readonly string[]): this {
    this.#merged().matchOn.push(...[keys].flat())
    return this
  }

  toJSON(): never {
    throw new TypeError('A prop kind was serialised before it was resolved.')
  }

  #remembered(): Once {
    return (this.onceOnly ??= { key: null, expiresAt: null, fresh: false })
  }

  #merged(): Merge {
    return (this.merging ??= { deep: false, append: true, prepend: [], matchOn: [] })
  }

  #grow(end: 'append' | 'prepend', paths: string[], matchOn: string | undefined): this {
    const merging = this.#merged()
    const known = merging[end] === true ? [] : merging[end]
    if (paths.length === 0) {
      merging.append = []
      merging.prepend = []
      merging[end] = true
    } else {
      if (merging.append === true) merging.append = []
      merging[end] = [...known, ...paths]
    }
    if (matchOn !== undefined) {
      const keys = paths.length === 0 ? [matchOn] : paths.map((path) => `${path}.${matchOn}`)
      merging.matchOn.push(...keys)
    }
    return this
  }
}

/** Sent only to a partial reload that asks for it. */
export function optional<T>(load: Closure<T>): Prop<T | undefined> {
  const prop = new Prop<T | undefined>(load)
  prop.isOptional = true
  return prop
}

/** Sent with every answer, whatever a partial reload asks for. */
export function always<T>(value: Source<T>): Prop<T> {
  const prop = new Prop<T>(value)
  prop.isAlways = true
  return prop
}

/**
 * Sent after the page is shown, on the client's own request.
 *
 * @param group   props of one group travel in one request
 * @param rescue  an error leaves the prop out and the page whole
 */
export function defer<T>(
  load: Closure<T>,
  group = 'default',
  { rescue = false }: { rescue?: boolean } = {},
): Prop<T | undefined> {
  return new Prop<T>(load).defer(group, { rescue })
}

export function merge<T>(value: Source<T>): Prop<T> {
  return new Prop<T>(value).merge()
}

export function deepMerge<T>(value: Source<T>): Prop<T> {
  return new Prop<T>(value).deepMerge()
}

/** Sent once and remembered by the client over later visits. */
export function once<T>(load: Closure<T>): Prop<T> {
  return new Prop<T>(load).once()
}

/**
 * A list that grows as one scrolls.
 *
 * @param page     where this part of the list stands, or how to tell from the value
 * @param wrapper  the key below the value that holds the items
 */
export function scroll<T>(
  value: Source<T>,
  page: ScrollPage | ((value: T) => ScrollPage),
  wrapper = 'data',
): Prop<T> {
  const prop = new Prop<T>(value)
  prop.scrolling = { page, wrapper }
  prop.merging = { deep: false, append: [], prepend: [], matchOn: [] }
  return prop
}
