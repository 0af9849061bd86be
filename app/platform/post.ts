import type { Text } from '@foyer/sentences'

import type { Db, Tx } from '#app/platform/db/connect.ts'
import type { Keyring } from '#app/platform/keys.ts'
import type { Languages } from '#app/platform/language.ts'
import type { Letter } from '#app/platform/mail/letter.ts'
import { sendMail } from '#app/platform/mail/send-mail.ts'

/** What an action needs that also writes mail or keeps secrets. */
export interface Means {
  db: Db
  keys: Keyring
  post: Post
  /** Unix milliseconds of this request. */
  now: number
  /** What a phone shows: real time, also where testers moved ours. Codes of authenticator apps live by it. */
  phoneTime: number
}

/** What a mail is written with: the reader's language, the product's name, and the only address that links may have. */
export interface Post {
  text: Text
  /** The language someone saved, for a mail that others may cause; null takes the request's. */
  textFor(saved: string | null): Text
  appName: string
  /** Absolute, from a path of ours. */
  link(path: string): string
  /** Stores the mail with the change that causes it; it leaves once that is committed. */
  send(tx: Tx, to: Addressee, letter: Letter): Promise<void>
}

/** For mails that no request of the person causes: in the language they saved. */
export type PostIn = (locale: string | null, now: number) => Post

export interface Addressee {
  name: string
  /** The address. */
  email: string
}

export function post({
  keys,
  text,
  languages,
  appName,
  origin,
  now,
}: {
  keys: Keyring
  text: Text
  languages: Languages
  appName: string
  origin: string
  now: number
}): Post {
  return {
    text,
    textFor: (saved) => (saved ? languages.pick(saved, undefined) : text),
    appName,
    link: (path) => new URL(path, origin).href,
    send: (tx, { name, email }, letter) =>
      sendMail(tx, keys, { to: { name, address: email }, letter, now }),
  }
}
