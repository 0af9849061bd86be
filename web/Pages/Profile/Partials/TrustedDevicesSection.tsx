import type { TrustedDeviceRow } from '#app/trusted-devices/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { Form } from '#web/components/Form.tsx'
import { Item, ItemList } from '#web/components/ItemList.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel } from '#web/lib/device-label.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

/** Absent while no device is trusted. */
export function TrustedDevicesSection({ devices }: { devices: TrustedDeviceRow[] }) {
  const t = useTranslation()
  if (devices.length === 0) return null

  return (
    <Section
      id="trusted-devices"
      title={t('Trusted devices')}
      description={t(
        'No second factor needed on these. Ends when you change your password or how you sign in.',
      )}
    >
      <ItemList label={t('Your trusted devices')}>
        {devices.map((device) => (
          <DeviceItem key={device.id} device={device} />
        ))}
      </ItemList>
      {devices.length > 1 && (
        <Form
          action={route('trusted-devices.destroy')}
          method="delete"
          onSuccess={() => focusSection('two-factor')}
        >
          <div className="form-actions">
            <Button type="submit">{t('Remove all trusted devices')}</Button>
          </div>
        </Form>
      )}
    </Section>
  )
}

function DeviceItem({ device }: { device: TrustedDeviceRow }) {
  const t = useTranslation()
  const { country, lastUsedAt, endsAt } = device
  const date = t.date(endsAt, { dateStyle: 'long', timeZone: useTimezone() })
  return (
    <Item
      title={<DeviceLine {...device} name={null} />}
      details={
        <>
          {country && <span>{t.region(country)}</span>}
          <span>{t('Trusted until {date}', { date })}</span>
          <span>
            {t('Last used')} <RelativeTime at={lastUsedAt} />
          </span>
        </>
      }
    >
      <Form
        action={route('trusted-device.destroy', { device: device.id })}
        method="delete"
        onSuccess={() => focusSection('two-factor')}
      >
        <button
          type="submit"
          className="link-button"
          aria-label={t('Stop trusting "{device}"', { device: deviceLabel(t, device) })}
        >
          {t('Stop trusting')}
        </button>
      </Form>
    </Item>
  )
}
