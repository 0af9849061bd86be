import type { SessionRow } from '#app/pages.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel } from '#web/lib/device-label.ts'

import { Icon } from './Icon.tsx'
import { laptop } from './icons/laptop.ts'
import { phone } from './icons/phone.ts'

type Props = Pick<SessionRow, 'browser' | 'platform' | 'isPhone' | 'isThisDevice'>

export function DeviceLine({ browser, platform, isPhone, isThisDevice }: Props) {
  const t = useTranslation()
  return (
    <span className="device">
      <Icon path={isPhone ? phone : laptop} />
      <span>
        {deviceLabel(t, { browser, platform })}{' '}
        {isThisDevice && <span className="badge">{t('This device')}</span>}
      </span>
    </span>
  )
}
