/** Returns the commands that contain every word of the query, in their order. Ignores case and accents. */
export function matchCommands<C extends { label: string; group: string }>(
  commands: C[],
  query: string,
): C[] {
  const words = simplify(query).split(/\s+/)
  return commands.filter(({ label, group }) => {
    const text = simplify(`${label} ${group}`)
    return words.every((word) => text.includes(word))
  })
}

function simplify(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}
