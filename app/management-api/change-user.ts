import { msg } from '@foyer/i18n'
import type { z } from 'zod'

import { type AccountChange, accountChanges } from '#app/account-changes/account-changes.ts'
import { isLockedByOperator } from '#app/account-lock/account-lock.ts'
import { setManagedAttributes } from '#app/custom-attributes/custom-attributes.ts'
import { sendFirstPasswordLink } from '#app/password/password.ts'
import { includesRole, type Role } from '#app/permissions.ts'
import { createUserAccount } from '#app/platform/auth/create-user-account.ts'
import { Forbidden, ValidationError } from '#app/platform/errors.ts'
import { inLanguageOf } from '#app/platform/mail/mail-writer.ts'
import { changeRole } from '#app/roles/roles.ts'
import type { ServiceToken } from '#app/service-tokens/service-tokens.ts'

import type { NewUserBody } from './schemas.ts'
import {
  type ManagementContext,
  performedByService,
  serviceActor,
  type Target,
} from './service-actor.ts'

/** Makes a change that administrators can make too. @throws NotFound or Forbidden */
export async function changeUser(
  context: ManagementContext,
  token: ServiceToken,
  { change, ...target }: Target & { change: AccountChange },
): Promise<void> {
  const actor = await serviceActor(context, token, target)
  const needsEdit =
    change === accountChanges.unlock && (await isLockedByOperator(context.db, target.userId))
  if (needsEdit && !token.permissions.includes('accounts.edit')) throw new Forbidden()
  await change(context, actor)
}

/** @throws NotFound, or Forbidden for a role that permits something the token does not */
export async function changeUserRole(
  context: ManagementContext,
  token: ServiceToken,
  { role, ...target }: Target & { role: Role | null },
): Promise<void> {
  if (!includesRole(token.permissions, role)) throw new Forbidden()
  const actor = await serviceActor(context, token, target)
  await changeRole(context.db, context, actor, role)
}

/** @throws NotFound, Forbidden or ValidationError */
export async function changeUserAttributes(
  context: ManagementContext,
  token: ServiceToken,
  { values, ...target }: Target & { values: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { userId } = await serviceActor(context, token, target)
  const performedBy = performedByService(token, target.reason)
  await setManagedAttributes(context.db, context, userId, values, { performedBy })
}

/** Mails the owner a link to set a password. @returns the id @throws ValidationError for an address that has an account */
export async function createUser(
  { db, keys, mailWriter, now }: ManagementContext,
  token: ServiceToken,
  { name, email, verified, locale = null }: z.output<typeof NewUserBody>,
): Promise<string> {
  const performedBy = performedByService(token, null)
  const origin = { ip: null, userAgent: null, now, performedBy }
  const id = await createUserAccount(db, keys, origin, {
    name,
    email,
    isVerified: verified,
    password_hash: null,
    locale,
    terms: null,
    policy: null,
  })
  if (!id) throw new ValidationError({ email: msg('This address already has an account.') })
  const inLanguage = { keys, mailWriter: inLanguageOf(mailWriter, locale), now }
  await sendFirstPasswordLink(db, inLanguage, id)
  return id
}
