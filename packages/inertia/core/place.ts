import type { Sink } from './labels.ts'
import { PathTree } from './path-tree.ts'

/** Where a walk over props stands, and what was asked for from there on. */
export class Place {
  readonly #parent: Place | null
  readonly #key: string
  readonly #only: PathTree
  readonly #except: PathTree
  /** Whether children can be left out; not so below what a closure has made. */
  readonly isFiltered: boolean
  readonly sink: Sink

  private constructor(
    parent: Place | null,
    key: string,
    only: PathTree,
    except: PathTree,
    isFiltered: boolean,
    sink: Sink,
  ) {
    this.#parent = parent
    this.#key = key
    this.#only = only
    this.#except = except
    this.isFiltered = isFiltered
    this.sink = sink
  }

  static root(only: readonly string[] | null, except: readonly string[] | null, sink: Sink): Place {
    const wanted = only === null ? PathTree.everything : PathTree.of(only)
    const unwanted = except === null ? PathTree.nothing : PathTree.of(except)
    return new Place(null, '', wanted, unwanted, only !== null || except !== null, sink)
  }

  get path(): string {
    if (this.#parent === null) return this.#key
    const above = this.#parent.path
    return above === '' ? this.#key : `${above}.${this.#key}`
  }

  /** Asked for itself, not merely on the way to something that was. */
  get isAskedFor(): boolean {
    return this.#only.isWhole && !this.#except.isWhole
  }

  admits(key: string): boolean {
    return !this.#only.below(key).isEmpty && !this.#except.below(key).isWhole
  }

  below(key: string): Place {
    const only = this.#only.below(key)
    const except = this.#except.below(key)
    const isFiltered = this.isFiltered && !(only.isWhole && except.isEmpty)
    return new Place(this, key, only, except, isFiltered, this.sink)
  }

  /** The same spot, with all of what is found there, telling another sink. */
  opened(sink: Sink): Place {
    return new Place(this.#parent, this.#key, this.#only, this.#except, false, sink)
  }
}
