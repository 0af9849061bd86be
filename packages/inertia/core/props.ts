import type { Closure } from './prop-types.ts'

export type PropSource<T> = T | Promise<T> | Closure<T>

export interface ScrollPage {
  /** The query parameter for the page; `page` by default. */
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
  /** True for the whole prop; otherwise paths below it. */
  append: true | string[]
  prepend: true | string[]
  matchOn: string[]
}

/** Declared as a method for bivariance, so that it accepts functions of narrower values. */
type ScrollPageReader = { read(value: unknown): ScrollPage }['read']

export interface ScrollOptions {
  page: ScrollPage | ScrollPageReader
  wrapper: string
}

/** A value with instructions on when to send it and how the client merges it. Kinds combine. */
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

  /** Omits the prop from the first response; the client requests it, by group, once the page is shown. */
  defer(
    deferGroup = 'default',
    { rescue = false }: { rescue?: boolean } = {},
  ): Prop<T | undefined> {
    this.deferGroup = deferGroup
    this.isRescued = rescue
    return this
  }

  /** The client keeps the value for later visits and does not request it again. */
  once(): this {
    this.#ensureOnceOptions()
    return this
  }

  /** Sets the key that the client caches it by, for pages that use different prop names. */
  as(key: string): this {
    this.#ensureOnceOptions().key = key
    return this
  }

  /** @param expiry  seconds from now, or a date */
  until(expiry: number | Date): this {
    const expiresAt = typeof expiry === 'number' ? Date.now() + expiry * 1000 : expiry.getTime()
    this.#ensureOnceOptions().expiresAt = expiresAt
    return this
  }

  /** Sends the value even if the client has it. */
  fresh(isFresh = true): this {
    this.#ensureOnceOptions().fresh = isFresh
    return this
  }

  /** On partial reloads the client merges the value instead of replacing it. */
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
    throw new TypeError('A prop kind was serialized before it was resolved.')
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

/** A prop sent only to partial reloads that request it. */
export function optional<T>(load: Closure<T>): Prop<T | undefined> {
  const prop = new Prop<T | undefined>(load)
  prop.isOptional = true
  return prop
}

/** A prop sent with every response, also to partial reloads that do not request it. */
export function always<T>(value: PropSource<T>): Prop<T> {
  const prop = new Prop<T>(value)
  prop.isAlways = true
  return prop
}

/**
 * A prop that the client requests after the page is shown.
 *
 * @param group   props of one group share a request
 * @param rescue  omits the prop on an error instead of failing the page
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

export function once<T>(load: Closure<T>): Prop<T> {
  return new Prop<T>(load).once()
}

/**
 * A list for infinite scrolling.
 *
 * @param page     the pagination state, or a function that derives it from the value
 * @param wrapper  the key of the items within the value
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
