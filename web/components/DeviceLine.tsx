import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel, sessionLabel } from '#web/lib/device-label.ts'

import { Icon } from './Icon.tsx'
import { laptop } from './icons/laptop.ts'
import { phone } from './icons/phone.ts'

type Props = Pick<SessionRow, 'name' | 'browser' | 'platform' | 'isPhone' | 'isThisDevice'>

export function DeviceLine({ isPhone, isThisDevice, ...session }: Props) {
  const t = useTranslation()
  return (
    <span className="device">
      <Icon path={isPhone ? phone : laptop} />
      <span className="wrap-anywhere">
        {sessionLabel(t, session)}{' '}
        {isThisDevice && <span className="badge">{t('This device')}</span>}
        {session.name && <span className="device-details">{deviceLabel(t, session)}</span>}
      </span>
    </span>
  )
}
