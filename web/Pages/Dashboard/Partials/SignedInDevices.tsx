import type { SessionRow } from '#app/pages.ts'
import { Card } from '#web/parts/Card.tsx'
import { DeviceLine } from '#web/parts/DeviceLine.tsx'
import { NetworkAddress } from '#web/parts/NetworkAddress.tsx'
import { RelativeTime } from '#web/parts/RelativeTime.tsx'
import { Row, Table } from '#web/parts/Table.tsx'
import { useText } from '#web/text.tsx'

export function SignedInDevices({ sessions }: { sessions: SessionRow[] }) {
  const t = useText()
  const title = t('Where you are signed in')
  const titles = [
    t('Device'),
    t('Network address'),
    t('Signed in'),
    t('Last used'),
    t('Stays signed in'),
  ]

  return (
    <div id="devices" className="dashboard-wide">
      <Card title={title} note={t.n(sessions.length, 'One device', '{count} devices')}>
        <Table caption={title} titles={titles}>
          {sessions.map((session) => (
            <Row key={session.id} titles={titles}>
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
