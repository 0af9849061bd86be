import type { SessionRow } from '#app/pages.ts'
import { deviceWords } from '#web/parts/device-words.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { laptop } from '#web/parts/icons/laptop.ts'
import { phone } from '#web/parts/icons/phone.ts'
import { useText } from '#web/text.tsx'

type Device = Pick<SessionRow, 'browser' | 'platform' | 'isPhone' | 'isThisDevice'>

export function DeviceLine({ browser, platform, isPhone, isThisDevice }: Device) {
  const t = useText()
  return (
    <span className="device">
      <Icon of={isPhone ? phone : laptop} />
      <span>
        {deviceWords(t, { browser, platform })}{' '}
        {isThisDevice && <span className="badge">{t('This device')}</span>}
      </span>
    </span>
  )
}
