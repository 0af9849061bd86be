import { type House, isTest } from './house.ts'

/**
 * Patterns that could search for longer than anyone waits: what is repeated without end repeats something without end, or
 * chooses between alternatives. What stays is at worst quadratic in a text whose length was capped first.
 */
export function endlessPatterns(house: House): string[] {
  const patterns = house
    .filter((source) => /^(app|packages)\//.test(source.path) && !isTest(source))
    .flatMap((source) => patternsIn(source).map((pattern) => ({ path: source.path, pattern })))
  return patterns
    .filter(({ pattern }) => isEndless(pattern))
    .map(({ path, pattern }) => `${path}: /${pattern}/`)
}

export function patternsIn(source: House[number]): string[] {
  const found: string[] = []
  source.visit({
    Literal(literal) {
      if ('regex' in literal) found.push(literal.regex.pattern)
    },
  })
  return found
}

interface Group {
  repeats: boolean
  chooses: boolean
}

const tokens = /\(\?(?:<?[=!]|:|<\w+>)|[()|*+]|\{\d+,\d*\}|./gs

function isEndless(pattern: string): boolean {
  // Escapes and classes are one character each; what is left has the pattern's shape.
  const shape = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gs, 'x')
  const open: Group[] = [{ repeats: false, chooses: false }]
  let closed: Group | null = null

  for (const [token] of shape.matchAll(tokens)) {
    const hasNoEnd = /^(?:[*+]|\{\d+,\})$/.test(token)
    const isRepeat = hasNoEnd || /^\{\d/.test(token)
    if (hasNoEnd && closed && (closed.repeats || closed.chooses)) return true
    const group: Group = open.at(-1) ?? { repeats: false, chooses: false }
    if (isRepeat || closed?.repeats) group.repeats = true
    if (token === '|') group.chooses = true
    closed = token === ')' ? (open.pop() ?? null) : null
    if (token.startsWith('(')) open.push({ repeats: false, chooses: false })
  }
  return false
}
