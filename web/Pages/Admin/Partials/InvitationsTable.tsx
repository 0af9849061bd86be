import type { ListedAddress } from '#app/admin/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { mail } from '#web/components/icons/mail.ts'
import { PostButton } from '#web/components/PostButton.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function InvitationsTable({ invitations }: { invitations: ListedAddress[] }) {
  const t = useTranslation()
  const columnTitles = [t('Email address'), t('Expires'), t('Actions')]
  if (invitations.length === 0)
    return <EmptyState icon={mail}>{t('No open invitations.')}</EmptyState>
  return (
    <Table caption={t('Open invitations')} columnTitles={columnTitles}>
      {invitations.map(({ id, email, at }) => (
        <Row key={id} columnTitles={columnTitles}>
          <span className="wrap-anywhere" translate="no">
            {email}
          </span>
          <RelativeTime at={at} />
          <div className="row-actions">
            <PostButton
              className="link-button"
              action={route('admin.invitation.resend', { entry: id })}
              label={t('Send the invitation of {email} again', { email })}
            >
              {t('Send again')}
            </PostButton>
            <PostButton
              className="link-button"
              action={route('admin.invitation.revoke', { entry: id })}
              method="delete"
              label={t('Revoke the invitation of {email}', { email })}
            >
              {t('Revoke')}
            </PostButton>
          </div>
        </Row>
      ))}
    </Table>
  )
}
