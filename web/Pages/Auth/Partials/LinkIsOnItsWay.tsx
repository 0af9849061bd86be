import { Link, usePage } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/parts/Button.tsx'
import { Form } from '#web/parts/Form.tsx'
import { Saved } from '#web/parts/Saved.tsx'
import { route } from '#web/route.ts'
import { T, useText } from '#web/text.tsx'

type Props = Pick<Pages['Auth/VerifyEmail'], 'email' | 'mailbox'>

export function LinkIsOnItsWay({ email, mailbox }: Props) {
  const t = useText()
  const { auth } = usePage().props
  return (
    <>
      <p>
        <T
          text="We sent a link to <address>{email}</address>. Open it to confirm that the address is yours."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      {mailbox && (
        <ButtonLink tone="primary" wide href={mailbox}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className="grid gap-3 border-t pt-6">
        <p className="text-muted">
          {t('Nothing there after a minute? Look among the junk mail, or have it sent again.')}
        </p>
        <Form action={route('verification.send')} status="verification-link-sent">
          <div className="form-actions">
            <Button type="submit">{t('Send the link again')}</Button>
            <Saved words={t('It is on its way again')} />
          </div>
        </Form>
      </div>
      {!auth.user && (
        <p className="text-muted">
          <T
            text="Wrong address? <link>Start again</link>"
            link={(children) => <Link href={route('register')}>{children}</Link>}
          />
        </p>
      )}
    </>
  )
}
