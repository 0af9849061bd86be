import type { ESTree } from 'vite'

import { type SourceTree, isTestFile, type SourceFile } from '#testing/architecture/source-tree.ts'

/** A user-facing message in the code. Its text is the key in the catalogues. */
export interface UsedMessage {
  message: string
  isPlural: boolean
  paths: string[]
}

/** Files without user-facing messages: their text is for operators and developers. */
const developerOnlyFiles =
  /^app\/(cli\/|server\/(?!create-server|malformed-requests)|api\/openapi|management-api\/((team-|management-)?(endpoint|schemas)|openapi)|team-tokens\/(team-api-endpoints|api-(routes|schemas))|[\w-]+\/feature\.ts$|http\/\w+\/(realtime-)?metrics|(?!event-titles|notification-subjects|notification-types|attributes)\w[\w-]*\.ts$|platform\/(config\/|db\/|jobs\/|lib\/log|rate-limit\/(?!retry-message)|crypto\/key))/

/** In these files, only the descriptions of exported tables are user-facing: the data export's README lists them. */
const exportedTableFiles = /^app\/(owned-tables|[\w-]+\/feature)\.ts$/

/** Finds all user-facing messages in app/ and web/: arguments of translation calls, and literals that look like sentences. */
export function extractMessages(tree: SourceTree): UsedMessage[] {
  const found = new Map<string, { isPlural: boolean; paths: Set<string> }>()
  for (const source of tree.filter(isUserFacing)) {
    const messages = exportedTableFiles.test(source.path) ? tableDescriptions : messagesIn
    for (const { message, isPlural } of messages(source)) {
      const known = found.get(message) ?? { isPlural, paths: new Set() }
      known.paths.add(source.path)
      found.set(message, { isPlural: known.isPlural || isPlural, paths: known.paths })
    }
  }
  return [...found]
    .map(([message, { isPlural, paths }]) => ({
      message,
      isPlural,
      paths: [...paths].toSorted(),
    }))
    .toSorted((a, b) => (a.message < b.message ? -1 : 1))
}

function isUserFacing(source: SourceFile): boolean {
  const { path } = source
  if (!/^(app|web)\//.test(path) || isTestFile(source)) return false
  return exportedTableFiles.test(path) || !developerOnlyFiles.test(path)
}

type FoundMessage = Pick<UsedMessage, 'message' | 'isPlural'>

function tableDescriptions(source: SourceFile): FoundMessage[] {
  const found: FoundMessage[] = []
  source.visit({
    Property({ key, value }) {
      if (key.type !== 'Identifier' || key.name !== 'description') return
      found.push(...literalTexts(value).map(({ text }) => ({ message: text, isPlural: false })))
    },
  })
  return found
}

function messagesIn(source: SourceFile): FoundMessage[] {
  const found: FoundMessage[] = []
  /** Offsets of literals that are not messages, or only the singular of one. */
  const ignoredOffsets = new Set<number>()
  const addMessages = (node: Node, isPlural: boolean) => {
    for (const { text, start } of literalTexts(node)) {
      ignoredOffsets.add(start)
      found.push({ message: text, isPlural })
    }
  }
  const ignoreLiterals = (node: Node) =>
    literalTexts(node).forEach(({ start }) => ignoredOffsets.add(start))

  source.visit({
    CallExpression({ callee, arguments: args }) {
      const name = source.text.slice(callee.start, callee.end)
      const [first, second, third] = args
      if (/(^|\.)(msg|t|text|translator)\.n$/.test(name)) {
        if (second) ignoreLiterals(second)
        if (third) addMessages(third, true)
      } else if (/(^|\.)(msg|t|text|translator)(\.rich)?$/.test(name) && first)
        addMessages(first, false)
      else if (name.endsWith('.describe') && first) addMessages(first, false)
      else if (/(^|\.)log\.\w+$/.test(name)) args.forEach(ignoreLiterals)
    },
    NewExpression({ callee, arguments: args }) {
      const name = source.text.slice(callee.start, callee.end)
      if (name.endsWith('Error')) args.forEach(ignoreLiterals)
    },
  })
  source.visit({
    Literal: (node) => addIfMessage(node),
    TemplateLiteral: (node) => addIfMessage(node),
    JSXAttribute({ name, value }) {
      const isLabel = name.type === 'JSXIdentifier' && labelProps.has(name.name)
      if (isLabel && value?.type === 'Literal') addLabel(value)
      // Text of <T> may start with a tag and not look like a message.
      if (name.name === 'text' && value?.type === 'Literal') addMessages(value, false)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && labelProps.has(key.name)) addLabel(value)
    },
  })
  return found

  function addIfMessage(node: Node): void {
    const [literal] = literalTexts(node)
    if (literal && !ignoredOffsets.has(literal.start) && looksLikeMessage(literal.text))
      addMessages(node, false)
  }

  function addLabel(node: Node): void {
    const [literal] = literalTexts(node)
    if (literal && !ignoredOffsets.has(literal.start) && /^\p{Lu}/u.test(literal.text))
      addMessages(node, false)
  }
}

type Node = ESTree.Node

/** Properties whose value is translated by the component that receives it. */
const labelProps = new Set([
  'title',
  'label',
  'heading',
  'lead',
  'hint',
  'message',
  'text',
  'userMessage',
  'button',
])

/** Starts with a capital letter and ends like a sentence, or contains tags. */
function looksLikeMessage(text: string): boolean {
  if (!/^[“"]?\p{Lu}/u.test(text) || !text.includes(' ')) return false
  return /[.?!…]$/.test(text) || /<(\w+)>.*<\/\1>/.test(text)
}

/** The text of a literal; both texts of a conditional. */
function literalTexts(node: Node): { text: string; start: number }[] {
  if (node.type === 'Literal') {
    return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : []
  }
  if (node.type === 'TemplateLiteral') {
    const [onlyQuasi] = node.quasis
    return node.expressions.length === 0 && onlyQuasi
      ? [{ text: onlyQuasi.value.cooked ?? '', start: node.start }]
      : []
  }
  if (node.type === 'ConditionalExpression') {
    return [...literalTexts(node.consequent), ...literalTexts(node.alternate)]
  }
  if (node.type === 'LogicalExpression') {
    return [...literalTexts(node.left), ...literalTexts(node.right)]
  }
  return []
}
