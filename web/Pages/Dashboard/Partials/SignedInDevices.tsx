import type { SessionRow } from '#app/pages.ts'
import { Card } from '#web/components/Card.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { NetworkAddress } from '#web/components/NetworkAddress.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'

export function SignedInDevices({ sessions }: { sessions: SessionRow[] }) {
  const t = useTranslation()
  const title = t('Where you are signed in')
  const columnTitles = [
    t('Device'),
    t('Network address'),
    t('Signed in'),
    t('Last used'),
    t('Stays signed in'),
  ]

  return (
    <div id="devices" className="dashboard-wide">
      <Card title={title} note={t.n(sessions.length, 'One device', '{count} devices')}>
        <Table caption={title} columnTitles={columnTitles}>
          {sessions.map((session) => (
            <Row key={session.id} columnTitles={columnTitles}>
              <DeviceLine {...session} />
              <NetworkAddress {...session} />
              <RelativeTime at={session.signedInAt} />
              <RelativeTime at={session.lastActiveAt} />
              <span>{session.remembered ? t('Yes') : t('Until the browser closes')}</span>
            </Row>
          ))}
        </Table>
      </Card>
    </div>
  )
}
