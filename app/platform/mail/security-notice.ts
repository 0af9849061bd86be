import type { Sentence } from '@foyer/sentences'

import type { Account } from '#app/platform/account.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { device, deviceName } from '#app/platform/device.ts'
import { day } from '#app/platform/durations.ts'
import { issueToken, tokenOf } from '#app/platform/one-time-tokens.ts'
import type { Means, Post } from '#app/platform/post.ts'
import { route } from '#app/platform/route.ts'

import { type Letter, letter, type LetterContent } from './letter.ts'

/** What the owner of an account is told about a change of it. */
export interface Notice {
  /** "Your password was changed"; also the heading. */
  subject: Sentence
  /** One or two sentences: what happened, and what it means. */
  happened: Sentence
  /** Further paragraphs: what to do next. */
  more?: Sentence[]
  button?: { label: Sentence; path: string }
}

export interface Reader {
  name: string
  email: string
  /** What the person saved; null means they chose none. */
  locale: string | null
  timezone: string | null
}

type Acting = Pick<Account, 'ip' | 'userAgent' | 'country' | 'now'>

/** How long "this wasn't me" works. */
export const notMeLifeMs = 7 * day

/**
 * Tells the account's owner what happened, by mail, in the transaction of the change itself: the one call a feature
 * needs. The mail is in the owner's language and says who acted, from where and when.
 */
export async function sendSecurityNotice(
  tx: Tx,
  means: Pick<Means, 'keys' | 'post' | 'now'>,
  account: Account,
  notice: Notice,
): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_key', 'locale', 'timezone'])
    .where('id', '=', account.userId)
    .executeTakeFirstOrThrow()
  const notMe = await notMeLink(tx, means, { userId: account.userId, emailKey: person.email_key })
  const written = securityNotice(means.post, { ...notice, account, person, notMe })
  await means.post.send(tx, person, written)
}

/** Writes such a mail without sending it: for a reader or a way back that is not the usual one. */
export function securityNotice(
  { textFor, appName, link }: Pick<Post, 'textFor' | 'appName' | 'link'>,
  {
    account,
    person,
    notMe,
    ...notice
  }: Notice & {
    account: Acting
    person: Reader
    /** Absolute; always under the same words in the same spot. */
    notMe: string
  },
): Letter {
  const t = textFor(person.locale)
  const { subject, happened, more = [], button } = notice
  return letter(t, {
    appName,
    subject: t(subject),
    heading: t(subject),
    paragraphs: [happened, ...more].map((sentence) => t(sentence)),
    ...(button && { button: { label: t(button.label), url: link(button.path) } }),
    facts: facts(t, account, person.timezone),
    notYou: {
      sentence: t('You know nothing of this? Close your account to everyone else right away:'),
      label: t("This wasn't me"),
      url: notMe,
    },
  })
}

/** The absolute address behind "This wasn't me", for seven days and one use, bound to the address that the account has now. */
async function notMeLink(
  tx: Tx,
  { keys, post, now }: Pick<Means, 'keys' | 'post' | 'now'>,
  whose: { userId: string; emailKey: string },
): Promise<string> {
  const link = await issueToken(tx, keys, {
    ...whose,
    purpose: 'not-me',
    payload: null,
    ttlMs: notMeLifeMs,
    now,
  })
  return post.link(route('not-me.show', { token: tokenOf(link) }))
}

function facts(
  t: ReturnType<Post['textFor']>,
  { ip, userAgent, country, now }: Acting,
  timezone: string | null,
): NonNullable<LetterContent['facts']> {
  const place = country ? t.region(country) : null
  const name = deviceName(device(userAgent))
  const at = t.date(now, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone ?? 'UTC' })
  return [
    ...(name ? [[t('Device'), t(name)] as const] : []),
    [t('Time'), at],
    ...(ip ? [[t('Network address'), ip] as const] : []),
    ...(place ? [[t('Country'), place] as const] : []),
  ]
}
