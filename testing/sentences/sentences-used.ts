import type { ESTree } from 'vite'

import { type House, isTest, type Source } from '#testing/architecture/house.ts'

/** A sentence that a person may read, as it stands in the code: its key in a catalogue. */
export interface Used {
  sentence: string
  /** Stands in the code as a pair, for one and for many. */
  isPlural: boolean
  /** Files, sorted. */
  paths: string[]
}

/** Files that speak to operators and developers only. */
const notForPeople =
  /^app\/(operator\/|api\/openapi|\w[\w-]*\.ts$|platform\/(config|environment|db\/|jobs\/|log|rate-limits|storage|key))/

/** Every sentence in app/, web/ and the packages, by the calls that say them and by what looks like one. */
export function sentencesUsed(house: House): Used[] {
  const found = new Map<string, { isPlural: boolean; paths: Set<string> }>()
  for (const source of house.filter(mayBeRead)) {
    for (const { sentence, isPlural } of sentencesIn(source)) {
      const known = found.get(sentence) ?? { isPlural, paths: new Set() }
      known.paths.add(source.path)
      found.set(sentence, { isPlural: known.isPlural || isPlural, paths: known.paths })
    }
  }
  return [...found]
    .map(([sentence, { isPlural, paths }]) => ({
      sentence,
      isPlural,
      paths: [...paths].toSorted(),
    }))
    .toSorted((a, b) => (a.sentence < b.sentence ? -1 : 1))
}

function mayBeRead(source: Source): boolean {
  const { path } = source
  return /^(app|web)\//.test(path) && !isTest(source) && !notForPeople.test(path)
}

type Found = Pick<Used, 'sentence' | 'isPlural'>

function sentencesIn(source: Source): Found[] {
  const found: Found[] = []
  /** Where literals stand that are no sentence, or only the singular of one. */
  const passedOver = new Set<number>()
  const keep = (node: Node, isPlural: boolean) => {
    for (const { text, start } of literalsOf(node)) {
      passedOver.add(start)
      found.push({ sentence: text, isPlural })
    }
  }
  const passOver = (node: Node) => literalsOf(node).forEach(({ start }) => passedOver.add(start))

  source.visit({
    CallExpression({ callee, arguments: given }) {
      const name = source.text.slice(callee.start, callee.end)
      const [first, second, third] = given
      if (/(^|\.)(say|t|text)\.n$/.test(name)) {
        if (second) passOver(second)
        if (third) keep(third, true)
      } else if (/(^|\.)(say|t|text)(\.rich)?$/.test(name) && first) keep(first, false)
      else if (/(^|\.)(log\.\w+|describe)$/.test(name)) given.forEach(passOver)
    },
    NewExpression({ callee, arguments: given }) {
      const name = source.text.slice(callee.start, callee.end)
      if (name.endsWith('Error')) given.forEach(passOver)
    },
  })
  source.visit({
    Literal: (node) => keepIfSentence(node),
    TemplateLiteral: (node) => keepIfSentence(node),
    JSXAttribute({ name, value }) {
      const isLabel = name.type === 'JSXIdentifier' && labels.has(name.name)
      if (isLabel && value?.type === 'Literal') keepLabel(value)
      // What <T> says may begin with a tag, and look like no sentence.
      if (name.name === 'text' && value?.type === 'Literal') keep(value, false)
    },
    Property({ key, value }) {
      if (key.type === 'Identifier' && labels.has(key.name)) keepLabel(value)
    },
  })
  return found

  function keepIfSentence(node: Node): void {
    const [literal] = literalsOf(node)
    if (literal && !passedOver.has(literal.start) && looksLikeSentence(literal.text))
      keep(node, false)
  }

  function keepLabel(node: Node): void {
    const [literal] = literalsOf(node)
    if (literal && !passedOver.has(literal.start) && /^\p{Lu}/u.test(literal.text))
      keep(node, false)
  }
}

type Node = ESTree.Node

/** Names under which a label is handed on to a part that translates it. */
const labels = new Set(['title', 'label', 'heading', 'lead', 'hint', 'sentence', 'says', 'button'])

/** Begins large and ends like one, or has words inside words. */
function looksLikeSentence(text: string): boolean {
  if (!/^[“"]?\p{Lu}/u.test(text) || !text.includes(' ')) return false
  return /[.?!…]$/.test(text) || /<(\w+)>.*<\/\1>/.test(text)
}

/** The text a node stands for; both texts of a choice. */
function literalsOf(node: Node): { text: string; start: number }[] {
  if (node.type === 'Literal') {
    return typeof node.value === 'string' ? [{ text: node.value, start: node.start }] : []
  }
  if (node.type === 'TemplateLiteral') {
    const [only] = node.quasis
    return node.expressions.length === 0 && only
      ? [{ text: only.value.cooked ?? '', start: node.start }]
      : []
  }
  if (node.type === 'ConditionalExpression') {
    return [...literalsOf(node.consequent), ...literalsOf(node.alternate)]
  }
  if (node.type === 'LogicalExpression') {
    return [...literalsOf(node.left), ...literalsOf(node.right)]
  }
  return []
}
