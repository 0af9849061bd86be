import type { Translator } from '@foyer/i18n'

import { renderMailHtml } from './mail-html.ts'

/** A mail that has been written, in one language, twice: as a page and as plain text that says the same. */
export interface RenderedMail {
  subject: string
  html: string
  text: string
}

export interface MailTemplate {
  subject: string
  heading: string
  paragraphs: string[]
  button?: LabeledLink
  /** What happened, when, where, on which device. */
  details?: (readonly [label: string, value: string])[]
  /** What to do when it was somebody else; always in the same place. */
  notMeNote?: string | (LabeledLink & { text: string })
  /** The product's name, above the letter. */
  appName?: string
  footer?: string
}

export interface LabeledLink {
  label: string
  /** Absolute. */
  url: string
}

/** Lays out a mail. Everything given is plain text; what looks like markup arrives as it is. */
export function renderMail(t: Translator, template: MailTemplate): RenderedMail {
  const { button, notMeNote } = template
  const layout: MailLayout = {
    ...template,
    ...(button && { button: withHttpUrl(button) }),
    ...(typeof notMeNote === 'object' && { notMeNote: withHttpUrl(notMeNote) }),
    copyLinkHint: t('The button does not work? Copy this address into your browser:'),
    footer: template.footer ?? t('This mail was sent by a machine. Nobody reads answers to it.'),
    locale: t.locale,
    dir: t.dir,
  }
  return { subject: template.subject, html: renderMailHtml(layout), text: renderMailText(layout) }
}

export type MailLayout = MailTemplate & {
  copyLinkHint: string
  footer: string
  locale: string
  dir: 'ltr' | 'rtl'
}

function renderMailText(content: MailLayout): string {
  const { heading, paragraphs, button, details = [], notMeNote, appName, footer } = content
  const blocks = [
    heading,
    ...paragraphs,
    button && linkText(button),
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    typeof notMeNote === 'object' ? `${notMeNote.text}\n\n${linkText(notMeNote)}` : notMeNote,
    // What mail programs know as the end of the message.
    ['-- ', appName, footer].filter((line) => line !== undefined).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function withHttpUrl<L extends LabeledLink>(link: L): L {
  return { ...link, url: requireHttpUrl(link.url) }
}

/** @throws when it is not an address of the web, so that no link of ours can run script */
function requireHttpUrl(url: string): string {
  const { protocol, href } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new Error(`A mail cannot link to a ${protocol} address.`)
  return href
}

function linkText({ label, url }: LabeledLink): string {
  return `${label}:\n${url}`
}
