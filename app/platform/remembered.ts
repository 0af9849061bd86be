/**
 * The same as `make`, and quick for those who come again. Beyond `most` answers all are forgotten, so that nobody can make it
 * grow for ever.
 */
export function remembered<T>(make: (of: string) => T, most = 1000): (of: string) => T {
  const known = new Map<string, T>()

  return (of) => {
    const found = known.get(of)
    if (found !== undefined) return found
    if (known.size >= most) known.clear()
    const made = make(of)
    known.set(of, made)
    return made
  }
}
