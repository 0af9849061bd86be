/** Dotted paths as a tree, so that a walk over props compares one segment at a time. */
export class PathTree {
  /** The path ends here: all below it is meant. */
  isWhole = false
  readonly #children = new Map<string, PathTree>()

  static readonly everything: PathTree = PathTree.whole()
  static readonly nothing: PathTree = new PathTree()

  static of(paths: readonly string[]): PathTree {
    const root = new PathTree()
    for (const path of paths) root.#plant(path.split('.'))
    return root
  }

  static whole(): PathTree {
    const tree = new PathTree()
    tree.isWhole = true
    return tree
  }

  get isEmpty(): boolean {
    return !this.isWhole && this.#children.size === 0
  }

  /** What is left of the paths that lead through `key`. */
  below(key: string): PathTree {
    if (this.isWhole) return this
    const child = this.#children.get(key)
    if (child !== undefined) return child
    const dot = key.indexOf('.')
    if (dot === -1) return PathTree.nothing
    return this.below(key.slice(0, dot)).below(key.slice(dot + 1))
  }

  #plant(keys: readonly string[], depth = 0): void {
    const key = keys[depth]
    if (this.isWhole) return
    if (key === undefined) {
      this.isWhole = true
      this.#children.clear()
      return
    }
    const child = this.#children.get(key) ?? new PathTree()
    this.#children.set(key, child)
    child.#plant(keys, depth + 1)
  }
}
