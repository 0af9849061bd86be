import type { Closure } from './prop-types.ts'

export type PropSource<T> = T | Promise<T> | Closure<T>

export interface ScrollPage {
  /** The query parameter that names a page; `page` unless told. */
  pageName?: string
  previousPage: string | number | null
  nextPage: string | number | null
  currentPage: string | number | null
}

export interface OnceOptions {
  key: string | null
  expiresAt: number | null
  fresh: boolean
}

export interface MergeOptions {
  deep: boolean
  /** True: the whole prop. Paths below it otherwise. */
  append: true | string[]
  prepend: true | string[]
  matchOn: string[]
}

/** Written as a method, or it would not take functions of particular values. */
type ScrollPageReader = { read(value: unknown): ScrollPage }['read']

export interface ScrollOptions {
  page: ScrollPage | ScrollPageReader
  wrapper: string
}

/** A value with instructions: when it is sent and what the browser does with it. Kinds combine. */
export class Prop<out T> {
  declare readonly valueType: T
  readonly source: unknown
  isAlways = false
  isOptional = false
  deferGroup: string | null = null
  isRescued = false
  onceOptions: OnceOptions | null = null
  mergeOptions: MergeOptions | null = null
  scrollOptions: ScrollOptions | null = null

  constructor(source: unknown) {
    this.source = source
  }

  /** Stays away from the first answer; the client asks for it, group by group, as soon as the page is shown. */
  defer(
    deferGroup = 'default',
    { rescue = false }: { rescue?: boolean } = {},
  ): Prop<T | undefined> {
    this.deferGroup = deferGroup
    this.isRescued = rescue
    return this
  }

  /** The client keeps it over later visits and does not ask again. */
  once(): this {
    this.#ensureOnceOptions()
    return this
  }

  /** The name the client remembers it by, for pages that call one thing by two names. */
  as(key: string): this {
    this.#ensureOnceOptions().key = key
    return this
  }

  /** @param expiry  seconds from now, or a moment */
  until(expiry: number | Date): this {
    const expiresAt = typeof expiry === 'number' ? Date.now() + expiry * 1000 : expiry.getTime()
    this.#ensureOnceOptions().expiresAt = expiresAt
    return this
  }

  /** Sends it again although the client has it. */
  fresh(isFresh = true): this {
    this.#ensureOnceOptions().fresh = isFresh
    return this
  }

  /** On partial reloads the client adds to what it has instead of replacing it. */
  merge(): this {
    this.#ensureMergeOptions()
    return this
  }

  deepMerge(): this {
    this.#ensureMergeOptions().deep = true
    return this
  }

  append(paths: string | readonly string[] = [], matchOn?: string): this {
    return this.#addMergePaths('append', [paths].flat(), matchOn)
  }

  prepend(paths: string | readonly string[] = [], matchOn?: string): this {
    return this.#addMergePaths('prepend', [paths].flat(), matchOn)
  }

  /** Items with an equal key replace each other: `'id'`, or `'data.id'` for items below the prop. */
  matchOn(keys: string | readonly string[]): this {
    this.#ensureMergeOptions().matchOn.push(...[keys].flat())
    return this
  }

  toJSON(): never {
    throw new TypeError('A prop kind was serialised before it was resolved.')
  }

  #ensureOnceOptions(): OnceOptions {
    return (this.onceOptions ??= { key: null, expiresAt: null, fresh: false })
  }

  #ensureMergeOptions(): MergeOptions {
    return (this.mergeOptions ??= { deep: false, append: true, prepend: [], matchOn: [] })
  }

  #addMergePaths(side: 'append' | 'prepend', paths: string[], matchOn: string | undefined): this {
    const mergeOptions = this.#ensureMergeOptions()
    const existing = mergeOptions[side] === true ? [] : mergeOptions[side]
    if (paths.length === 0) {
      mergeOptions.append = []
      mergeOptions.prepend = []
      mergeOptions[side] = true
    } else {
      if (mergeOptions.append === true) mergeOptions.append = []
      mergeOptions[side] = [...existing, ...paths]
    }
    if (matchOn !== undefined) {
      const keys = paths.length === 0 ? [matchOn] : paths.map((path) => `${path}.${matchOn}`)
      mergeOptions.matchOn.push(...keys)
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
export function always<T>(value: PropSource<T>): Prop<T> {
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

export function merge<T>(value: PropSource<T>): Prop<T> {
  return new Prop<T>(value).merge()
}

export function deepMerge<T>(value: PropSource<T>): Prop<T> {
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
  value: PropSource<T>,
  page: ScrollPage | ((value: T) => ScrollPage),
  wrapper = 'data',
): Prop<T> {
  const prop = new Prop<T>(value)
  prop.scrollOptions = { page, wrapper }
  prop.mergeOptions = { deep: false, append: [], prepend: [], matchOn: [] }
  return prop
}
