import assert from 'node:assert/strict'
import { test } from 'node:test'

import { openFoyer } from './foyer.ts'
import { sticksOut } from './reflow.ts'
import { sights, tourist } from './sights.ts'

const foyer = openFoyer()
const phone = { viewport: { width: 390, height: 800 }, locale: 'de-DE' }

for (const [name, show] of Object.entries(sights)) {
  test(`${name}: in German, on a phone, nothing is cut off`, async (t) => {
    const visitor = await foyer.visitor(t, phone)
    const { page } = visitor

    await show(await tourist(foyer, visitor))

    assert.equal(await page.getAttribute('html', 'lang'), 'de')
    assert.deepEqual(await sticksOut(page), [])
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('button:not(.crop-stage), a, h1, h2, h3, label, .badge, th')]
        .filter((it) => {
          const { overflowX, textOverflow } = getComputedStyle(it)
          const hides = overflowX === 'hidden' || textOverflow === 'ellipsis'
          return hides && it.clientWidth > 1 && it.scrollWidth > it.clientWidth + 1
        })
        .map((it) => it.outerHTML.slice(0, 120)),
    )
    assert.deepEqual(cut, [])
    assert.deepEqual(await page.evaluate(squeezed), [])
  })
}

/** Sentences in a column so narrow that words break. */
function squeezed(): string[] {
  return [...document.querySelectorAll('p')]
    .filter((it) => {
      const { width, height } = it.getBoundingClientRect()
      return (it.textContent?.length ?? 0) > 30 && width > 1 && width < 100 && height > 200
    })
    .map((it) => it.outerHTML.slice(0, 120))
}

test('German is there on first paint, without a flash of English', async (t) => {
  const { page } = await foyer.visitor(t, { ...phone, javaScriptEnabled: false })

  await page.goto('/login')

  assert.equal(await page.locator('h1').textContent(), 'Anmelden')
})
