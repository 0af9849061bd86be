import { readFileSync } from 'node:fs'

import { type Catalogue, negotiate, text, type Text } from '@foyer/sentences'
import { pseudo } from '@foyer/sentences/pseudo'

import { languages, pseudoLanguages } from '#app/languages.ts'
import { remembered } from '#app/platform/remembered.ts'

export interface Languages {
  /** What the person may choose from; empty when there is only one. */
  offered: { code: string; name: string }[]
  /** Whether something can be said in it here. */
  speaks(code: string): boolean
  /** The first wish we can meet: a chosen code, then the browser's header, then English. */
  pick(chosen: string | null | undefined, accept: string | undefined): Text
}

/** @param withPseudo  offer the made-up languages too: on a developer's machine only */
export function speak({ withPseudo }: { withPseudo: boolean }): Languages {
  const english = text(null, 'en')
  const madeUp = withPseudo ? pseudoLanguages : []
  const all = [...languages, ...madeUp]
  const texts = new Map<string, Text>([
    ['en', english],
    ...translated.map((code): [string, Text] => [code, text(catalogue(code), code)]),
    ...madeUp.map(({ code }): [string, Text] => [code, text(pseudo(code), code)]),
  ])
  const codes = languages.map(({ code }) => code)
  const wished = remembered((accept) => find(texts, negotiate(accept, codes)) ?? english)

  return {
    offered: all.length > 1 ? all : [],
    speaks: (code) => texts.has(code),
    pick: (chosen, accept = '') => find(texts, chosen) ?? wished(accept),
  }
}

function find(texts: Map<string, Text>, code: string | null | undefined): Text | undefined {
  return code ? texts.get(code) : undefined
}

const translated = languages.map(({ code }) => code).filter((code) => code !== 'en')

/** What pages say, which browsers load too, and what only the server says. */
function catalogue(code: string): Catalogue {
  return { ...entries(`${code}/web.json`), ...entries(`${code}/app.json`) }
}

function entries(file: string): Exclude<Catalogue, (english: string) => string> {
  return JSON.parse(readFileSync(new URL(`../languages/${file}`, import.meta.url), 'utf8'))
}
