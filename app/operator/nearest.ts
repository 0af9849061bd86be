/** The candidate that differs least from what was typed; undefined when none is near. */
export function nearest(typed: string, candidates: string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(typed, candidate) }))
    .toSorted((a, b) => a.steps - b.steps)
  const [best] = ranked
  return best && best.steps <= Math.max(2, typed.length / 3) ? best.candidate : undefined
}

/** How many letters have to be added, left out or changed (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
