import { type SourceTree, isTestFile } from './source-tree.ts'

/**
 * Patterns with catastrophic backtracking: an unbounded repetition of a group that contains a repetition or alternatives. All
 * others are at most quadratic, and input lengths are capped.
 */
export function catastrophicRegexes(tree: SourceTree): string[] {
  const patterns = tree
    .filter((source) => /^(app|packages)\//.test(source.path) && !isTestFile(source))
    .flatMap((source) => regexesIn(source).map((pattern) => ({ path: source.path, pattern })))
  return patterns
    .filter(({ pattern }) => isCatastrophic(pattern))
    .map(({ path, pattern }) => `${path}: /${pattern}/`)
}

export function regexesIn(source: SourceTree[number]): string[] {
  const found: string[] = []
  source.visit({
    Literal(literal) {
      if ('regex' in literal) found.push(literal.regex.pattern)
    },
  })
  return found
}

interface RegexGroup {
  hasRepetition: boolean
  hasAlternation: boolean
}

const regexTokens = /\(\?(?:<?[=!]|:|<\w+>)|[()|*+]|\{\d+,\d*\}|./gs

function isCatastrophic(pattern: string): boolean {
  // Replacing escapes and classes by one character leaves the group structure.
  const shape = pattern.replace(/\\(?:[pPu]\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]/gs, 'x')
  const openGroups: RegexGroup[] = [{ hasRepetition: false, hasAlternation: false }]
  let closedGroup: RegexGroup | null = null

  for (const [token] of shape.matchAll(regexTokens)) {
    const isUnbounded = /^(?:[*+]|\{\d+,\})$/.test(token)
    const isRepeat = isUnbounded || /^\{\d/.test(token)
    if (isUnbounded && closedGroup && (closedGroup.hasRepetition || closedGroup.hasAlternation))
      return true
    const group: RegexGroup = openGroups.at(-1) ?? { hasRepetition: false, hasAlternation: false }
    if (isRepeat || closedGroup?.hasRepetition) group.hasRepetition = true
    if (token === '|') group.hasAlternation = true
    closedGroup = token === ')' ? (openGroups.pop() ?? null) : null
    if (token.startsWith('(')) openGroups.push({ hasRepetition: false, hasAlternation: false })
  }
  return false
}
