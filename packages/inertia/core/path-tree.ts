/** Dotted paths as a tree, so that walking props compares one segment at a time. */
export class PathTree {
  /** A path ends here and includes everything below. */
  includesAll = false
  readonly #children = new Map<string, PathTree>()

  static readonly everything: PathTree = PathTree.all()
  static readonly nothing: PathTree = new PathTree()

  static fromPaths(paths: readonly string[]): PathTree {
    const root = new PathTree()
    for (const path of paths) root.#insert(path.split('.'))
    return root
  }

  static all(): PathTree {
    const tree = new PathTree()
    tree.includesAll = true
    return tree
  }

  get isEmpty(): boolean {
    return !this.includesAll && this.#children.size === 0
  }

  /** The rest of the paths that lead through `key`. */
  child(key: string): PathTree {
    if (this.includesAll) return this
    const child = this.#children.get(key)
    if (child !== undefined) return child
    const dot = key.indexOf('.')
    if (dot === -1) return PathTree.nothing
    return this.child(key.slice(0, dot)).child(key.slice(dot + 1))
  }

  #insert(keys: readonly string[], depth = 0): void {
    const key = keys[depth]
    if (this.includesAll) return
    if (key === undefined) {
      this.includesAll = true
      this.#children.clear()
      return
    }
    const child = this.#children.get(key) ?? new PathTree()
    this.#children.set(key, child)
    child.#insert(keys, depth + 1)
  }
}
