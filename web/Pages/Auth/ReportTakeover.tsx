import { msg } from '@foyer/i18n'
import { Head } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'

type Props = Pages['Auth/ReportTakeover']

const strong = (children: ReactNode) => <strong className="font-medium">{children}</strong>

export default function ReportTakeover({ email, restored, kept, action }: Props) {
  const t = useTranslation()
  const title = action ? t('Was it not you?') : t('Your account is closed to everyone else')
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

ReportTakeover.layout = [Guest]

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
          'Then one click ends every session of your account, voids its password and removes every passkey.',
        )}
      </p>
      {restored && email && (
        <p>
          <Trans
            text="The address of your account goes back to <address>{email}</address>."
            values={{ email }}
            address={strong}
          />
        </p>
      )}
      <p>
        {email ? (
          <Trans
            text="A link to choose a new password goes to <address>{email}</address>."
            values={{ email }}
            address={strong}
          />
        ) : (
          t('A link to choose a new password goes to the address of the account.')
        )}
      </p>
      <Form action={action}>
        <Button type="submit" tone="primary" wide>
          {t('It was not me, end every session')}
        </Button>
      </Form>
      <p className="text-muted">
        {t('Was it you after all? Close this page, and nothing changes.')}
      </p>
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
            text="The address of your account is <address>{email}</address> again."
            values={{ email }}
            address={strong}
          />
        </p>
      )}
      <p>
        {email ? (
          <Trans
            text="We sent a link to <address>{email}</address>. Open it, choose a new password, and you are back in."
            values={{ email }}
            address={strong}
          />
        ) : (
          t('We sent a link to the address of the account. Open it to choose a new password.')
        )}
      </p>
      <p className="text-muted">
        {t('Did you use the old password anywhere else? Change it there too.')}
      </p>
    </>
  )
}

const doneMessage = msg(
  'Every session has ended, every passkey is gone, and the old password and every link we had sent are void.',
)

const keptMessages = {
  'two-factor': msg(
    "Every session has ended, and the old password no longer works. Two-factor stays on, because everyone here needs it. If you didn't turn it on, write to us.",
  ),
  passkeys: msg(
    'Every session has ended, and the old password no longer works. Passkeys added in the last seven days are gone; older ones still work.',
  ),
} as const
