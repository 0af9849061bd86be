import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { ButtonLink, Button } from '#web/components/Button.tsx'
import { CodeForm } from '#web/components/CodeForm.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function EmailCode({ email, remember, mailboxUrl }: Pages['Auth/EmailCode']) {
  const t = useTranslation()
  return (
    <>
      <Head title={t('Check your email')} />
      <h1 className="heading">{t('Check your email')}</h1>
      <p>
        <Trans
          text="If <address>{email}</address> has an account, we've sent it a code."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      </p>
      <CodeForm action={route('email-code.store')} submitLabel={t('Sign in')} />
      {mailboxUrl && (
        <ButtonLink wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className="grid gap-3 border-t pt-6">
        <p className="text-muted">
          {t('Nothing after a minute? Check your spam folder, or send a new code.')}
        </p>
        <Form action={route('email-code.send')} errorBag="send" hiddenField="email">
          <input type="hidden" name="email" defaultValue={email} />
          {remember && <input type="hidden" name="remember" defaultValue="1" />}
          <div className="form-actions">
            <Button type="submit">{t('Send a new code')}</Button>
            <SavedMessage text={t('Sent again')} />
          </div>
        </Form>
      </div>
      <p className="text-muted">
        <Link href={route('login')}>{t('Sign in another way')}</Link>
      </p>
    </>
  )
}

EmailCode.layout = [[Guest, { panel: msg('No password to remember.') }]]
