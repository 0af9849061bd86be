import {
  collectMetadata,
  deferredMetadata,
  onceMetadata,
  rescuedMetadata,
  type MetadataSink,
} from './collect-metadata.ts'
import { expandDottedKeys } from './dotted-keys.ts'
import type { InertiaRequest } from './inertia-request.ts'
import { isPlainJson, maxDepth } from './is-plain-json.ts'
import { hasToJson, isPlainObject, isThenable, isTree, type Tree } from './json-tree.ts'
import { whenReady, recoverWith } from './maybe-promise.ts'
import { metadataForProp } from './metadata-for-prop.ts'
import type { PropMetadata } from './page.ts'
import { PropPath } from './prop-path.ts'
import type { MaybePromise } from './prop-types.ts'
import { Prop } from './props.ts'
import { omitted, rebuildTree, jsonKeys } from './rebuild-tree.ts'
import { toJsonScalar } from './to-json-scalar.ts'

export interface ResolveOptions {
  component: string
  inertiaRequest: InertiaRequest
  context: unknown
  onRescue: (error: unknown, path: string) => void
}

export interface ResolvedProps {
  props: Tree
  metadata: PropMetadata | null
}

/** Selects the props to send, calls closures and awaits promises. The result equals its JSON. */
export function resolveProps(props: Tree, options: ResolveOptions): MaybePromise<ResolvedProps> {
  const isPartial = options.inertiaRequest.isPartialOf(options.component)
  const sink: MetadataSink = []
  const { only, except } = options.inertiaRequest
  const root = isPartial ? PropPath.root(only, except, sink) : PropPath.root(null, null, sink)
  const walker = new PropWalker(options, isPartial)
  const tree = expandDottedKeys(props, options.context, (key) => root.includes(key))
  return whenReady(
    whenReady(tree, (all) => walker.tree(all, root, true)),
    (resolved) => ({
      props: resolved,
      metadata: collectMetadata(sink),
    }),
  )
}

class PropWalker {
  readonly #options: ResolveOptions
  readonly #isPartial: boolean
  #exceptOnceProps: string[] | null = null
  #reset: string[] | null = null

  constructor(options: ResolveOptions, isPartial: boolean) {
    this.#options = options
    this.#isPartial = isPartial
  }

  tree(source: Tree, path: PropPath, skipsPlainJson = false): MaybePromise<Tree> {
    const keys = jsonKeys(source)
    const results: unknown[] = []
    let pending: Promise<void>[] | null = null
    try {
      for (const key of keys) {
        const value = source[key]
        const resolved = this.#child(value, key, path, skipsPlainJson)
        const index = results.push(resolved) - 1
        if (resolved instanceof Promise)
          (pending ??= []).push(resolved.then((it) => void (results[index] = it)))
      }
    } catch (error) {
      if (pending === null) throw error
      // Other values are pending; this error must reject first.
      pending.push(Promise.reject(error))
    }
    const rebuild = () => rebuildTree(source, keys, results)
    return pending === null ? rebuild() : Promise.all(pending).then(rebuild)
  }

  #child(
    value: unknown,
    key: string,
    path: PropPath,
    skipsPlainJson: boolean,
  ): MaybePromise<unknown> {
    if (path.isFiltered && !path.includes(key)) {
      if (!(value instanceof Prop && value.isAlways)) return omitted
    }
    if (skipsPlainJson && !path.isFiltered && isPlainJson(value)) return value
    return this.#value(value, path.child(key))
  }

  #value(value: unknown, path: PropPath): MaybePromise<unknown> {
    if (typeof value === 'function')
      return this.#resolveCall(() => value(this.#options.context), path)
    if (typeof value === 'bigint') throw unsupportedValueError(path, 'a BigInt')
    if (!isTree(value)) return toJsonScalar(value)
    if (value instanceof Prop) return this.#prop(value, path)
    if (path.depth > maxDepth) throw circularValueError(path)
    if (isThenable(value)) return this.#resolveCall(() => Promise.resolve(value), path)
    if (value instanceof Map || value instanceof Set)
      throw unsupportedValueError(path, 'a Map or a Set')
    if (hasToJson(value)) return this.#resolveCall(() => value.toJSON(''), path)
    // An instance of a class is sent whole, like a closure's result.
    if (!isPlainObject(value)) return this.tree({ ...value }, path.unfiltered(path.sink))
    return this.tree(value, path)
  }

  /** Resolves a computed value, whose children are no longer filtered. */
  #resolveCall(
    compute: () => unknown,
    path: PropPath,
    sink: MetadataSink = addSubSink(path.sink),
  ): MaybePromise<unknown> {
    const unfiltered = path.unfiltered(sink)
    return whenReady(compute(), (value) =>
      isPlainJson(value) ? value : this.#value(value, unfiltered),
    )
  }

  #prop(prop: Prop<unknown>, path: PropPath): MaybePromise<unknown> {
    if (!this.#isPartial && this.#isWithheld(prop, path)) return omitted
    const sink = addSubSink(path.sink)
    const ownMetadata = addSubSink(sink)
    const load = () =>
      whenReady(
        this.#resolveCall(() => this.#call(prop.source), path, addSubSink(sink)),
        (value) => {
          if (value === undefined || value === omitted) return value
          if (path.isRequested) ownMetadata.push(...this.#metadata(prop, path, value))
          return value
        },
      )
    if (!prop.isRescued) return load()
    return recoverWith(load, (error) => {
      sink.splice(0, Infinity, rescuedMetadata(path.path))
      this.#options.onRescue(error, path.path)
      return omitted
    })
  }

  /** Whether a first visit only announces the prop. */
  #isWithheld(prop: Prop<unknown>, path: PropPath): boolean {
    const clientHasIt = this.#clientHas(prop, path.path)
    if (prop.deferGroup !== null && !clientHasIt)
      path.sink.push(deferredMetadata(path.path, prop.deferGroup))
    if (prop.deferGroup !== null || prop.isOptional) {
      path.sink.push(...this.#metadata(prop, path, undefined))
      return true
    }
    if (clientHasIt && prop.onceOptions) path.sink.push(onceMetadata(path.path, prop.onceOptions))
    return clientHasIt
  }

  #clientHas({ onceOptions }: Prop<unknown>, path: string): boolean {
    const { inertiaRequest } = this.#options
    if (onceOptions === null || onceOptions.fresh || !inertiaRequest.isVisit) return false
    this.#exceptOnceProps ??= inertiaRequest.exceptOnceProps
    return this.#exceptOnceProps.includes(onceOptions.key ?? path)
  }

  #metadata(prop: Prop<unknown>, { path }: PropPath, value: unknown): MetadataSink {
    const { inertiaRequest } = this.#options
    this.#reset ??= inertiaRequest.reset
    return metadataForProp(
      prop,
      path,
      value,
      this.#reset.includes(path),
      inertiaRequest.scrollsBackwards,
    )
  }

  #call(source: unknown): unknown {
    return typeof source === 'function' ? source(this.#options.context) : source
  }
}

function addSubSink(sink: MetadataSink): MetadataSink {
  const child: MetadataSink = []
  sink.push(child)
  return child
}

function unsupportedValueError(path: PropPath, kind: string): TypeError {
  return new TypeError(`The prop "${path.path}" holds ${kind}, which JSON cannot carry.`)
}

function circularValueError({ path }: PropPath): TypeError {
  const start = path.split('.', 4).join('.')
  return new TypeError(
    `The prop "${start}…" contains itself, or has more than ${maxDepth} levels, which JSON cannot carry.`,
  )
}
