import type { ListedAddress } from '#app/admin/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { PostButton } from '#web/components/PostButton.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { AddressTable } from './AddressTable.tsx'

export function InvitationsTable({ invitations }: { invitations: ListedAddress[] }) {
  const t = useTranslation()
  if (invitations.length === 0)
    return <EmptyState icon={mail}>{t('No open invitations.')}</EmptyState>
  return (
    <AddressTable
      caption={t('Open invitations')}
      timeTitle={t('Expires')}
      addresses={invitations}
      actions={({ id, email }) => (
        <>
          <PostButton
            className="link-button"
            action={route('admin.invitation.resend', { entry: id })}
            label={t('Send the invitation to {email} again', { email })}
          >
            {t('Send again')}
          </PostButton>
          <PostButton
            className="link-button"
            action={route('admin.invitation.revoke', { entry: id })}
            method="delete"
            label={t('Revoke the invitation to {email}', { email })}
          >
            {t('Revoke')}
          </PostButton>
        </>
      )}
    />
  )
}
