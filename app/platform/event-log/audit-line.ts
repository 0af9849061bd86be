import type { AccountEventType } from '#app/account-events.ts'
import type { Actor } from '#app/platform/actor.ts'

/** @see https://schema.ocsf.io/1.3.0/classes/account_change */
const accountChange = 3001
/** @see https://schema.ocsf.io/1.3.0/classes/authentication */
const authentication = 3002
const otherActivity = 99

interface Activity {
  class_uid: typeof accountChange | typeof authentication
  activity_id: number
  isFailure?: true
}

/** Other events are changes of an account whose activity is the name of the event. */
const activities: Readonly<Partial<Record<string, Activity>>> = {
  'session.started': { class_uid: authentication, activity_id: 1 },
  'session.ended': { class_uid: authentication, activity_id: 2 },
  'sign-in.refused': { class_uid: authentication, activity_id: 1, isFailure: true },
  'passkey.refused': { class_uid: authentication, activity_id: 1, isFailure: true },
  'account.created': { class_uid: accountChange, activity_id: 1 },
  'account.unlocked': { class_uid: accountChange, activity_id: 2 },
  'password.changed': { class_uid: accountChange, activity_id: 3 },
  'password.reset': { class_uid: accountChange, activity_id: 4 },
  'account.leaving': { class_uid: accountChange, activity_id: 5 },
  // In the audit log only: the event log of an account is erased with it.
  'account.erased': { class_uid: accountChange, activity_id: 6 },
  'account.locked': { class_uid: accountChange, activity_id: 9 },
  'two-factor.enabled': { class_uid: accountChange, activity_id: 10 },
  'authenticator-app.added': { class_uid: accountChange, activity_id: 10 },
  'passkey.added': { class_uid: accountChange, activity_id: 10 },
  'two-factor.disabled': { class_uid: accountChange, activity_id: 11 },
  'authenticator-app.removed': { class_uid: accountChange, activity_id: 11 },
  'passkey.removed': { class_uid: accountChange, activity_id: 11 },
} satisfies Partial<Record<AccountEventType | 'account.erased', Activity>>

interface AuditedEvent {
  /** The name of the installation. */
  service: string
  actor: Actor
  type: string
  data: object
  seq: number
  /** Unix milliseconds. */
  at: number
}

/** The event with the fields of OCSF 1.3, as JSON. `metadata.uid` identifies it: the same event may be written twice. */
export function auditLine({ service, actor, type, data, seq, at }: AuditedEvent): string {
  const { userId, sessionId, ip, userAgent, country = null } = actor
  const activity = activities[type] ?? { class_uid: accountChange, activity_id: otherActivity }
  const { class_uid, activity_id, isFailure = false } = activity
  const session = sessionId && { session: { uid: sessionId } }
  return JSON.stringify({
    time: at,
    class_uid,
    category_uid: 3,
    activity_id,
    ...(activity_id === otherActivity && { activity_name: type }),
    type_uid: class_uid * 100 + activity_id,
    severity_id: 1,
    status_id: isFailure ? 2 : 1,
    message: type,
    metadata: {
      version: '1.3.0',
      uid: `${userId}:${seq}`,
      sequence: seq,
      event_code: type,
      product: { name: 'Foyer', vendor_name: 'Foyer' },
    },
    user: { uid: userId },
    ...(class_uid === authentication
      ? { service: { name: service }, ...session }
      : session && { actor: session }),
    ...(ip !== null && { src_endpoint: { ip, ...(country && { location: { country } }) } }),
    ...(userAgent !== null && { http_request: { user_agent: userAgent } }),
    unmapped: data,
  })
}
