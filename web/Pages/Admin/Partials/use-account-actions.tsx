import { usePage } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { AdminAccount } from '#app/admin/pages.ts'
import type { ConfirmationLevel } from '#app/confirmation-level.ts'
import { includesRole, roleNames, type RolePermission } from '#app/permissions.ts'
import type { BrowserRoutes } from '#app/routes.ts'
import { supportAccessMinutes } from '#app/support-access/limits.ts'
import { Field } from '#web/components/Field.tsx'
import { Select } from '#web/components/Select.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { roleLabel } from '#web/lib/role-label.ts'

export interface Action {
  name: Extract<keyof BrowserRoutes, `admin.account.${string}`>
  permission: RolePermission
  level?: ConfirmationLevel
  isPossible: boolean
  label: string
  /** The consequence, in one or two sentences. */
  description: string
  /** Added in the form. */
  details?: string
  tone?: 'danger'
  fields?: ReactNode
}

/** Actions for an owner who is in trouble. */
export function useHelp(account: AdminAccount): Action[] {
  const t = useTranslation()
  const granted = usePage().props.auth.user?.permissions ?? []
  return [
    {
      name: 'admin.account.send-password-link',
      permission: 'accounts.help',
      isPossible: !account.isLocked,
      label: t('Send a password link'),
      description: t('Emails a link to choose a new password.'),
    },
    {
      name: 'admin.account.send-verification',
      permission: 'accounts.help',
      isPossible: !account.isVerified,
      label: t('Send a confirmation link'),
      description: t('Emails a link to confirm the address.'),
    },
    {
      name: 'admin.account.end-sessions',
      permission: 'accounts.help',
      isPossible: true,
      label: t('Sign out everywhere'),
      description: t('Ends every session. API tokens keep working.'),
    },
    useRequest(account),
    {
      name: 'admin.account.export',
      permission: 'accounts.export',
      isPossible: true,
      label: t('Export the data'),
      description: t('Creates a data export, which the owner can download.'),
    },
    {
      name: 'admin.account.change-role',
      permission: 'roles.assign',
      level: 'sensitive',
      isPossible: true,
      label: t('Change the role'),
      description: t('A role gives access to the accounts of others.'),
      fields: (
        <Select name="role" label={t('Role')} defaultValue={account.role ?? 'none'}>
          <option value="none">{t('None')}</option>
          {roleNames
            .filter((role) => includesRole(granted, role))
            .map((role) => (
              <option key={role} value={role}>
                {roleLabel(t, role)}
              </option>
            ))}
        </Select>
      ),
    },
  ]
}

function useRequest(account: AdminAccount): Action {
  const t = useTranslation()
  return {
    name: 'admin.account.request-access',
    permission: 'support-access.request',
    isPossible: !account.isLocked && !account.isDeleting,
    label: t('Ask to see the account'),
    description: t('Emails the owner. If they agree, you see their pages for {minutes} minutes.', {
      minutes: supportAccessMinutes,
    }),
    details: t('You can change nothing, and each page is recorded in their history.'),
  }
}

/** Actions that change the account, or shut it. */
export function useRestrictions(account: AdminAccount): Action[] {
  const t = useTranslation()
  return [
    {
      name: 'admin.account.correct-address',
      permission: 'accounts.edit',
      level: 'sensitive',
      isPossible: true,
      label: t('Correct the address'),
      description: t(
        'Emails a link to the new address. The change takes effect when it is opened.',
      ),
      details: t(
        'The current address gets an email, and can stop it. Check who is asking: with the new address, they can choose a new password.',
      ),
      fields: <Field name="email" type="email" label={t('New email address')} autoComplete="off" />,
    },
    {
      name: 'admin.account.reset-two-factor',
      permission: 'accounts.edit',
      level: 'sensitive',
      isPossible: account.twoFactorSince !== null || account.passkeys > 0,
      label: t('Turn off two-factor'),
      description: t('For someone who lost the app or the security key, and the recovery codes.'),
      details: t(
        'Removes security keys, and passkeys where a second factor is required. Check who is asking: afterwards, the password is enough to sign in.',
      ),
      tone: 'danger',
    },
    {
      name: account.isLocked ? 'admin.account.unlock' : 'admin.account.lock',
      permission: 'accounts.lock',
      isPossible: true,
      label: account.isLocked ? t('Unlock the account') : t('Lock the account'),
      description: account.isLocked
        ? t('Its owner can sign in again.')
        : t('Blocks all access, ends every session and disables API tokens. Nothing is deleted.'),
      ...(!account.isLocked && { tone: 'danger' }),
    },
    {
      name: account.isDeleting ? 'admin.account.keep' : 'admin.account.delete',
      permission: 'accounts.delete',
      level: account.isDeleting ? 'standard' : 'sensitive',
      isPossible: true,
      label: account.isDeleting ? t('Cancel the deletion') : t('Delete account'),
      description: account.isDeleting
        ? t('The account stays.')
        : t('Starts the grace period. Its owner gets an email and can cancel the deletion.'),
      ...(!account.isDeleting && { tone: 'danger' }),
    },
  ]
}
