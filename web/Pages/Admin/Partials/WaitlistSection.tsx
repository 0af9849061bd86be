import type { ListedAddress } from '#app/admin/pages.ts'
import type { Pages } from '#app/pages.ts'
import { ButtonLink } from '#web/components/Button.tsx'
import { Card } from '#web/components/Card.tsx'
import { EmptyState } from '#web/components/EmptyState.tsx'
import { person } from '#web/components/icons/person.ts'
import { PostButton } from '#web/components/PostButton.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

import { AddressTable } from './AddressTable.tsx'

type Props = Pick<Pages['Admin/Invitations'], 'waitlist' | 'nextWaiting'>

export function WaitlistSection({ waitlist, nextWaiting }: Props) {
  const t = useTranslation()
  return (
    <>
      {waitlist && (
        <Card title={t('Waitlist')} note={t('Longest wait first.')}>
          <WaitlistTable waitlist={waitlist} />
        </Card>
      )}
      {nextWaiting && (
        <p>
          <ButtonLink href={route('admin.invitations', { after: nextWaiting })}>
            {t('More of the waitlist')}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

function WaitlistTable({ waitlist }: { waitlist: ListedAddress[] }) {
  const t = useTranslation()
  if (waitlist.length === 0)
    return <EmptyState icon={person}>{t('The waitlist is empty.')}</EmptyState>
  return (
    <AddressTable
      caption={t('Waitlist')}
      timeTitle={t('Waiting since')}
      addresses={waitlist}
      actions={({ id, email }) => (
        <>
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
        </>
      )}
    />
  )
}
