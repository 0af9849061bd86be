import type { MetadataSink } from './collect-metadata.ts'
import { PathTree } from './path-tree.ts'

/** The current position in a walk over props, with the requested paths below it. */
export class PropPath {
  readonly #parent: PropPath | null
  readonly #key: string
  readonly #only: PathTree
  readonly #except: PathTree
  /** Whether children may be omitted; never below a closure's result. */
  readonly isFiltered: boolean
  readonly sink: MetadataSink
  readonly depth: number

  private constructor(
    parent: PropPath | null,
    key: string,
    only: PathTree,
    except: PathTree,
    isFiltered: boolean,
    sink: MetadataSink,
  ) {
    this.#parent = parent
    this.#key = key
    this.#only = only
    this.#except = except
    this.isFiltered = isFiltered
    this.sink = sink
    this.depth = parent === null ? 0 : parent.depth + 1
  }

  static root(
    only: readonly string[] | null,
    except: readonly string[] | null,
    sink: MetadataSink,
  ): PropPath {
    const included = only === null ? PathTree.everything : PathTree.fromPaths(only)
    const excluded = except === null ? PathTree.nothing : PathTree.fromPaths(except)
    return new PropPath(null, '', included, excluded, only !== null || except !== null, sink)
  }

  get path(): string {
    if (this.#parent === null) return this.#key
    const parentPath = this.#parent.path
    return parentPath === '' ? this.#key : `${parentPath}.${this.#key}`
  }

  /** Requested itself, not only as the parent of a requested prop. */
  get isRequested(): boolean {
    return this.#only.includesAll && !this.#except.includesAll
  }

  includes(key: string): boolean {
    return !this.#only.child(key).isEmpty && !this.#except.child(key).includesAll
  }

  child(key: string): PropPath {
    const only = this.#only.child(key)
    const except = this.#except.child(key)
    const isFiltered = this.isFiltered && !(only.includesAll && except.isEmpty)
    return new PropPath(this, key, only, except, isFiltered, this.sink)
  }

  /** The same position without a filter, writing to another sink. */
  unfiltered(sink: MetadataSink): PropPath {
    return new PropPath(this.#parent, this.#key, this.#only, this.#except, false, sink)
  }
}
