import { msg, type Message, type Translator } from '@foyer/i18n'

import { profileFieldNames } from '#app/profile-fields.ts'
import type { EventRow } from '#app/time-travel/pages.ts'
import { attributeText } from '#web/lib/attribute-text.ts'
import { separator } from '#web/lib/separator.ts'

type ShownEvent = Pick<EventRow, 'type' | 'data'>

/** Returns one line of detail for an event (a name, a change, a count, the administrator), or null. */
export function eventDetailLine(t: Translator, event: ShownEvent): string | null {
  const details = [changeDetail(t, event), performedByDetail(t, event.data['performedBy'])]
  return details.filter((detail) => detail !== null).join(separator) || null
}

function performedByDetail(t: Translator, performedBy: unknown): string | null {
  const { kind, name, reason }: Fields = Object(performedBy)
  if (typeof name !== 'string')
    return kind === 'team-member' ? t('By a member whose account is gone') : null
  return typeof reason === 'string'
    ? t('By {name}: {reason}', { name, reason })
    : t('By {name}', { name })
}

function changeDetail(t: Translator, { type, data }: ShownEvent): string | null {
  const detail = detailsByType.get(type)
  return detail ? detail(t, data) : commonDetail(t, data)
}

/** The name, address or change that most events have. */
function commonDetail(t: Translator, data: Fields): string | null {
  const { name, before, after, from, to } = data
  if (typeof before === 'string' && typeof after === 'string')
    return t(changeMessage(before, after))
  if (typeof from === 'string' && typeof to === 'string') return t(changeMessage(from, to))
  const candidates = [
    name,
    Object(after).name,
    to,
    data['email'],
    data['path'],
    data['place'],
    after,
  ]
  return candidates.find((it) => typeof it === 'string') ?? null
}

/** The details of events that their data alone does not tell. By text, so that a removed feature needs no change here. */
const detailsByType = new Map<string, (t: Translator, data: Fields) => string | null>([
  [
    'account.created',
    (t, data) =>
      data['isImported'] === true ? t('Imported by the operator') : commonDetail(t, data),
  ],
  [
    'attributes.changed',
    (t, { before, after }) => attributeSummary(t, Object(before), Object(after)),
  ],
  ['notification-settings.changed', () => null],
  ['profile.restored', (t, { before, after }) => profileSummary(t, Object(before), Object(after))],
  ['profile.updated', (t, { before, after }) => profileSummary(t, Object(before), Object(after))],
  ['recovery-code.used', (t, { left }) => t.n(Number(left), 'One code left', '{count} codes left')],
  ['recovery.requested', (t, { factor }) => labelText(t, secondFactorLabels.get(factor))],
  ['second-factor.preferred', (t, { factor }) => labelText(t, secondFactorLabels.get(factor))],
  ['session.confirmed', (t, { method }) => labelText(t, signInMethodLabels.get(method))],
  ['session.ended', (t, { why }) => labelText(t, endReasonLabels.get(why))],
  ['session.started', signInDetail],
  [
    'sign-in.refused',
    (t, { count }) => t.n(Number(count), 'One wrong attempt', '{count} wrong attempts'),
  ],
  ['sign-in.stopped', (t, { count }) => t.n(Number(count), 'Once', '{count} times')],
  [
    'terms.accepted',
    (t, { document }) => (document === 'terms' ? t('Terms of Service') : t('Privacy Policy')),
  ],
])

const labelText = (t: Translator, label: Message | undefined) => (label ? t(label) : null)

function signInDetail(t: Translator, { method, provider, hasTrustedFactor }: Fields) {
  const label = signInMethodLabels.get(method)
  const details = [
    labelText(t, label),
    typeof provider === 'string' && provider,
    hasTrustedFactor === true && t('Second factor at the provider'),
  ]
  return details.filter(Boolean).join(separator) || null
}

type Fields = Record<string, unknown>

function profileSummary(t: Translator, before: Fields, after: Fields): string | null {
  const changed = profileFieldNames.filter((it) => before[it] !== after[it])
  const display = (field: string, value: unknown) =>
    typeof value !== 'string' ? '–' : field === 'locale' ? languageName(t, value) : value
  const summaries = changed.map((it) =>
    t(changeMessage(display(it, before[it]), display(it, after[it]))),
  )
  return summaries.join(separator) || null
}

function attributeSummary(t: Translator, before: Fields, after: Fields): string | null {
  const summaries = Object.keys(after).map((it) =>
    t(changeMessage(attributeText(t, before[it]) ?? '–', attributeText(t, after[it]) ?? '–')),
  )
  return summaries.join(separator) || null
}

function languageName({ locale }: Translator, code: string): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code
}

function changeMessage(from: string, to: string): Message {
  return from === to ? to : msg('{from} → {to}', { from, to })
}

export const signInMethodLabels = new Map<unknown, Message>([
  ['password', msg('Password')],
  ['passkey', msg('Passkey')],
  ['code', msg('Password and code')],
  ['recovery-code', msg('Password and recovery code')],
  ['registration', msg('Registration')],
  ['registration-passkey', msg('Registration with a passkey')],
  ['provider', msg('Account at a provider')],
  ['provider-code', msg('Account at a provider and code')],
  ['password-passkey', msg('Password and passkey')],
  ['provider-passkey', msg('Account at a provider and passkey')],
  ['device-code', msg('Password and code by email')],
  ['trusted-device', msg('Password on a trusted device')],
  ['provider-trusted-device', msg('Account at a provider on a trusted device')],
  ['email-code-trusted-device', msg('Code by email on a trusted device')],
  ['email-code', msg('Code by email')],
  ['email-code-two-factor', msg('Code by email and second factor')],
])

export const secondFactorLabels = new Map<unknown, Message>([
  ['passkey', msg('Passkey or security key')],
  ['code', msg('Code from the app')],
  ['trusted-device', msg('Trusted device')],
])

const endReasonLabels = new Map<unknown, Message>([
  ['logout', msg('Signed out')],
  ['replaced', msg('Signed in again')],
  ['expired', msg('Expired')],
  ['ended', msg('Signed out from another device')],
  ['not-me', msg('You reported "This wasn\'t me"')],
  ['password-changed', msg('Password changed')],
  ['password-reset', msg('Password reset')],
  ['password-removed', msg('Password removed')],
  ['two-factor', msg('Two-factor authentication changed')],
  ['guessing', msg('Too many wrong attempts')],
  ['locked', msg('Account locked')],
  ['everyone', msg('The operator signed everyone out')],
  ['leaving', msg('Account deletion requested')],
  ['returned', msg('Account deletion cancelled')],
  ['single-session', msg('Signed in on another device')],
  ['access-removed', msg('All other ways to sign in removed')],
  ['provider-logout', msg('Signed out at the provider')],
  ['provider-refused', msg('No longer allowed by the provider')],
])
