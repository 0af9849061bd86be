import type { Message } from '@foyer/i18n'

import { notificationTypes, type SecurityNotificationType } from '#app/notification-types.ts'
import type { Actor } from '#app/platform/actor.ts'
import { additionalAddresses } from '#app/platform/auth/email-owner.ts'
import { issueToken, formatLink } from '#app/platform/auth/one-time-tokens.ts'
import type { Keyring } from '#app/platform/crypto/keyring.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { lockedHead } from '#app/platform/event-log/account-row-lock.ts'
import { parseUserAgent, deviceName } from '#app/platform/lib/user-agent.ts'
import { type MailWriter, recipientOf } from '#app/platform/mail/mail-writer.ts'
import { notify } from '#app/platform/notifications/notify.ts'
import { route } from '#app/platform/route.ts'

import { takeoverLinkLifetimeMs } from './limits.ts'
import type { NoticeBudget } from './mail-rate-limits.ts'
import { type RenderedMail, renderMail, type MailTemplate } from './render-mail.ts'

/** The content of a mail that informs the user about a change of their account. */
export interface SecurityNotice {
  /** Its title is the subject and the heading of the mail. */
  type: SecurityNotificationType
  /** The values of the title, and the target, which only the app shows: a mail has the description. */
  values?: Readonly<Record<string, string>>
  /** The event and its consequences, in one or two sentences. */
  description: Message
  nextSteps?: Message[]
  button?: { label: Message; path: string; showUrl?: boolean }
  /** Sends copies to the account's additional addresses: for what an attacker with the primary mailbox would hide. */
  toEveryAddress?: true
  /** The budget of the mail; beyond it the mail is dropped. */
  budget?: NoticeBudget['kind']
}

export interface NoticeRecipient {
  name: string
  email: string
  /** Saved by the user; null when not chosen. */
  locale: string | null
  timezone: string | null
}

type ActorDetails = Pick<Actor, 'ip' | 'userAgent' | 'country' | 'now' | 'performedBy'>

export interface NoticeContext {
  keys: Keyring
  mailWriter: MailWriter
  now: number
}

/**
 * Queues a mail to the user about a change of their account, in their language, and notifies them in the application, in the
 * transaction of the change and after its event.
 */
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
  await notifyOfSecurity(tx, actor, notice)
  if (notice.toEveryAddress) await sendNoticeCopies(tx, context, actor, notice)
}

/** Notifies in the application only, of changes that have a mail of their own. */
export async function notifyOfSecurity(
  tx: Tx,
  actor: Actor,
  { type, values }: Pick<SecurityNotice, 'type' | 'values'>,
): Promise<void> {
  const { event_count: event } = await lockedHead(tx, actor.userId)
  await notify(tx, actor, { type, data: { event, ...values } })
}

/** Queues the notice to the additional addresses only. Instead of "this wasn't me" they can request a password. */
export async function sendNoticeCopies(
  tx: Tx,
  context: NoticeContext,
  actor: Actor,
  notice: SecurityNotice,
): Promise<void> {
  const user = await tx
    .selectFrom('users')
    .select(['name', 'locale', 'timezone'])
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  for (const { email } of await additionalAddresses(tx, actor.userId)) {
    const recipient = { ...user, email }
    const takeoverUrl = null
    const copy = renderSecurityNotice(context.mailWriter, {
      ...notice,
      actor,
      recipient,
      takeoverUrl,
    })
    await context.mailWriter.send(tx, recipient, copy)
  }
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
    /** Absolute; null for a copy. */
    takeoverUrl: string | null
  },
): RenderedMail {
  const t = translatorFor(recipient.locale)
  const { type, values = {}, description, nextSteps = [], button } = notice
  const subject = t({ text: notificationTypes[type].title, values })
  return renderMail(t, {
    appName,
    subject,
    heading: subject,
    paragraphs: [description, ...nextSteps].map((paragraph) => t(paragraph)),
    ...(button && {
      button: { ...button, label: t(button.label), url: absoluteUrl(button.path) },
    }),
    details: noticeDetails(t, actor, recipient.timezone),
    notMeNote: takeoverUrl
      ? {
          text: t("Don't recognize this? Secure your account:"),
          label: t("This wasn't me"),
          url: takeoverUrl,
        }
      : {
          text: t("Don't recognize this? Ask for a new password with this address:"),
          label: t('Choose a new password'),
          url: absoluteUrl(route('password.request')),
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

/** The client that caused the mail, or the one who acted for the owner, for a table. */
export function noticeDetails(
  t: ReturnType<MailWriter['translatorFor']>,
  { ip, userAgent, country, now, performedBy }: ActorDetails,
  timezone: string | null,
): NonNullable<MailTemplate['details']> {
  const countryName = country ? t.region(country) : null
  const deviceLabel = deviceName(parseUserAgent(userAgent))
  const time = t.date(now, { dateStyle: 'long', timeStyle: 'long', timeZone: timezone ?? 'UTC' })
  return [
    ...(performedBy ? [[t('By'), performedBy.name] as const] : []),
    ...(performedBy?.reason ? [[t('Reason'), performedBy.reason] as const] : []),
    ...(deviceLabel ? [[t('Device'), t(deviceLabel)] as const] : []),
    [t('Time'), time],
    ...(ip ? [[t('IP address'), ip] as const] : []),
    ...(countryName ? [[t('Country'), countryName] as const] : []),
  ]
}
