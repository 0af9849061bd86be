import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { takeoverLinkDays } from '#app/platform/mail/limits.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

type Props = Pages['Auth/ReportTakeover']

const strong = (children: ReactNode) => <strong className="font-medium">{children}</strong>

export default function ReportTakeover({ email, restored, kept, action }: Props) {
  const t = useTranslation()
  const title = action ? t("Wasn't you?") : t('Your account is secured')
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      {action ? (
        <ReportForm email={email} restored={restored} action={action} />
      ) : (
        <ReportDone email={email} restored={restored} kept={kept} />
      )}
    </>
  )
}

ReportTakeover.layout = [[Guest, { panel: msg('Your account stays yours.') }]]

function ReportForm({
  email,
  restored,
  action,
}: Pick<Props, 'email' | 'restored'> & { action: string }) {
  const t = useTranslation()
  return (
    <>
      <p>
        {t(
          'This signs out every device, removes the password, and removes passkeys that an attacker may have added.',
        )}
      </p>
      {restored && email && (
        <p>
          <Trans
            text="Your email address goes back to <address>{email}</address>."
            values={{ email }}
            address={strong}
          />
        </p>
      )}
      <p>
        {email ? (
          <Trans
            text="We'll send a link to <address>{email}</address> so you can choose a new password."
            values={{ email }}
            address={strong}
          />
        ) : (
          t("We'll send a link to the account's email address so you can choose a new password.")
        )}
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t("This wasn't me, secure my account")}
        </Button>
      </Form>
      <p className="text-muted">{t('Was it you? Close this page, and nothing changes.')}</p>
    </>
  )
}

function ReportDone({ email, restored, kept }: Pick<Props, 'email' | 'restored' | 'kept'>) {
  const t = useTranslation()
  return (
    <>
      <p>{t(kept ? keptMessages[kept] : doneMessage)}</p>
      {restored && email && (
        <p>
          <Trans
            text="Your email address is <address>{email}</address> again."
            values={{ email }}
            address={strong}
          />
        </p>
      )}
      <p>
        {email ? (
          <Trans
            text="We sent a link to <address>{email}</address>. Open it to choose a new password and sign in again."
            values={{ email }}
            address={strong}
          />
        ) : (
          t("We sent a link to the account's email address. Open it to choose a new password.")
        )}
      </p>
      <p className="text-muted">
        {t('Did you use the old password elsewhere? Change it there too.')}
      </p>
    </>
  )
}

const doneMessage = msg(
  'All devices are signed out, all passkeys are removed, and the old password and all links we sent no longer work.',
)

const keptMessages = {
  'two-factor': msg(
    "All devices are signed out, and the old password no longer works. Two-factor authentication stays on, because it's required here. If you didn't turn it on, contact us.",
  ),
  passkeys: msg(
    'All devices are signed out, and the old password no longer works. Passkeys added in the last {days} days are removed; older ones still work.',
    { days: takeoverLinkDays },
  ),
} as const
