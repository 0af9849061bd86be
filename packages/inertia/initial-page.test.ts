import assert from 'node:assert/strict'
import test from 'node:test'

import { getInitialPageFromDOM } from '@inertiajs/core'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'

import { homePageServer } from './testing/test-server.ts'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

/** The part of a document that the client needs to find its page. */
function show(html: string): void {
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
}

function elements(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes : []
  return [...('tagName' in node ? [node] : []), ...children.flatMap(elements)]
}

test('the published client finds in the document the page that a visit would receive', async () => {
  const hostile = '</script><!--<script>\u2028 <b> 🍺 \ud800 \\u003c / "\' &lt;'
  const site = homePageServer({ hostile, [hostile]: [hostile], now: () => 1 }, { rootId: 'root' })
  show((await site.inject('/')).body)

  assert.deepEqual(getInitialPageFromDOM('root'), await site.page('/'))
})

test('the published client finds no page under another id', async () => {
  show((await homePageServer({}).inject('/')).body)

  assert.equal(getInitialPageFromDOM('root'), null)
})
