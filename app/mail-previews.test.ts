import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

import { createTestApp } from '#testing/test-app.ts'
import { TestBrowser } from '#testing/test-browser.ts'

import { mailPreviews } from './mail-previews.ts'

const sources = globSync('app/**/*.ts')
  .filter((path) => !path.includes('.test.'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const templates = sources
  .filter(({ path }) => path.endsWith('.mail.ts'))
  .flatMap(({ text }) => [...text.matchAll(/^export function (\w+)/gm)].map(([, name]) => name))

test('every mail has a preview', () => {
  assert.ok(templates.length > 20)
  assert.deepEqual(Object.keys(mailPreviews).toSorted(), templates.toSorted())
})

test('mails are written only in *.mail.ts files', () => {
  const otherFiles = sources.filter(({ path, text }) => {
    return (
      !path.endsWith('.mail.ts') && /\bsubject: (?:(?:msg|t)\(|')|: SecurityNotice \{/.test(text)
    )
  })

  assert.deepEqual(
    otherFiles.map(({ path }) => path),
    [],
  )
})

test('the dev mailbox lists every preview apart from sent mail', async (t) => {
  const { app } = await createTestApp(t)
  const developer = new TestBrowser(app, '127.0.0.1')

  const { props } = (await developer.visitPath('/mailbox/templates')).page
  const ids = Array.from(Object(props['templates']), (it) => String(Object(it).id))
  const pages = await Promise.all(ids.map((id) => developer.open(`/mailbox/${id}/html`)))

  assert.equal(ids.length, templates.length)
  assert.deepEqual(new Set(pages.map(({ status }) => status)), new Set([200]))
  assert.equal((await developer.visitPath(`/mailbox/${ids[3]}`)).page.component, 'Mailbox')
  assert.equal((await developer.open('/mailbox/sampleMailData-toString')).status, 404)
})

test('every mail shows the URL of its button as text exactly when it has a token', async (t) => {
  const { app } = await createTestApp(t)
  const developer = new TestBrowser(app, '127.0.0.1')
  const hashInUrl = 'x'.repeat(43)

  for (const name of Object.keys(mailPreviews)) {
    const { text } = await developer.open(`/mailbox/sampleMailData-${name}/html`)
    const [, url] = /<a class="button" href="([^"]+)"/.exec(text) ?? []
    if (!url) continue
    assert.equal(text.includes(`>${url}</a>`), url.includes(hashInUrl), name)
  }
})
