import assert from 'node:assert/strict'
import test from 'node:test'

import { getInitialPageFromDOM } from '@inertiajs/core'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

import { homePageServer } from './testing/test-server.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The page that the client finds in a document. Its globals do not stay: they would make a browser of the whole process. */
function initialPage(html: string, rootId: string): unknown {
  const tree = parse(html)
  const querySelector = (selector: string) => {
    const wanted = [...selector.matchAll(/\[([\w-]+)="([^"]*)"\]/g)]
    const found = elements(tree).find(
      ({ tagName, attrs }) =>
        selector.startsWith(tagName) &&
        wanted.every(([, name, value]) =>
          attrs.some((it) => it.name === name && it.value === value),
        ),
    )
    return (
      found && {
        textContent: found.childNodes.map((it) => ('value' in it ? it.value : '')).join(''),
      }
    )
  }
  Object.assign(globalThis, { window: globalThis, document: { querySelector } })
  try {
    return getInitialPageFromDOM(rootId)
  } finally {
    for (const name of ['window', 'document']) Reflect.deleteProperty(globalThis, name)
  }
}

function elements(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : []
  return [...('tagName' in node ? [node] : []), ...children.flatMap(elements)]
}

test('the published client finds in the document the page that a visit would receive', async () => {
  const hostile = '</script><!--<script>\u2028 <b> 🍺 \ud800 \\u003c / "\' &lt;'
  const site = homePageServer({ hostile, [hostile]: [hostile], now: () => 1 }, { rootId: 'root' })
  const { body } = await site.inject('/')

  assert.deepEqual(initialPage(body, 'root'), await site.page('/'))
})

test('the published client finds no page under another id', async () => {
  const { body } = await homePageServer({}).inject('/')

  assert.equal(initialPage(body, 'root'), null)
})
