import type { Translator } from '@foyer/i18n'

import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import type { Languages } from '#app/platform/i18n/translations.ts'

import { enqueueMail } from './enqueue-mail.ts'
import type { MailBudget } from './mail-rate-limits.ts'
import type { RenderedMail } from './render-mail.ts'

/** Everything needed to write and send a mail: translator, product name, link base. */
export interface MailWriter {
  /** Translates into the language of the request. */
  translator: Translator
  /** In the recipient's saved language, for mails that others can trigger; null falls back to the request's. */
  translatorFor(locale: string | null): Translator
  appName: string
  /** Prefixes a path with APP_URL, the only origin that links may have. */
  absoluteUrl(path: string): string
  /** Queues the mail in the caller's transaction; it is sent after the commit. */
  send(tx: Tx, to: Recipient, mail: RenderedMail, budget?: MailBudget): Promise<void>
  /** Queues a mail that is never sent, so that the request takes as long as one that sends it. */
  drop(tx: Tx, to: Recipient, mail: RenderedMail): Promise<void>
}

/** The writer in the recipient's language instead of the one of the request; null is the request's. */
export function inLanguageOf(mailWriter: MailWriter, locale: string | null): MailWriter {
  return { ...mailWriter, translator: mailWriter.translatorFor(locale) }
}

/** For mails outside a request: creates a writer in the recipient's saved language. */
export type MailWriterFor = (locale: string | null, now: number) => MailWriter

export interface Recipient {
  name: string
  email: string
}

/** A name is mailed to a verified address only: anyone can type a name and an address that is not theirs. */
export function recipientOf({
  name,
  email,
  email_verified_at,
}: Recipient & { email_verified_at?: number | null }): Recipient {
  return { name: email_verified_at ? name : '', email }
}

export function createMailWriter({
  keys,
  translator,
  languages,
  appName,
  origin,
  now,
}: {
  keys: Keyring
  translator: Translator
  languages: Languages
  appName: string
  origin: string
  now: number
}): MailWriter {
  return {
    translator,
    translatorFor: (locale) => (locale ? languages.pick(locale, undefined) : translator),
    appName,
    absoluteUrl: (path) => new URL(path, origin).href,
    send: (tx, { name, email }, mail, budget) =>
      enqueueMail(tx, keys, {
        to: { name, address: email },
        rendered: mail,
        now,
        ...(budget && { budget }),
      }),
    drop: (tx, { name, email }, mail) =>
      enqueueMail(tx, keys, {
        to: { name, address: email },
        rendered: mail,
        now,
        isDropped: true,
      }),
  }
}
