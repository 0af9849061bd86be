import type { Translator } from '@foyer/i18n'

import type { Keyring } from './crypto/keyring.ts'
import type { Db, Tx } from './db/connect.ts'
import type { Languages } from './i18n/translations.ts'
import type { RenderedMail } from './mail/render-mail.ts'
import { sendMail } from './mail/send-mail.ts'

/** What an action needs that also writes mail or keeps secrets. */
export interface ActionContext {
  db: Db
  keys: Keyring
  mailWriter: MailWriter
  /** Unix milliseconds of this request. */
  now: number
  /** What a phone shows: real time, also where testers moved ours. Codes of authenticator apps live by it. */
  realNow: number
}

/** What a mail is written with: the reader's language, the product's name, and the only address that links may have. */
export interface MailWriter {
  translator: Translator
  /** The language someone saved, for a mail that others may cause; null takes the request's. */
  translatorFor(locale: string | null): Translator
  appName: string
  /** Absolute, from a path of ours. */
  absoluteUrl(path: string): string
  /** Stores the mail with the change that causes it; it leaves once that is committed. */
  send(tx: Tx, to: Recipient, mail: RenderedMail): Promise<void>
}

/** For mails that no request of the person causes: in the language they saved. */
export type MailWriterFor = (locale: string | null, now: number) => MailWriter

export interface Recipient {
  name: string
  /** The address. */
  email: string
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
    send: (tx, { name, email }, letter) =>
      sendMail(tx, keys, { to: { name, address: email }, rendered: letter, now }),
  }
}
