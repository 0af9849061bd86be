import type { Text } from '@foyer/sentences'

import { letterPage } from './letter-page.ts'

/** A mail that has been written, in one language, twice: as a page and as plain text that says the same. */
export interface Letter {
  subject: string
  html: string
  text: string
}

export interface LetterContent {
  subject: string
  heading: string
  paragraphs: string[]
  button?: Link
  /** What happened, when, where, on which device. */
  facts?: (readonly [label: string, value: string])[]
  /** What to do when it was somebody else; always in the same place. */
  notYou?: string | (Link & { sentence: string })
  /** The product's name, above the letter. */
  appName?: string
  footer?: string
}

export interface Link {
  label: string
  /** Absolute. */
  url: string
}

/** Lays out a mail. Everything given is plain text; what looks like markup arrives as it is. */
export function letter(t: Text, content: LetterContent): Letter {
  const { button, notYou } = content
  const whole: WholeLetter = {
    ...content,
    ...(button && { button: checked(button) }),
    ...(typeof notYou === 'object' && { notYou: checked(notYou) }),
    copyLink: t('The button does not work? Copy this address into your browser:'),
    footer: content.footer ?? t('This mail was sent by a machine. Nobody reads answers to it.'),
    locale: t.locale,
    dir: t.dir,
  }
  return { subject: content.subject, html: letterPage(whole), text: letterText(whole) }
}

export type WholeLetter = LetterContent & {
  copyLink: string
  footer: string
  locale: string
  dir: 'ltr' | 'rtl'
}

function letterText(content: WholeLetter): string {
  const { heading, paragraphs, button, facts = [], notYou, appName, footer } = content
  const blocks = [
    heading,
    ...paragraphs,
    button && linkText(button),
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    typeof notYou === 'object' ? `${notYou.sentence}\n\n${linkText(notYou)}` : notYou,
    // What mail programs know as the end of the message.
    ['-- ', appName, footer].filter((line) => line !== undefined).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function checked<L extends Link>(link: L): L {
  return { ...link, url: webAddress(link.url) }
}

/** @throws when it is not an address of the web, so that no link of ours can run script */
function webAddress(url: string): string {
  const { protocol, href } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new Error(`A mail cannot link to a ${protocol} address.`)
  return href
}

function linkText({ label, url }: Link): string {
  return `${label}:\n${url}`
}
