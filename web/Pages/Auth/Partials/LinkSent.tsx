import { Link } from '@inertiajs/react'
import type { ReactNode } from 'react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { CodeForm } from '#web/components/CodeForm.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { route } from '#web/route.ts'

type Props = Pick<Pages['Auth/VerifyEmail'], 'email' | 'mailboxUrl' | 'takesCode' | 'changeUrl'>

export function LinkSent({ email, mailboxUrl, takesCode, changeUrl }: Props) {
  const t = useTranslation()
  return (
    <>
      <p>
        {takesCode ? (
          <Trans
            text="We sent a link and a code to <address>{email}</address>. Open the link, or enter the code here."
            values={{ email }}
            address={strong}
          />
        ) : (
          <Trans
            text="We sent a link to <address>{email}</address>. Open it to confirm your address."
            values={{ email }}
            address={strong}
          />
        )}
      </p>
      {takesCode && (
        <CodeForm action={route('verification.code')} submitLabel={t('Confirm email address')} />
      )}
      {mailboxUrl && (
        <ButtonLink tone={takesCode ? undefined : 'primary'} wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className="grid gap-3 border-t pt-6">
        <p className="text-muted">
          {t('Nothing after a minute? Check your spam folder, or send it again.')}
        </p>
        <Form action={route('verification.send')} status="verification-link-sent">
          <div className="form-actions">
            <Button type="submit">
              {takesCode ? t('Send the email again') : t('Send the link again')}
            </Button>
            <SavedMessage text={t('Sent again')} />
          </div>
        </Form>
      </div>
      {changeUrl && (
        <p className="text-muted">
          <Trans
            text="Wrong address? <link>Change it</link>"
            link={(children) => <Link href={changeUrl}>{children}</Link>}
          />
        </p>
      )}
    </>
  )
}

function strong(children: ReactNode) {
  return <strong className="font-medium">{children}</strong>
}
