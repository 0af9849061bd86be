/**
 * The same as `make`, and quick for those who come again. Beyond `most` answers all are forgotten, so that nobody can make it
 * grow for ever; `undefined` is not remembered.
 *
 * @param forMs  at most so long after the first, all are forgotten; `Infinity` unless told
 */
export function remembered<T, Of = string>(
  make: (of: Of) => T,
  most = 1000,
  forMs = Infinity,
): (of: Of) => T {
  const known = new Map<Of, T>()

  return (of) => {
    const found = known.get(of)
    if (found !== undefined) return found
    const made = make(of)
    if (made === undefined) return made
    if (known.size >= most) known.clear()
    if (known.size === 0 && forMs !== Infinity) setTimeout(() => known.clear(), forMs).unref()
    known.set(of, made)
    return made
  }
}
