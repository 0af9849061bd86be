import type { Translator } from '@foyer/i18n'

import { renderMailHtml } from './mail-html.ts'

/** A mail in one language, as HTML and as plain text with the same content. */
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
  /** A code to type in, with the sentences around it. */
  code?: { hint: string; digits: string; warning: string }
  details?: (readonly [label: string, value: string])[]
  /** Instructions for a recipient who did not cause this; always at the end. */
  notMeNote?: string | (LabeledLink & { text: string })
  /** The product's name, shown above the card. */
  appName?: string
  footer?: string
}

export interface LabeledLink {
  label: string
  /** An absolute URL. */
  url: string
  /** Shows the URL below the button too: for a link with a token, which nobody can reach in another way. */
  showUrl?: boolean
}

/** Renders a mail. All template fields are plain text; markup in them is escaped. */
export function renderMail(t: Translator, template: MailTemplate): RenderedMail {
  const { button, notMeNote } = template
  const layout: MailLayout = {
    ...template,
    ...(button && { button: withHttpUrl(button) }),
    ...(typeof notMeNote === 'object' && { notMeNote: withHttpUrl(notMeNote) }),
    copyLinkHint: t("Button doesn't work? Copy this link into your browser:"),
    footer: template.footer ?? t("Automatic message. Replies aren't read."),
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
  const { heading, paragraphs, button, code, details = [], notMeNote, appName, footer } = content
  const blocks = [
    heading,
    ...paragraphs,
    button && linkText(button),
    code && `${code.hint}\n\n${code.digits}\n\n${code.warning}`,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    typeof notMeNote === 'object' ? `${notMeNote.text}\n\n${linkText(notMeNote)}` : notMeNote,
    // The standard signature separator of mail programs.
    ['-- ', appName, footer].filter((line) => line !== undefined).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function withHttpUrl<L extends LabeledLink>(link: L): L {
  return { ...link, url: requireHttpUrl(link.url) }
}

/** @throws for schemes such as javascript: */
function requireHttpUrl(url: string): string {
  const { protocol, href } = new URL(url)
  if (!/^https?:$/.test(protocol)) throw new Error(`A mail must not link to a ${protocol} URL`)
  return href
}

function linkText({ label, url }: LabeledLink): string {
  return `${label}:\n${url}`
}
