import type { TrustedDeviceRow } from '#app/trusted-devices/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { DeviceLine } from '#web/components/DeviceLine.tsx'
import { Form } from '#web/components/Form.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel } from '#web/lib/device-label.ts'
import { route } from '#web/route.ts'

import { focusSection } from './focus-section.ts'

/** Absent while no device is trusted. */
export function TrustedDevicesSection({ devices }: { devices: TrustedDeviceRow[] }) {
  const t = useTranslation()
  const columnTitles = [t('Device'), t('Last used'), t('Trusted until'), t('Actions')]
  if (devices.length === 0) return null

  return (
    <Section
      id="trusted-devices"
      title={t('Trusted devices')}
      description={t(
        'Signing in on them needs no second factor. A change of your password or of how you sign in ends the trust.',
      )}
    >
      <div className="card">
        <Table caption={t('Your trusted devices')} columnTitles={columnTitles}>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} columnTitles={columnTitles} />
          ))}
        </Table>
      </div>
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

function DeviceRow({ device, columnTitles }: { device: TrustedDeviceRow; columnTitles: string[] }) {
  const t = useTranslation()
  const label = deviceLabel(t, device)
  return (
    <Row columnTitles={columnTitles}>
      <span className="grid">
        <DeviceLine {...device} name={null} />
        {device.country && <span className="text-muted text-13">{t.region(device.country)}</span>}
      </span>
      <RelativeTime at={device.lastUsedAt} />
      <RelativeTime at={device.endsAt} />
      <Form
        action={route('trusted-device.destroy', { device: device.id })}
        method="delete"
        onSuccess={() => focusSection('two-factor')}
      >
        <Button type="submit" aria-label={t('Stop trusting "{device}"', { device: label })}>
          {t('Stop trusting')}
        </Button>
      </Form>
    </Row>
  )
}
