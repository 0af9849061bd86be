import type { SessionRow } from '#app/browser-sessions/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Disclosure, DisclosureActions } from '#web/components/Disclosure.tsx'
import { Form } from '#web/components/Form.tsx'
import { laptop } from '#web/components/icons/laptop.ts'
import { phone } from '#web/components/icons/phone.ts'
import { Item } from '#web/components/ItemList.tsx'
import { NetworkAddress } from '#web/components/NetworkAddress.tsx'
import { RelativeTime } from '#web/components/RelativeTime.tsx'
import { useConfirmation } from '#web/hooks/use-confirmation.ts'
import { useTimezone } from '#web/hooks/use-timezone.ts'
import { useTranslation } from '#web/i18n.tsx'
import { deviceLabel, sessionLabel } from '#web/lib/device-label.ts'
import { signInMethodLabels } from '#web/lib/event-detail-line.ts'
import { route } from '#web/route.ts'

import { EditableName } from './EditableName.tsx'
import { focusSection } from './focus-section.ts'

export function SessionItem({ session }: { session: SessionRow }) {
  const t = useTranslation()
  const { method, lastActiveAt, isThisDevice } = session
  const methodLabel = signInMethodLabels.get(method)
  return (
    <Item
      title={<SessionName session={session} />}
      details={
        <>
          {session.name && <span>{deviceLabel(t, session)}</span>}
          <NetworkAddress {...session} />
          {methodLabel && <span>{t(methodLabel)}</span>}
          {!isThisDevice && (
            <span>
              {t('Last used')} <RelativeTime at={lastActiveAt} />
            </span>
          )}
        </>
      }
    >
      {!isThisDevice && <EndSession session={session} />}
    </Item>
  )
}

function SessionName({ session }: { session: SessionRow }) {
  const t = useTranslation()
  const { id, name, isPhone, isThisDevice } = session
  return (
    <EditableName
      icon={isPhone ? phone : laptop}
      text={sessionLabel(t, session)}
      value={name ?? ''}
      badge={isThisDevice && <span className="badge">{t('This device')}</span>}
      action={route('browser-session.update', { session: id })}
      errorBag={`session-name-${id}`}
      level="standard"
      maxLength={60}
      isOptional
    />
  )
}

function EndSession({ session }: { session: SessionRow }) {
  const t = useTranslation()
  const confirm = useConfirmation('standard')
  const timeZone = useTimezone()
  const device = sessionLabel(t, session)
  const date = t.date(session.signedInAt, { dateStyle: 'long', timeStyle: 'short', timeZone })
  const errorBag = `session-${session.id}`
  return (
    <Disclosure
      small
      label={t('Sign out…')}
      accessibleLabel={t('Sign out "{device}"', { device })}
      errorBag={errorBag}
    >
      <p>{t("Signed in on {date}. It's signed out right away.", { date })}</p>
      <Form
        action={route('browser-session.destroy', { session: session.id })}
        method="delete"
        errorBag={errorBag}
        confirm={confirm}
        onSuccess={() => focusSection('sessions')}
      >
        <DisclosureActions>
          <Button type="submit" tone="danger">
            {t('Sign out device')}
          </Button>
        </DisclosureActions>
      </Form>
    </Disclosure>
  )
}
