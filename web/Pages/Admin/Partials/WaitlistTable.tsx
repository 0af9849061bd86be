import type { ListedAddress } from '#app/admin/pages.ts'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { person } from '#web/components/icons/person.ts'
import { PostButton } from '#web/components/PostButton.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

export function WaitlistTable({ waitlist }: { waitlist: ListedAddress[] }) {
  const t = useTranslation()
  const columnTitles = [t('Email address'), t('Waiting since'), t('Actions')]
  if (waitlist.length === 0)
    return <EmptyState icon={person}>{t('The waitlist is empty.')}</EmptyState>
  return (
    <Table caption={t('Waitlist')} columnTitles={columnTitles}>
      {waitlist.map(({ id, email, at }) => (
        <Row key={id} columnTitles={columnTitles}>
          <span className="wrap-anywhere" translate="no">
            {email}
          </span>
          <RelativeTime at={at} />
          <div className="row-actions">
            <PostButton
              className="link-button"
              action={route('admin.waiting.invite', { entry: id })}
              label={t('Invite {email}', { email })}
            >
              {t('Invite')}
            </PostButton>
            <PostButton
              className="link-button"
              action={route('admin.waiting.remove', { entry: id })}
              method="delete"
              label={t('Remove {email} from the waitlist', { email })}
            >
              {t('Remove')}
            </PostButton>
          </div>
        </Row>
      ))}
    </Table>
  )
}
