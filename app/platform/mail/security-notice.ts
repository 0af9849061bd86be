import type { Message } from '@foyer/i18n'

import type { ActionContext, MailWriter } from '#app/platform/action-context.ts'
import type { Actor } from '#app/platform/actor.ts'
import { issueToken, formatLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { day } from '#app/platform/lib/durations.ts'
import { route } from '#app/platform/route.ts'
import { parseUserAgent, deviceName } from '#app/platform/sessions/user-agent.ts'

import { type RenderedMail, renderMail, type MailTemplate } from './render-mail.ts'

/** What the owner of an account is told about a change of it. */
export interface SecurityNotice {
  /** "Your password was changed"; also the heading. */
  subject: Message
  /** One or two sentences: what happened, and what it means. */
  description: Message
  /** Further paragraphs: what to do next. */
  nextSteps?: Message[]
  button?: { label: Message; path: string }
}

export interface NoticeRecipient {
  name: string
  email: string
  /** What the person saved; null means they chose none. */
  locale: string | null
  timezone: string | null
}

type ActorDetails = Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now'>

/** How long "this wasn't me" works. */
export const takeoverLinkLifetimeMs = 7 * day

/**
 * Tells the account's owner what happened, by mail, in the transaction of the change itself: the one call a feature
 * needs. The mail is in the owner's language and says who acted, from where and when.
 */
export async function sendSecurityNotice(
  tx: Tx,
  context: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  actor: Actor,
  notice: SecurityNotice,
): Promise<void> {
  const recipient = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_key', 'locale', 'timezone'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const takeoverUrl = await createTakeoverLink(tx, context, {
    userId: actor.userId,
    emailKey: recipient.email_key,
  })
  const rendered = renderSecurityNotice(context.mailWriter, {
    ...notice,
    actor,
    recipient,
    takeoverUrl,
  })
  await context.mailWriter.send(tx, recipient, rendered)
}

/** Writes such a mail without sending it: for a reader or a way back that is not the usual one. */
export function renderSecurityNotice(
  {
    translatorFor: textFor,
    appName,
    absoluteUrl: link,
  }: Pick<MailWriter, 'translatorFor' | 'appName' | 'absoluteUrl'>,
  {
    actor,
    recipient,
    takeoverUrl,
    ...notice
  }: SecurityNotice & {
    actor: ActorDetails
    recipient: NoticeRecipient
    /** Absolute; always under the same words in the same spot. */
    takeoverUrl: string
  },
): RenderedMail {
  const t = textFor(recipient.locale)
  const { subject, description, nextSteps = [], button } = notice
  return renderMail(t, {
    appName,
    subject: t(subject),
    heading: t(subject),
    paragraphs: [description, ...nextSteps].map((sentence) => t(sentence)),
    ...(button && { button: { label: t(button.label), url: link(button.path) } }),
    details: noticeDetails(t, actor, recipient.timezone),
    notMeNote: {
      text: t('You know nothing of this? Close your account to everyone else right away:'),
      label: t("This wasn't me"),
      url: takeoverUrl,
    },
  })
}

/** The absolute address behind "This wasn't me", for seven days and one use, bound to the address that the account has now. */
async function createTakeoverLink(
  tx: Tx,
  { keys, mailWriter: post, now }: Pick<ActionContext, 'keys' | 'mailWriter' | 'now'>,
  target: { userId: string; emailKey: string },
): Promise<string> {
  const token = await issueToken(tx, keys, {
    ...target,
    purpose: 'not-me',
    payload: null,
    ttlMs: takeoverLinkLifetimeMs,
    now,
  })
  return post.absoluteUrl(route('not-me.show', { token: formatLink(token) }))
}

function noticeDetails(
  t: ReturnType<MailWriter['translatorFor']>,
  { ip, userAgent, country, now }: ActorDetails,
  timezone: string | null,
): NonNullable<MailTemplate['details']> {
  const countryName = country ? t.region(country) : null
  const deviceLabel = deviceName(parseUserAgent(userAgent))
  const time = t.date(now, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone ?? 'UTC' })
  return [
    ...(deviceLabel ? [[t('Device'), t(deviceLabel)] as const] : []),
    [t('Time'), time],
    ...(ip ? [[t('Network address'), ip] as const] : []),
    ...(countryName ? [[t('Country'), countryName] as const] : []),
  ]
}
