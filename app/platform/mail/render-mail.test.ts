import assert from 'node:assert/strict'
import { test } from 'node:test'

import { createTranslator } from '@foyer/i18n'
import { pseudoTranslations } from '@foyer/i18n/pseudo'
import { parse } from 'parse5'

import { renderMail, type MailTemplate } from './render-mail.ts'

const english = createTranslator(null, 'en')
const link = 'https://example.com/email/verify/7/a?b=c&d=%22'

const content: MailTemplate = {
  subject: 'New sign-in',
  heading: 'Someone signed in',
  paragraphs: ['It was on a device we did not know.'],
  button: { label: 'See your sessions', url: link },
  details: [
    ['Device', 'Chrome on macOS'],
    ['Place', 'Utrecht'],
  ],
  notMeNote: { text: 'This was not you?', label: 'End it', url: 'https://example.com/end' },
  appName: 'Foyer',
}

test('HTML and plain text have the same content', () => {
  const { html, text } = renderMail(english, content)
  const expected = [
    'Someone signed in',
    'It was on a device we did not know.',
    'See your sessions',
    'Chrome on macOS',
    'Utrecht',
    'This was not you?',
    'End it',
    'Foyer',
    'Automatic message.',
  ]

  assert.deepEqual(
    expected.filter((words) => !html.includes(words)),
    [],
  )
  assert.deepEqual(
    expected.filter((words) => !text.includes(words)),
    [],
  )
  assert.ok(text.includes(`\n${link}\n`))
  assert.deepEqual(links(html), [link, 'https://example.com/end'])
})

test('the URL of a button is shown as text only where it has a token', () => {
  const button = { label: 'Confirm', url: link, showUrl: true }

  const [withToken, without] = [{ ...content, button }, content].map(
    (each) => renderMail(english, each).html,
  )

  assert.deepEqual(links(withToken ?? ''), [link, link, 'https://example.com/end'])
  assert.ok(!visibleText(without ?? '').includes(link))
})

test('"This wasn’t me" is a bordered button at the end of the card', () => {
  const anchors = elements(renderMail(english, content).html).filter(
    ({ nodeName }) => nodeName === 'a',
  )

  const style = anchors.at(-1)?.attributes['style'] ?? ''
  assert.match(style, /display:inline-block;.*border:1px solid/)
})

test('markup in any field is shown as text (REG-07)', () => {
  const name = `<b>"Ada"</b> & 'co' {{7*7}} \${7*7} %s </title><script>`
  const { html, text } = renderMail(english, {
    ...content,
    subject: name,
    heading: name,
    paragraphs: [name],
    details: [[name, name]],
    notMeNote: name,
    appName: name,
    footer: name,
  })

  assert.ok(text.includes(name))
  assert.equal(visibleText(html).split(name).length - 1, 8)
  assert.equal(elements(html).filter(({ nodeName }) => /^(b|script)$/.test(nodeName)).length, 0)
})

test('rejects a link that is not http or https', () => {
  const button = { label: 'Open', url: 'javascript:alert(1)' }

  assert.throws(() => renderMail(english, { ...content, button }), /javascript:/)
})

test('language and direction are those of the recipient', () => {
  const arabic = createTranslator(pseudoTranslations('ar-XB'), 'ar-XB')

  const { html } = renderMail(arabic, content)

  const page = elements(html).find(({ nodeName }) => nodeName === 'html')
  assert.deepEqual(page?.attributes, { lang: 'ar-XB', dir: 'rtl' })
  assert.ok(!html.includes('Automatic message'))
})

test('the doorway in the mark has the color of the page, also in the dark theme', () => {
  const { html } = renderMail(english, content)
  const page = /<body [^>]*background:(#\w+)/.exec(html)?.[1]
  const darkPage = /\.surface \{ background: (#\w+)/.exec(html)?.[1]

  assert.ok(page && darkPage)
  assert.match(html, new RegExp(`class="doorway" style="[^"]*border-bottom-color:${page}`))
  assert.match(html, new RegExp(`\\.doorway \\{ border-bottom-color: ${darkPage}`))
})

test('the HTML loads no external resources', () => {
  const { html } = renderMail(english, content)

  assert.doesNotMatch(html, /src=|url\(|<link|@import|<img/)
})

test('omitted fields leave nothing in the mail', () => {
  const { html, text } = renderMail(english, {
    subject: 's',
    heading: 'h',
    paragraphs: ['p'],
  })

  assert.deepEqual(links(html), [])
  assert.doesNotMatch(html + text, /undefined|null|false|\[object/)
  assert.match(text, /^h\n\np\n\n-- \n/)
})

interface Element {
  nodeName: string
  attributes: Record<string, string>
  words: string
}

function elements(html: string): Element[] {
  return flatten(parse(html))
}

function flatten(node: object): Element[] {
  const nodeName = 'nodeName' in node ? String(node.nodeName) : ''
  const words = 'value' in node ? String(node.value) : ''
  const attrs = 'attrs' in node && Array.isArray(node.attrs) ? node.attrs : []
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  const children = 'childNodes' in node && Array.isArray(node.childNodes) ? node.childNodes : []
  return [{ nodeName, attributes, words }, ...children.flatMap(flatten)]
}

function links(html: string): (string | undefined)[] {
  return elements(html)
    .filter(({ nodeName }) => nodeName === 'a')
    .map(({ attributes }) => attributes['href'])
}

function visibleText(html: string): string {
  return elements(html)
    .map(({ words }) => words)
    .join(' ')
}
