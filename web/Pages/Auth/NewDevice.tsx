import { msg } from '@foyer/i18n'
import { Head, Link } from '@inertiajs/react'

import type { Pages } from '#app/pages.ts'
import { Button, ButtonLink } from '#web/components/Button.tsx'
import { CodeField } from '#web/components/CodeField.tsx'
import { Form } from '#web/components/Form.tsx'
import { SavedMessage } from '#web/components/SavedMessage.tsx'
import { Trans, useTranslation } from '#web/i18n.tsx'
import { Guest } from '#web/Layouts/Guest.tsx'
import { route } from '#web/route.ts'

export default function NewDevice(props: Pages['Auth/NewDevice']) {
  const t = useTranslation()
  const { isCodeSent, codeMinutes, mailboxUrl } = props
  const title = isCodeSent ? t('Check your email') : t("We can't email a code right now")
  return (
    <>
      <Head title={title} />
      <h1 className="heading">{title}</h1>
      <Explanation {...props} />
      <Form action={route('new-device.store')}>
        <CodeField
          name="code"
          label={t('Six-digit code')}
          hint={t('It works for {minutes} minutes.', { minutes: codeMinutes })}
          focusOnLoad
        />
        <Button type="submit" tone="primary" wide>
          {t('Sign in')}
        </Button>
      </Form>
      {mailboxUrl && (
        <ButtonLink wide href={mailboxUrl}>
          {t('Open the mailbox')}
        </ButtonLink>
      )}
      <div className="grid gap-3 border-t pt-6">
        {isCodeSent && (
          <p className="text-muted">
            {t('Nothing after a minute? Check your spam folder, or send a new code.')}
          </p>
        )}
        <Form action={route('new-device.send')} status="device-code-sent">
          <div className="form-actions">
            <Button type="submit">{isCodeSent ? t('Send a new code') : t('Send a code')}</Button>
            <SavedMessage text={t('Sent')} />
          </div>
        </Form>
      </div>
      <OtherWays />
    </>
  )
}

function Explanation({ isCodeSent, email }: Pages['Auth/NewDevice']) {
  return (
    <p>
      {isCodeSent ? (
        <Trans
          text="Your account hasn't been used on this device before. We sent a code to <address>{email}</address>."
          values={{ email }}
          address={(children) => <strong className="font-medium">{children}</strong>}
        />
      ) : (
        <Trans
          text="Too many codes were requested for your account. Try again later, or <link>choose a new password</link> and sign in with it right away."
          link={(children) => <Link href={route('password.request')}>{children}</Link>}
        />
      )}
    </p>
  )
}

function OtherWays() {
  return (
    <div className="grid gap-2 text-muted border-t pt-6">
      <p>
        <Trans
          text="Can't read that mailbox any more? <passkey>Sign in with a passkey</passkey>, or on a device you've used before. Otherwise, ask the operator of this site for a code, and keep this page open."
          passkey={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
      <p>
        <Trans
          text="Not you? <link>Start over</link>"
          link={(children) => <Link href={route('login')}>{children}</Link>}
        />
      </p>
    </div>
  )
}

NewDevice.layout = [[Guest, { panel: msg("A stolen password isn't enough here.") }]]
