import type { SessionRow } from '#app/pages.ts'
import { Icon } from '#web/parts/Icon.tsx'
import { laptop } from '#web/parts/icons/laptop.ts'
import { phone } from '#web/parts/icons/phone.ts'
import { useText } from '#web/text.tsx'

type Device = Pick<SessionRow, 'browser' | 'platform' | 'isPhone' | 'isThisDevice'>

export function DeviceLine({ browser, platform, isPhone, isThisDevice }: Device) {
  const t = useText()
  const name =
    browser && platform
      ? t('{browser} on {platform}', { browser, platform })
      : (browser ?? platform ?? t('Unknown device'))

  return (
    <span className="device">
      <Icon of={isPhone ? phone : laptop} />
      <span>
        {name} {isThisDevice && <span className="badge">{t('This device')}</span>}
      </span>
    </span>
  )
}
