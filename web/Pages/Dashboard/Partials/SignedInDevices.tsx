import { Link } from '@inertiajs/react'

import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { NetworkAddress } from '#web/components/NetworkAddress.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { accountSectionUrl } from '#web/lib/account-sections.ts'

import { EndSession } from './EndSession.tsx'

interface Props {
  /** The latest sessions. */
  sessions: SessionRow[]
  /** Number of all sessions. */
  count: number
}

export function SignedInDevices({ sessions, count }: Props) {
  const t = useTranslation()
  const title = t("Where you're signed in")
  const hasActions = sessions.some(({ isThisDevice }) => !isThisDevice)
  const columnTitles = [
    t('Device'),
    t('IP address'),
    t('Signed in'),
    t('Last used'),
    t('Remembered'),
    ...(hasActions ? [t('Actions')] : []),
  ]
  const allDevices = (
    <Link href={accountSectionUrl('sessions')}>{t('Show all {count}', { count })}</Link>
  )

  return (
    <div id="devices" className="dashboard-wide">
      <Card
        title={title}
        note={count > sessions.length ? allDevices : t.n(count, 'One device', '{count} devices')}
      >
        <Table caption={title} columnTitles={columnTitles}>
          {sessions.map((session) => (
            <Row key={session.id} columnTitles={columnTitles}>
              <DeviceLine {...session} />
              <NetworkAddress {...session} />
              <RelativeTime at={session.signedInAt} />
              <RelativeTime at={session.lastActiveAt} />
              <span>{session.remembered ? t('Yes') : t('This visit only')}</span>
              {hasActions && (session.isThisDevice ? null : <EndSession session={session} />)}
            </Row>
          ))}
        </Table>
      </Card>
    </div>
  )
}
