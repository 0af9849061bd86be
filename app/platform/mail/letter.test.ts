import assert from 'node:assert/strict'
import { test } from 'node:test'

import { text } from '@foyer/sentences'
import { pseudo } from '@foyer/sentences/pseudo'
import { parse } from 'parse5'

import { letter, type LetterContent } from './letter.ts'

const english = text(null, 'en')
const link = 'https://example.com/email/verify/7/a?b=c&d=%22'

const content: LetterContent = {
  subject: 'New sign-in',
  heading: 'Someone signed in',
  paragraphs: ['It was on a device we did not know.'],
  button: { label: 'See your sessions', url: link },
  facts: [
    ['Device', 'Chrome on macOS'],
    ['Place', 'Utrecht'],
  ],
  notYou: { sentence: 'This was not you?', label: 'End it', url: 'https://example.com/end' },
  appName: 'Foyer',
}

test('page and plain text say the same', () => {
  const { html, text: plain } = letter(english, content)
  const said = [
    'Someone signed in',
    'It was on a device we did not know.',
    'See your sessions',
    'Chrome on macOS',
    'Utrecht',
    'This was not you?',
    'End it',
    'Foyer',
    'Nobody reads answers to it.',
  ]

  assert.deepEqual(
    said.filter((words) => !html.includes(words)),
    [],
  )
  assert.deepEqual(
    said.filter((words) => !plain.includes(words)),
    [],
  )
  assert.ok(plain.includes(`\n${link}\n`))
  assert.deepEqual(links(html), [link, link, 'https://example.com/end'])
})

test('what looks like markup arrives as it was written (REG-07)', () => {
  const name = `<b>"Ada"</b> & 'co' {{7*7}} \${7*7} %s </title><script>`
  const { html, text: plain } = letter(english, {
    ...content,
    subject: name,
    heading: name,
    paragraphs: [name],
    facts: [[name, name]],
    notYou: name,
    appName: name,
    footer: name,
  })

  assert.ok(plain.includes(name))
  assert.equal(wordsIn(html).split(name).length - 1, 8)
  assert.equal(elements(html).filter(({ nodeName }) => /^(b|script)$/.test(nodeName)).length, 0)
})

test('a link can only lead to the web', () => {
  const button = { label: 'Open', url: 'javascript:alert(1)' }

  assert.throws(() => letter(english, { ...content, button }), /javascript:/)
})

test('language and direction are those of the reader', () => {
  const arabic = text(pseudo('ar-XB'), 'ar-XB')

  const { html } = letter(arabic, content)

  const page = elements(html).find(({ nodeName }) => nodeName === 'html')
  assert.deepEqual(page?.attributes, { lang: 'ar-XB', dir: 'rtl' })
  assert.ok(!html.includes('Nobody reads answers'))
})

test('nothing is fetched when the mail is opened', () => {
  const { html } = letter(english, content)

  assert.doesNotMatch(html, /src=|url\(|<link|@import|<img/)
})

test('what is not given leaves nothing behind', () => {
  const { html, text: plain } = letter(english, { subject: 's', heading: 'h', paragraphs: ['p'] })

  assert.deepEqual(links(html), [])
  assert.doesNotMatch(html + plain, /undefined|null|false|\[object/)
  assert.match(plain, /^h\n\np\n\n-- \n/)
})

interface Element {
  nodeName: string
  attributes: Record<string, string>
  words: string
}

function elements(html: string): Element[] {
  return flat(parse(html))
}

function flat(node: object): Element[] {
  const nodeName = 'nodeName' in node ? String(node.nodeName) : ''
  const words = 'value' in node ? String(node.value) : ''
  const attrs = 'attrs' in node && Array.isArray(node.attrs) ? node.attrs : []
  const attributes = Object.fromEntries(attrs.map(({ name, value }) => [name, value]))
  const children = 'childNodes' in node && Array.isArray(node.childNodes) ? node.childNodes : []
  return [{ nodeName, attributes, words }, ...children.flatMap(flat)]
}

function links(html: string): (string | undefined)[] {
  return elements(html)
    .filter(({ nodeName }) => nodeName === 'a')
    .map(({ attributes }) => attributes['href'])
}

function wordsIn(html: string): string {
  return elements(html)
    .map(({ words }) => words)
    .join(' ')
}
