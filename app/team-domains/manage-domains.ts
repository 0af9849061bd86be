import { z } from 'zod'

import type { ActionContext } from '#app/platform/action-context.ts'
import type { SessionActor } from '#app/platform/actor.ts'
import { newSecret } from '#app/platform/crypto/secret-tokens.ts'
import type { Tx } from '#app/platform/db/connect.ts'
import { inTransaction } from '#app/platform/db/in-transaction.ts'
import { isUniqueViolation } from '#app/platform/db/is-unique-violation.ts'
import { NotFound, ValidationError } from '#app/platform/errors.ts'
import { recordEvent } from '#app/platform/event-log/record-event.ts'
import { newId } from '#app/platform/lib/ids.ts'
import { parseEmail } from '#app/platform/validation/email-address.ts'
import { recordTeamEvent, teamLogActor } from '#app/team-log/team-log.ts'
import type { DomainChange } from '#app/teams/events.ts'
import {
  domainLockedSince,
  lockTeamFor,
  type Membership,
  requireMayAnswerForLocked,
} from '#app/teams/teams.ts'

import { domainRecord } from './domain-records.ts'
import { domainCheckIntervalMs, maxTeamDomains } from './limits.ts'
import { isPublicMailDomain } from './public-mail-domains.ts'
import { teamDomains } from './team-domains.ts'

const example = 'Enter a domain such as example.com.'

export const DomainForm = z.object({
  domain: z
    .string(example)
    .max(253, example)
    .transform((typed, context) => {
      const domain = parseEmail(`a@${typed.trim()}`)?.key.split('@').at(-1)
      if (domain?.includes('.') && !isPublicMailDomain(domain)) return domain
      const message = domain?.includes('.')
        ? 'Anybody gets an address at this domain. Use one of your own.'
        : example
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
})

interface DomainRef {
  teamId: string
  id: string
}

/** Adds a domain, which has no effect until it is verified. @throws ValidationError */
export async function addDomain(
  { db, now }: Pick<ActionContext, 'db' | 'now'>,
  actor: SessionActor,
  teamId: string,
  { domain }: z.output<typeof DomainForm>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const team = await lockTeamFor(tx, actor, teamId, 'domains.manage')
    const present = await teamDomains(tx, teamId)
    if (present.some((it) => it.domain === domain))
      throw new ValidationError({ domain: 'The team has this domain already.' })
    if (present.length >= maxTeamDomains)
      throw new ValidationError({ domain: 'The team has no room for another domain. Remove one.' })
    const values = { id: newId(), team_id: teamId, domain, token: newSecret(), is_enabled: 1 }
    await tx
      .insertInto('team_domains')
      .values({ ...values, created_at: now, added_by: actor.userId, changed_by: actor.userId })
      .execute()
    await recordChange(tx, actor, team, { domain, change: 'added' })
  })
}

/** Looks the record up. @throws NotFound, or ValidationError when it is not there, or another team has proved the domain */
export async function proveDomain(
  { db, now, dnsServers }: Pick<ActionContext, 'db' | 'now'> & { dnsServers: readonly string[] },
  actor: SessionActor,
  ref: DomainRef,
): Promise<void> {
  const found = await domainOf(db, ref)
  const state = await domainRecord(dnsServers, found)
  if (state === 'missing')
    throw new ValidationError({ form: "We can't find the record yet. This can take a while." })
  if (state === 'unknown')
    throw new ValidationError({ form: 'No name server answered. Try again later.' })
  try {
    await inTransaction(db, async (tx) => {
      const { team, domain, verified_at, isEnabled } = await lockDomain(tx, actor, ref)
      if (verified_at !== null) return
      const next_check_at = now + domainCheckIntervalMs
      // A domain that a lock keeps off stays off.
      const is_enabled = isEnabled ? 1 : 0
      await update(tx, ref, {
        verified_at: now,
        next_check_at,
        is_enabled,
        changed_by: actor.userId,
      })
      await recordChange(tx, actor, team, { domain, change: 'proved' })
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ form: 'Another team has verified this domain.' })
  }
}

/** Records no event when nothing changes. @throws NotFound, or ValidationError as for a webhook */
export async function setDomainEnabled(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
  { isEnabled, ...ref }: DomainRef & { isEnabled: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { team, domain, ...before } = await lockDomain(tx, actor, ref)
    if (before.isEnabled === isEnabled) return
    if (isEnabled) {
      const authors = [before.added_by, before.changed_by]
      await requireMayAnswerForLocked(tx, teamLogActor(ref.teamId, actor), authors)
      await forgetLockedAuthor(tx, ref)
    }
    const enabled = { is_enabled: 1, changed_by: actor.userId }
    await update(tx, ref, isEnabled ? enabled : { is_enabled: 0 })
    await recordChange(tx, actor, team, { domain, change: isEnabled ? 'enabled' : 'disabled' })
  })
}

/** Removes a domain. Members who joined by it stay. @throws NotFound */
export async function removeDomain(
  { db }: Pick<ActionContext, 'db'>,
  actor: SessionActor,
  ref: DomainRef,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { team, domain } = await lockDomain(tx, actor, ref)
    await tx
      .deleteFrom('team_domains')
      .where('id', '=', ref.id)
      .where('team_id', '=', ref.teamId)
      .execute()
    await recordChange(tx, actor, team, { domain, change: 'removed' })
  })
}

async function domainOf(db: ActionContext['db'], { teamId, id }: DomainRef) {
  const { is_enabled, locked_since, ...row } = await db
    .selectFrom('team_domains')
    .select(['domain', 'token', 'verified_at', 'is_enabled', 'added_by', 'changed_by'])
    .select((eb) => domainLockedSince(eb).as('locked_since'))
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .executeTakeFirstOrThrow(() => new NotFound())
  return { ...row, isEnabled: is_enabled === 1 && locked_since === null }
}

/** A member enables the domain in spite of the lock of the one who added it. */
async function forgetLockedAuthor(tx: Tx, { teamId, id }: DomainRef): Promise<void> {
  await tx
    .updateTable('team_domains')
    .set({ added_by: null })
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .where('added_by', 'in', (accounts) =>
      accounts.selectFrom('users').select('id').where('locked_at', 'is not', null),
    )
    .execute()
}

async function lockDomain(tx: Tx, actor: SessionActor, ref: DomainRef) {
  const team = await lockTeamFor(tx, actor, ref.teamId, 'domains.manage')
  return { team, ...(await domainOf(tx, ref)) }
}

interface DomainValues {
  verified_at?: number
  next_check_at?: number
  is_enabled?: number
  changed_by?: string
}

async function update(tx: Tx, { teamId, id }: DomainRef, values: DomainValues): Promise<void> {
  await tx
    .updateTable('team_domains')
    .set(values)
    .where('id', '=', id)
    .where('team_id', '=', teamId)
    .execute()
}

async function recordChange(
  tx: Tx,
  actor: SessionActor,
  { id: teamId, name }: Membership,
  change: DomainChange,
): Promise<void> {
  await recordTeamEvent(tx, teamLogActor(teamId, actor), 'domain.changed', change)
  await recordEvent(tx, actor, 'team.domain-changed', { team: teamId, name, ...change })
}
