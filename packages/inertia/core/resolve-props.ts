import { absent, built, keysOf } from './absent.ts'
import { after, recover } from './awaitable.ts'
import { expandDotted, hasDottedKeys } from './dotted.ts'
import type { Facts } from './facts.ts'
import type { Awaitable } from './inputs.ts'
import { collect, deferred, onced, rescued, type Sink } from './labels.ts'
import type { Labels } from './page.ts'
import { Place } from './place.ts'
import { propLabels } from './prop-labels.ts'
import { Prop } from './props.ts'
import { isSettled } from './settled.ts'
import { isPlain, isTree, type Tree } from './tree.ts'

export interface Inquiry {
  component: string
  facts: Facts
  /** What closures are called with. */
  context: unknown
  /** Told of errors in props that are allowed to fail. */
  onRescue: (error: unknown, path: string) => void
}

export interface Resolution {
  props: Tree
  labels: Labels | null
}

/** What of these props is to be sent now, with everything in it called and awaited: exactly what their JSON will say. */
export function resolveProps(props: Tree, inquiry: Inquiry): Awaitable<Resolution> {
  const isPartial = inquiry.facts.isPartialOf(inquiry.component)
  const isDotted = hasDottedKeys(props)
  const sink: Sink = []
  const { only, except } = inquiry.facts
  const root = isPartial ? Place.root(only, except, sink) : Place.root(null, null, sink)
  const walk = new Walk(inquiry, isPartial)
  const tree = isDotted ? expandDotted(props, inquiry.context, (key) => root.admits(key)) : props
  return after(
    after(tree, (all) => walk.tree(all, root, true)),
    (resolved) => ({
      props: resolved,
      labels: collect(sink),
    }),
  )
}

class Walk {
  readonly #inquiry: Inquiry
  readonly #isPartial: boolean
  #remembered: string[] | null = null
  #reset: string[] | null = null

  constructor(inquiry: Inquiry, isPartial: boolean) {
    this.#inquiry = inquiry
    this.#isPartial = isPartial
  }

  /** The tree itself when nothing in it had to change, a changed copy otherwise. */
  tree(source: Tree, place: Place, looksAhead = false): Awaitable<Tree> {
    const keys = keysOf(source)
    const found: unknown[] = []
    let waiting: Promise<void>[] | null = null
    let isChanged = false
    try {
      for (const key of keys) {
        const value = source[key]
        const resolved = this.#child(value, key, place, looksAhead)
        const at = found.push(resolved) - 1
        if (!Object.is(resolved, value) || resolved === undefined) isChanged = true
        if (resolved instanceof Promise)
          (waiting ??= []).push(resolved.then((it) => void (found[at] = it)))
      }
    } catch (error) {
      if (waiting === null) throw error
      // The others are under way: whoever waits for them hears of this first.
      waiting.push(Promise.reject(error))
    }
    if (!isChanged) return source
    const whole = () => built(source, keys, found)
    return waiting === null ? whole() : Promise.all(waiting).then(whole)
  }

  #child(value: unknown, key: string, place: Place, looksAhead: boolean): Awaitable<unknown> {
    if (place.isFiltered && !place.admits(key)) {
      if (!(value instanceof Prop && value.isAlways)) return absent
    }
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
    if (looksAhead && !place.isFiltered && isSettled(value)) return value
    return this.#value(value, place.below(key))
  }

  #value(value: unknown, place: Place): Awaitable<unknown> {
    if (typeof value === 'function') return this.#result(() => value(this.#inquiry.context), place)
    if (typeof value === 'bigint') throw refusal(place, 'a BigInt')
    if (!isTree(value)) return scalar(value)
    if (value instanceof Prop) return this.#prop(value, place)
    if (isThenable(value)) return this.#result(() => Promise.resolve(value), place)
    if (value instanceof Map || value instanceof Set) throw refusal(place, 'a Map or a Set')
    if (speaksJson(value)) return this.#result(() => value.toJSON(''), place)
    // Like a closure's result, an object of a class is one thing.
    if (!isPlain(value)) return this.tree({ ...value }, place.opened(place.sink))
    return this.tree(value, place)
  }

  /** What was called for is sent whole: its children are no longer filtered. */
  #result(make: () => unknown, place: Place, sink: Sink = branch(place.sink)): Awaitable<unknown> {
    const opened = place.opened(sink)
    return after(make(), (value) => (isSettled(value) ? value : this.#value(value, opened)))
  }

  #prop(prop: Prop<unknown>, place: Place): Awaitable<unknown> {
    if (!this.#isPartial && this.#staysAway(prop, place)) return absent
    const sink = branch(place.sink)
    const own = branch(sink)
    const load = () =>
      after(
        this.#result(() => this.#call(prop.source), place, branch(sink)),
        (value) => {
          if (value === undefined || value === absent) return value
          if (place.isAskedFor) own.push(...this.#labels(prop, place, value))
          return value
        },
      )
    if (!prop.isRescued) return load()
    return recover(load, (error) => {
      sink.splice(0, Infinity, rescued(place.path))
      this.#inquiry.onRescue(error, place.path)
      return absent
    })
  }

  /** On a first visit some kinds are only announced. */
  #staysAway(prop: Prop<unknown>, place: Place): boolean {
    const isKnown = this.#isRemembered(prop, place.path)
    if (prop.group !== null && !isKnown) place.sink.push(deferred(place.path, prop.group))
    if (prop.group !== null || prop.isOptional) {
      place.sink.push(...this.#labels(prop, place, undefined))
      return true
    }
    if (isKnown && prop.onceOnly) place.sink.push(onced(place.path, prop.onceOnly))
    return isKnown
  }

  #isRemembered({ onceOnly }: Prop<unknown>, path: string): boolean {
    const { facts } = this.#inquiry
    if (onceOnly === null || onceOnly.fresh || !facts.isVisit) return false
    this.#remembered ??= facts.remembered
    return this.#remembered.includes(onceOnly.key ?? path)
  }

  #labels(prop: Prop<unknown>, { path }: Place, value: unknown): Sink {
    const { facts } = this.#inquiry
    this.#reset ??= facts.reset
    return propLabels(prop, path, value, this.#reset.includes(path), facts.scrollsBackwards)
  }

  #call(source: unknown): unknown {
    return typeof source === 'function' ? source(this.#inquiry.context) : source
  }
}

function branch(sink: Sink): Sink {
  const twig: Sink = []
  sink.push(twig)
  return twig
}

/** As JSON has it: no numbers but finite ones, one zero, and no symbols. */
function scalar(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null
  return typeof value === 'symbol' ? undefined : value
}

function speaksJson(value: Tree): value is Tree & { toJSON(key: string): unknown } {
  return typeof value.toJSON === 'function'
}

function isThenable(value: object): value is PromiseLike<unknown> {
  return 'then' in value && typeof value.then === 'function'
}

function refusal(place: Place, what: string): TypeError {
  return new TypeError(`The prop "${place.path}" holds ${what}, which JSON cannot carry.`)
}
