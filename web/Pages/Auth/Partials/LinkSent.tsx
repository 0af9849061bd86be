import { Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Auth/VerifyEmail'], 'email' | 'mailboxUrl'>

export function LinkSent({ email, mailboxUrl }: Props) {
  const t = useTranslation()
  const { auth } = usePage().props
  return (
    <>
      <p>
        <Trans
          text="We sent a link to <address>{email}</address>. Open it to confirm your address."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      {mailboxUrl && (
        <ButtonLink tone="primary" wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className="grid gap-3 border-t pt-6">
        <p className="text-muted">
          {t('Nothing after a minute? Check your spam folder, or send it again.')}
        </p>
        <Form action={route('verification.send')} status="verification-link-sent">
          <div className="form-actions">
            <Button type="submit">{t('Send the link again')}</Button>
            <SavedMessage text={t('Sent again')} />
          </div>
        </Form>
      </div>
      {!auth.user && (
        <p className="text-muted">
          <Trans
            text="Wrong address? <link>Change it</link>"
            link={(children) => <Link href={route('register', { change: '1' })}>{children}</Link>}
          />
        </p>
      )}
    </>
  )
}
