import type { Message } from '@foyer/i18n'

import type { Actor } from '#app/platform/actor.ts'
import { issueToken, formatLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { parseUserAgent, deviceName } from '#app/platform/lib/user-agent.ts'
import { type MailWriter, recipientOf } from '#app/platform/mail/mail-writer.ts'
import { route } from '#app/platform/route.ts'

import { takeoverLinkLifetimeMs } from './limits.ts'
import type { NoticeBudget } from './mail-budget.ts'
import { type RenderedMail, renderMail, type MailTemplate } from './render-mail.ts'

/** The content of a mail that informs the user about a change of their account. */
export interface SecurityNotice {
  /** "Your password was changed"; also the heading. */
  subject: Message
  /** The event and its consequences, in one or two sentences. */
  description: Message
  nextSteps?: Message[]
  button?: { label: Message; path: string; showUrl?: boolean }
  /** Beyond it the mail is dropped. */
  budget?: NoticeBudget['kind']
}

export interface NoticeRecipient {
  name: string
  email: string
  /** Saved by the user; null when not chosen. */
  locale: string | null
  timezone: string | null
}

type ActorDetails = Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now'>

interface NoticeContext {
  keys: Keyring
  mailWriter: MailWriter
  now: number
}

/** Queues a mail to the user about a change of their account, in their language, in the transaction of the change. */
export async function sendSecurityNotice(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  notice: SecurityNotice,
): Promise<void> {
  const recipient = await tx
    .selectFrom('users')
    .select(['name', 'email', 'email_key', 'email_verified_at', 'locale', 'timezone'])
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
  const { userId } = actor
  const budget = notice.budget && { kind: notice.budget, userId }
  await context.mailWriter.send(tx, recipientOf(recipient), rendered, budget)
}

/** Renders a security notice without sending it: for another recipient or another takeover link than the usual. */
export function renderSecurityNotice(
  {
    translatorFor,
    appName,
    absoluteUrl,
  }: Pick<MailWriter, 'translatorFor' | 'appName' | 'absoluteUrl'>,
  {
    actor,
    recipient,
    takeoverUrl,
    ...notice
  }: SecurityNotice & {
    actor: ActorDetails
    recipient: NoticeRecipient
    /** Absolute. */
    takeoverUrl: string
  },
): RenderedMail {
  const t = translatorFor(recipient.locale)
  const { subject, description, nextSteps = [], button } = notice
  return renderMail(t, {
    appName,
    subject: t(subject),
    heading: t(subject),
    paragraphs: [description, ...nextSteps].map((paragraph) => t(paragraph)),
    ...(button && {
      button: { ...button, label: t(button.label), url: absoluteUrl(button.path) },
    }),
    details: noticeDetails(t, actor, recipient.timezone),
    notMeNote: {
      text: t("Don't recognize this? Secure your account:"),
      label: t("This wasn't me"),
      url: takeoverUrl,
    },
  })
}

/** The absolute URL of "This wasn't me": single use, bound to the account's current email address. */
async function createTakeoverLink(
  tx: Tx,
  { keys, mailWriter, now }: NoticeContext,
  target: { userId: string; emailKey: string },
): Promise<string> {
  const token = await issueToken(tx, keys, {
    ...target,
    purpose: 'not-me',
    payload: null,
    ttlMs: takeoverLinkLifetimeMs,
    now,
  })
  return mailWriter.absoluteUrl(route('not-me.show', { token: formatLink(token) }))
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
    ...(ip ? [[t('IP address'), ip] as const] : []),
    ...(countryName ? [[t('Country'), countryName] as const] : []),
  ]
}
