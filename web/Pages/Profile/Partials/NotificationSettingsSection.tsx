import type { NotificationSettingRow, NotificationSettingState } from '#app/notifications/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Section } from '#web/components/Section.tsx'
import { Row, Table } from '#web/components/Table.tsx'
import { useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

const errorBag = 'updateNotificationSettings'
const lockedNoteId = 'locked-emails-note'

export function NotificationSettingsSection({ rows }: { rows: NotificationSettingRow[] }) {
  const t = useTranslation()
  const [byMail, inApp] = [t('Email'), t('In the app')]
  const columnTitles = [t('About'), byMail, inApp]
  const offCount = rows.flatMap(({ mail, app }) => [mail, app]).filter((it) => it === 'off').length
  return (
    <Section
      id="notifications"
      title={t('Notifications')}
      description={t('Choose which notifications you get, and how.')}
    >
      <div className="setting">
        <p>
          {offCount === 0
            ? t('All are on')
            : t.n(offCount, 'One is turned off', '{count} are turned off')}
        </p>
        <Disclosure
          label={t('Change')}
          accessibleLabel={t('Change your notifications')}
          targetId="notifications"
          errorBag={errorBag}
        >
          <Form
            action={route('notification-settings.update')}
            method="put"
            errorBag={errorBag}
            status="notification-settings-updated"
          >
            <div className="card">
              <Table caption={t('Your notifications')} columnTitles={columnTitles}>
                {rows.map(({ kind, about, mail, app }) => (
                  <Row key={kind} columnTitles={columnTitles}>
                    <span>{about}</span>
                    <Switch name={`${kind}.mail`} label={`${about}: ${byMail}`} state={mail} />
                    <Switch name={`${kind}.app`} label={`${about}: ${inApp}`} state={app} />
                  </Row>
                ))}
              </Table>
            </div>
            <p id={lockedNoteId} className="text-muted text-13">
              {t(
                "Emails about security and data exports can't be turned off: they reach you even when someone else is in your account.",
              )}
            </p>
            <div className="form-actions">
              <Button type="submit">{t('Save your notifications')}</Button>
              <SavedMessage />
            </div>
          </Form>
        </Disclosure>
      </div>
    </Section>
  )
}

interface SwitchProps {
  /** Name of the setting. */
  name: string
  label: string
  state: NotificationSettingState
}

function Switch({ name, label, state }: SwitchProps) {
  const isLocked = state === 'always'
  return (
    <span className="checkbox">
      {/* Uncontrolled, so a change on another device needs a new element. */}
      <input
        key={state}
        type="checkbox"
        name="on[]"
        value={name}
        defaultChecked={state !== 'off'}
        disabled={isLocked}
        aria-label={label}
        aria-describedby={isLocked ? lockedNoteId : undefined}
      />
    </span>
  )
}
